import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct ChatClient {
    var configuration = URLSessionConfiguration.default

    /// The words of an answer, as they come.
    func answer(to question: String) -> AsyncThrowingStream<String, any Error> {
        var request = URLRequest(url: URL(string: "https://chat.example.com/answers")!)
        request.httpMethod = "POST"
        request.httpBody = Data(question.utf8)
        return AsyncThrowingStream { words in
            let reader = EventReader(words)
            let session = URLSession(configuration: configuration, delegate: reader, delegateQueue: nil)
            session.dataTask(with: request).resume()
            words.onTermination = { _ in session.invalidateAndCancel() }
        }
    }
}
