import Dispatch

/// Where a handler writes its answer. One handler writes to it, from one task at a time.
///
/// An answer that was not begun when the handler returns is answered 500; one that was not ended is cut.
package final class ResponseStream: Sendable {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Writes 100 to 199, such as 103, before the head.
    package func informational(_ head: ResponseHead) async throws {
        try await perform { connection in try connection.writer.informational(head) }
    }

    /// Writes the head; `length` is the number of bytes of the body if it is known.
    package func start(_ head: ResponseHead, length: Int? = nil) async throws {
        try await perform { connection in try connection.writer.start(head, length: length) }
    }

    /// Writes the next bytes of the body, as one chunk where it is chunked. Waits while the client is behind.
    package func write(_ bytes: [UInt8]) async throws {
        try await perform { connection in try connection.writer.body(bytes) }
    }

    /// Ends the answer.
    package func end(trailers: Fields = Fields()) async throws {
        try await perform { connection in try connection.writer.end(trailers: trailers) }
    }

    /// Writes a whole answer at once.
    package func respond(_ head: ResponseHead, body: [UInt8] = []) async throws {
        try await perform { connection in
            var bytes = try connection.writer.start(head, length: body.count)
            bytes += try connection.writer.body(body)
            bytes += try connection.writer.end()
            return bytes
        }
    }

    /// Writes bytes as they are, HTTP or not. The connection ends when the handler returns.
    package func raw(_ bytes: [UInt8]) async throws {
        try await perform { connection in
            if !connection.writer.hasStarted { _ = try connection.writer.start(ResponseHead(200)) }
            connection.writer.closeAfterwards()
            return bytes
        }
    }

    /// Ends the connection behind what was written.
    package func cut() { connection.queue.sync { connection.endOutput() } }

    /// Resets the connection; what was not sent yet is lost.
    package func reset() { connection.queue.sync { connection.close(reset: true) } }

    /// Answers 101 and hands the connection over. It ends when the handler returns.
    package func upgrade(_ head: ResponseHead) async throws -> UpgradedConnection {
        try await perform { connection in
            guard head.status == 101, let request = connection.head, !request.upgrades.isEmpty else {
                throw ResponseError.outOfOrder("an upgrade that nobody asked for")
            }
            let bytes = try connection.writer.start(head)
            connection.writer.closeAfterwards()
            connection.phase = .upgraded
            connection.inbox = connection.parser.takeRemainder()
            connection.wantInput()
            return bytes
        }
        return UpgradedConnection(connection)
    }

    func finish() {
        connection.queue.sync {
            connection.task = nil
            if connection.phase == .upgraded { connection.endOutput() } else { connection.handlerReturned() }
        }
    }

    private func perform(_ write: (Connection) throws -> [UInt8]) async throws {
        let mustWait = try connection.queue.sync {
            guard connection.phase == .answering else { throw ResponseError.connectionEnded }
            let mustWait = connection.send(try write(connection))
            guard connection.phase != .closed else { throw ResponseError.connectionEnded }
            return mustWait
        }
        if mustWait { try await connection.waitUntilWritten() }
    }
}

/// A connection that speaks another protocol now. One task reads it, and one writes.
package final class UpgradedConnection: Sendable {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// The next bytes, or nil at the end.
    package func read() async -> [UInt8]? {
        while true {
            let (bytes, isOver) = connection.queue.sync {
                let bytes = connection.inbox
                connection.inbox = []
                connection.wantInput()
                return (bytes, connection.inputHasEnded || connection.phase != .upgraded)
            }
            if !bytes.isEmpty { return bytes }
            if isOver { return nil }
            await withCheckedContinuation { continuation in
                connection.queue.sync {
                    let mustWait =
                        connection.inbox.isEmpty && !connection.inputHasEnded && connection.phase == .upgraded
                    if mustWait { connection.readers.append(continuation) } else { continuation.resume() }
                }
            }
        }
    }

    /// Writes bytes. Waits while the client is behind.
    package func write(_ bytes: [UInt8]) async throws {
        let mustWait = try connection.queue.sync {
            guard connection.phase == .upgraded else { throw ResponseError.connectionEnded }
            let mustWait = connection.send(bytes)
            guard connection.phase != .closed else { throw ResponseError.connectionEnded }
            return mustWait
        }
        if mustWait { try await connection.waitUntilWritten() }
    }
}

extension Connection {
    /// Waits until the client has read enough; throws when the connection ends before.
    fileprivate func waitUntilWritten() async throws {
        await withCheckedContinuation { continuation in
            queue.sync {
                let mustWait = phase != .closed && output.count - outputStart > Self.highWater
                if mustWait { writersWaiting.append(continuation) } else { continuation.resume() }
            }
        }
        guard queue.sync(execute: { phase != .closed }) else { throw ResponseError.connectionEnded }
    }
}
