import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands on the data of server-sent events, as they come.
final class EventReader: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // the session calls it on one queue
    private let words: AsyncThrowingStream<String, any Error>.Continuation
    private var unread = Data()

    init(_ words: AsyncThrowingStream<String, any Error>.Continuation) { self.words = words }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        unread += data
        while let end = unread.firstRange(of: Data("\n\n".utf8)) {
            let event = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
            unread.removeSubrange(..<end.upperBound)
            if event.hasPrefix("data: ") { words.yield(String(event.dropFirst(6))) }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        words.finish(throwing: error)
    }
}
