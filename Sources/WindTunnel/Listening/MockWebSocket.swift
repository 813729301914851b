import LoopbackHTTP

/// The server's end of a WebSocket: what the client sends, as a sequence, and what is sent to it.
///
/// The sequence ends when either side closes; it throws when the client breaks the protocol or leaves without a word.
/// One task reads at a time.
public final class MockWebSocket: Sendable, AsyncSequence {
    /// What the two sides say to each other (RFC 6455, section 5.6).
    public enum Message: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
        /// Text.
        case text(String)
        /// Bytes.
        case data(Data)

        /// A text.
        public init(stringLiteral value: String) { self = .text(value) }

        /// The text; nil for bytes.
        public var text: String? { if case .text(let text) = self { text } else { nil } }

        /// The bytes; for text its UTF-8.
        public var data: Data {
            switch self {
            case .text(let text): Data(text.utf8)
            case .data(let data): data
            }
        }

        /// The text, or the number of bytes.
        public var description: String {
            switch self {
            case .text(let text): text
            case .data(let data): "\(data.count) bytes"
            }
        }
    }

    /// A message.
    public typealias Element = Message

    /// The request that asked for the WebSocket.
    public let request: MockRequest
    /// The subprotocol that both sides speak; nil when there is none.
    public let subprotocol: String?
    let connection: WebSocketConnection
    private let timeline: Timeline

    init(
        _ request: MockRequest, _ handshake: WebSocketHandshake, _ connection: WebSocketConnection, _ timeline: Timeline
    ) {
        self.request = request
        subprotocol = handshake.subprotocol
        self.connection = connection
        self.timeline = timeline
    }

    // MARK: Receiving

    /// Asks for one message after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let socket: MockWebSocket

        /// The next message; nil when either side has closed.
        ///
        /// - Throws: ``ConnectionError`` when the client broke the protocol or left without a word, `CancellationError`
        ///   when the server was closed.
        public mutating func next() async throws -> Message? { try await socket.receive() }
    }

    /// An iterator; all iterators take from the same messages.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(socket: self) }

    /// The next message; nil when either side has closed.
    ///
    /// - Throws: As the sequence does.
    public func receive() async throws -> Message? {
        // Whoever moves a clock by hand must not wait for a client to say something.
        timeline.clock.workEnded()
        let message = await connection.receive()
        timeline.clock.workBegan()
        // The time until the client spoke has passed.
        timeline.resume()
        switch message {
        case .text(let text): return .text(text)
        case .binary(let bytes): return .data(Data(bytes))
        case nil: break
        }
        switch connection.end {
        case .failed(let failure):
            throw ConnectionError(description: "the client broke the protocol: \(failure.reason)")
        case .lost: throw ConnectionError(description: "the client left without a close frame")
        case .closed, nil: break
        }
        try Task.checkCancellation()
        return nil
    }

    /// The code with which the client closed; nil while it has not, or when it gave none.
    public var closeCode: Int? { if case .closed(let code, _) = connection.end { code } else { nil } }

    // MARK: Sending

    /// Sends a text; returns when the client may take more.
    ///
    /// - Throws: ``ConnectionError`` once the client has left or the connection was closed.
    public func send(_ text: String) async throws { try await send(.text(text)) }

    /// Sends bytes; see ``send(_:)-(String)``.
    public func send(_ data: Data) async throws { try await send(.data(data)) }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - message: What to send.
    ///   - fragments: The sizes in bytes of the frames into which it is cut; what is left goes into one more. None for
    ///     one frame.
    /// - Throws: ``ConnectionError`` once the client has left or the connection was closed, or when the fragments are
    ///   larger than the message.
    public func send(_ message: Message, fragments: [Int] = []) async throws {
        let wire: WebSocketMessage =
            switch message {
            case .text(let text): .text(text)
            case .data(let data): .binary(Array(data))
            }
        let isOpen = try await written { () throws(WebSocketWriterError) in
            try await connection.send(wire, fragments: fragments)
        }
        guard isOpen else { throw ConnectionError(description: "the client has left") }
    }

    /// Sends a ping with at most 125 bytes (RFC 6455, section 5.5.2); the client's pong is dropped.
    ///
    /// - Throws: ``ConnectionError`` when there are more bytes, the client has left, or the connection was closed.
    public func ping(_ data: Data = Data()) async throws {
        let isOpen = try await written { () throws(WebSocketWriterError) in
            try await connection.ping(Array(data))
        }
        guard isOpen else { throw ConnectionError(description: "the client has left") }
    }

    /// Says that nothing more comes (RFC 6455, section 5.5.1).
    ///
    /// What the client sends until it answers can still be received.
    ///
    /// - Throws: ``ConnectionError`` when the code must not be sent (RFC 6455, section 7.4), or the reason has more
    ///   than 123 bytes.
    public func close(code: Int = 1000, reason: String = "") async throws {
        try await written { () throws(WebSocketWriterError) in try connection.close(code: code, reason: reason) }
    }

    /// Sends bytes as they are, to show how a client takes what is no frame.
    public func sendRaw(_ data: Data) { connection.raw(Array(data)) }

    /// Ends the connection without a close frame.
    public func cut() { connection.cut() }

    /// Waits on the server's clock.
    public func sleep(for duration: Duration) async throws { try await timeline.pause(for: duration, isUserTime: true) }

    private func written<R>(_ write: () async throws(WebSocketWriterError) -> R) async throws(ConnectionError) -> R {
        do throws(WebSocketWriterError) {
            return try await write()
        } catch {
            switch error {
            case .closed: throw ConnectionError(description: "the connection was closed")
            case .malformed(let reason): throw ConnectionError(description: reason)
            }
        }
    }

    /// Why nothing can be received or sent.
    public struct ConnectionError: Error, LocalizedError, Sendable, Equatable, CustomStringConvertible {
        /// What happened, in one line.
        public let description: String

        /// The same as ``description``.
        public var errorDescription: String? { description }
    }
}
