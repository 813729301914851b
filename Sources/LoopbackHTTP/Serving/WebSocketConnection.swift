/// A WebSocket on a connection that was upgraded. It answers pings, closes as the protocol wants it (RFC 6455, 5.5.1),
/// and keeps the messages until somebody asks for them.
package final class WebSocketConnection: @unchecked Sendable {  // all that changes is behind `mutex`
    /// How it ended.
    package enum End: Hashable, Sendable {
        /// A side has closed it; without a code nobody gave a reason.
        case closed(code: Int?, reason: String)
        /// The client broke the protocol, and was told so.
        case failed(WebSocketFailure)
        /// The connection went without a word.
        case lost
    }

    private let connection: UpgradedConnection
    private let mutex = Mutex()
    private var reader: WebSocketReader
    private var writer = WebSocketWriter()
    private var messages: [WebSocketMessage] = []
    private var ended: End?
    private var receivers: [CheckedContinuation<Void, Never>] = []
    private var pump: CheckedContinuation<Void, Never>?
    private var lossHandler: (@Sendable () -> Void)?
    /// The bytes of `messages`.
    private var waitingBytes = 0
    private var dropsMessages = false
    /// Whether pongs were sent for which there may be no room.
    private var hasPonged = false
    private var isGone = false

    /// Messages, or bytes of them, that wait for somebody to ask; then the client must wait too.
    private static let highWater = (messages: 64, bytes: 1_048_576)

    /// Speaks over a connection whose handshake is done.
    package init(_ connection: UpgradedConnection, limits: WebSocketLimits = WebSocketLimits()) {
        self.connection = connection
        reader = WebSocketReader(limits: limits)
        // Not where the loop closes the connection: that may be while something is sent, with the lock held.
        connection.whenGone { [weak self] in Task.detached { self?.stopWaiting() } }
        Task.detached { await self.readAll() }
    }

    /// How it ended; nil while it is open.
    package var end: End? { mutex.withLock { ended } }

    /// The next message; nil when there are no more, or the task is cancelled.
    package func receive() async -> WebSocketMessage? {
        while true {
            let (message, isOver, resumed) = mutex.withLock {
                () -> (WebSocketMessage?, Bool, CheckedContinuation<Void, Never>?) in
                defer { pump = nil }
                guard !messages.isEmpty else { return (nil, ended != nil, pump) }
                let message = messages.removeFirst()
                waitingBytes -= message.count
                return (message, false, pump)
            }
            resumed?.resume()
            if let message { return message }
            if isOver || Task.isCancelled { return nil }
            await waitForMessage()
        }
    }

    private func waitForMessage() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = mutex.withLock {
                    let isThere = !messages.isEmpty || ended != nil || Task.isCancelled
                    if !isThere { receivers.append(continuation) }
                    return isThere
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            wakeReceivers()
        }
    }

    private func wakeReceivers() {
        let waiting = mutex.withLock {
            defer { receivers = [] }
            return receivers
        }
        for receiver in waiting { receiver.resume() }
    }

    /// Nobody asks for messages any more: what came and what comes is dropped.
    package func stopReceiving() {
        let resumed = mutex.withLock {
            defer { pump = nil }
            (dropsMessages, messages, waitingBytes) = (true, [], 0)
            return pump
        }
        resumed?.resume()
    }

    /// Calls back once when the connection goes without a word; at once when it has.
    package func whenLost(_ body: @escaping @Sendable () -> Void) {
        let isLost = mutex.withLock {
            if ended == nil { lossHandler = body }
            return ended == .lost
        }
        if isLost { body() }
    }

    // MARK: Sending

    /// Sends a message, in fragments of these sizes if there are any.
    ///
    /// - Returns: False when the connection has ended.
    package func send(_ message: WebSocketMessage, fragments: [Int] = []) async throws(WebSocketWriterError) -> Bool {
        try write { writer throws(WebSocketWriterError) in try writer.message(message, fragments: fragments) }
        return await connection.waitForRoom()
    }

    /// Sends a ping of at most 125 bytes.
    ///
    /// - Returns: False when the connection has ended.
    package func ping(_ payload: [UInt8] = []) async throws(WebSocketWriterError) -> Bool {
        try write { writer throws(WebSocketWriterError) in try writer.ping(payload) }
        return await connection.waitForRoom()
    }

    /// Says that nothing more comes; the client answers in kind, and what it says until then still arrives.
    package func close(code: Int?, reason: String = "") throws(WebSocketWriterError) {
        try write { writer throws(WebSocketWriterError) in
            writer.isClosed ? [] : try writer.close(code: code, reason: reason)
        }
        connection.awaitEnd()
    }

    /// Sends bytes as they are, frames or not.
    package func raw(_ bytes: [UInt8]) { connection.send(bytes) }

    /// Ends the connection without a close frame, behind what was sent.
    package func cut() { connection.close() }

    /// Frames go out in the order in which they were made.
    private func write(
        _ make: (inout WebSocketWriter) throws(WebSocketWriterError) -> [UInt8]
    ) throws(WebSocketWriterError) {
        let result = mutex.withLock { () -> Result<Void, WebSocketWriterError> in
            do throws(WebSocketWriterError) {
                connection.send(try make(&writer))
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    // MARK: Reading

    private func readAll() async {
        while end == nil, let bytes = await connection.read() {
            mutex.withLock { reader.feed(bytes) }
            while let event = nextEvent() { handle(event) }
            wakeReceivers()
            // Whoever pings and pings, and reads no pongs, must not fill the memory with them.
            if mutex.withLock({ hasPonged }) { _ = await connection.waitForRoom() }
            await waitForReceivers()
        }
        let handler = mutex.withLock {
            defer { lossHandler = nil }
            if ended == nil { ended = .lost }
            return ended == .lost ? lossHandler : nil
        }
        wakeReceivers()
        connection.close()
        handler?()
    }

    /// There is nothing more to read behind what was read.
    private func stopWaiting() {
        let resumed = mutex.withLock {
            defer { pump = nil }
            isGone = true
            return pump
        }
        resumed?.resume()
    }

    private func nextEvent() -> WebSocketEvent? {
        mutex.withLock {
            do throws(WebSocketFailure) {
                return try reader.next()
            } catch {
                if ended == nil { ended = .failed(error) }
                if let frame = try? writer.close(code: error.code, reason: error.reason) { connection.send(frame) }
                return nil
            }
        }
    }

    private func handle(_ event: WebSocketEvent) {
        mutex.withLock {
            switch event {
            case .message where dropsMessages: break
            case .message(let message):
                messages.append(message)
                waitingBytes += message.count
            case .ping(let payload):
                hasPonged = true
                if let frame = try? writer.pong(payload) { connection.send(frame) }
            case .pong: break
            case .close(let code, let reason):
                ended = .closed(code: code, reason: reason)
                if !writer.isClosed, let frame = try? writer.close(code: code) { connection.send(frame) }
            }
        }
    }

    private func waitForReceivers() async {
        await withCheckedContinuation { continuation in
            let mustWait = mutex.withLock {
                hasPonged = false
                let isFull = messages.count > Self.highWater.messages || waitingBytes > Self.highWater.bytes
                let mustWait = isFull && ended == nil && !isGone
                if mustWait { pump = continuation }
                return mustWait
            }
            if !mustWait { continuation.resume() }
        }
    }
}

extension WebSocketMessage {
    fileprivate var count: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}
