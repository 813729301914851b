import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The events of a response, as they arrive (WHATWG HTML, section 9.2).
///
/// It reads through a delegate, since `URLSession.bytes` does not exist on Linux. The request is sent when the
/// iteration begins, and cancelled when nobody iterates any more.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// One event.
    public struct Event: Equatable, Sendable {
        /// What kind of event it is.
        public var type = "message"
        /// Its text.
        public var data: String
    }

    let request: URLRequest
    let configuration: URLSessionConfiguration

    /// Iterates over the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunks: AsyncThrowingStream<Data, any Error>.AsyncIterator
        private var parser = EventParser()
        private var ready: ArraySlice<Event> = []

        fileprivate init(_ chunks: AsyncThrowingStream<Data, any Error>) { self.chunks = chunks.makeAsyncIterator() }

        /// The next event; nil when the response has ended.
        public mutating func next() async throws -> Event? {
            while ready.isEmpty {
                guard let chunk = try await chunks.next() else { return nil }
                ready = parser.events(in: chunk)[...]
            }
            return ready.popFirst()
        }
    }

    /// Sends the request.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            AsyncThrowingStream { chunks in
                let session = URLSession(
                    configuration: configuration, delegate: Receiver(chunks: chunks), delegateQueue: nil)
                session.dataTask(with: request).resume()
                chunks.onTermination = { _ in session.invalidateAndCancel() }
            })
    }
}

/// Hands on what a session tells its delegate.
private final class Receiver: NSObject, URLSessionDataDelegate {
    let chunks: AsyncThrowingStream<Data, any Error>.Continuation

    init(chunks: AsyncThrowingStream<Data, any Error>.Continuation) { self.chunks = chunks }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        do {
            try (response as? HTTPURLResponse)?.checkStatus()
            completionHandler(.allow)
        } catch {
            chunks.finish(throwing: error)
            completionHandler(.cancel)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { chunks.yield(data) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        chunks.finish(throwing: error)
    }
}

/// Makes events of bytes that are cut anywhere.
struct EventParser {
    private var line: [UInt8] = []
    private var lastWasReturn = false
    private var type = ""
    private var data: [String] = []

    mutating func events(in chunk: Data) -> [ServerSentEvents.Event] { chunk.compactMap { read($0) } }

    /// A line ends with CR, LF, or both.
    private mutating func read(_ byte: UInt8) -> ServerSentEvents.Event? {
        defer { lastWasReturn = byte == 13 }
        switch byte {
        case 10 where lastWasReturn: return nil
        case 10, 13: return endLine()
        default:
            line.append(byte)
            return nil
        }
    }

    private mutating func endLine() -> ServerSentEvents.Event? {
        defer { line = [] }
        guard !line.isEmpty else { return dispatch() }
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count < 2 ? "" : String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1])
        switch parts[0] {
        case "event": type = value
        case "data": data.append(value)
        default: break  // a comment, or a field that nobody here needs
        }
        return nil
    }

    private mutating func dispatch() -> ServerSentEvents.Event? {
        defer { (type, data) = ("", []) }
        guard !data.isEmpty else { return nil }
        return .init(type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"))
    }
}
