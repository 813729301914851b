import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks the shop's assistant, and shows its answer word by word.
public struct ChatClient: Sendable {
    private let configuration: URLSessionConfiguration
    private let url: URL

    /// A client.
    public init(
        configuration: URLSessionConfiguration = .default, url: URL = ProductsClient.defaultURL.appending(path: "chat")
    ) {
        self.configuration = configuration
        self.url = url
    }

    /// The pieces of an answer, as they come; who stops listening stops the assistant.
    public func answer(to question: String) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { words in
            let task = Task {
                do {
                    try await listen(to: question) { words.yield($0) }
                    words.finish()
                } catch {
                    words.finish(throwing: error)
                }
            }
            words.onTermination = { _ in task.cancel() }
        }
    }

    private func listen(to question: String, _ say: (String) -> Void) async throws {
        struct Piece: Decodable { var text: String }
        for try await event in ServerSentEvents(request: try request(question), configuration: configuration) {
            if event.type == "done" { return }
            say(try JSONDecoder().decode(Piece.self, from: Data(event.data.utf8)).text)
        }
        // The connection ended in good order, the answer did not.
        throw URLError(.networkConnectionLost)
    }

    private func request(_ question: String) throws -> URLRequest {
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
        request.httpBody = try JSONEncoder().encode(["question": question])
        return request
    }
}
