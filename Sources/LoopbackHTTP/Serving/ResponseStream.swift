/// Where a request is answered: from any thread, in the order of the calls, none of which waits.
///
/// A call that comes after the end of the answer or of the connection is not heard.
package final class ResponseStream: Sendable {
    private let connection: Connection
    private let answer: Int

    init(_ connection: Connection, answer: Int) {
        self.connection = connection
        self.answer = answer
    }

    /// Writes 100 to 199, such as 103, before the head.
    package func informational(_ head: ResponseHead) {
        perform { connection throws(ResponseError) in connection.send(try connection.writer.informational(head)) }
    }

    /// Writes the head; `length` is the number of bytes of the body if it is known.
    package func start(_ head: ResponseHead, length: Int? = nil) {
        perform { connection throws(ResponseError) in
            connection.send(try connection.writer.start(head, length: length))
        }
    }

    /// Writes the next bytes of the body, as one chunk where it is chunked.
    package func write(_ bytes: [UInt8]) {
        perform { connection throws(ResponseError) in connection.send(try connection.writer.body(bytes)) }
    }

    /// Ends the answer.
    package func end(trailers: Fields = Fields()) {
        perform { connection throws(ResponseError) in
            connection.send(try connection.writer.end(trailers: trailers))
            connection.finishAnswer()
        }
    }

    /// Writes a whole answer at once.
    package func respond(_ head: ResponseHead, body: [UInt8] = []) {
        perform { connection throws(ResponseError) in
            var bytes = try connection.writer.start(head, length: body.count)
            bytes += try connection.writer.body(body)
            bytes += try connection.writer.end()
            connection.send(bytes)
            connection.finishAnswer()
        }
    }

    /// Begins the answer, and leaves it to the caller to write the bytes of its head; none when the client has left.
    package func head(_ head: ResponseHead) async -> [UInt8] {
        await connection.loop.ask { [connection, answer] in
            let isOpen = connection.phase == .answering && connection.answer == answer
            return isOpen ? (try? connection.writer.start(head)) ?? [] : []
        }
    }

    /// Writes bytes as they are: those of ``head(_:)``, or what is no HTTP, after which the answer can only be cut.
    package func raw(_ bytes: [UInt8]) { perform { connection in connection.send(bytes) } }

    /// Ends the connection behind what was written.
    package func cut() {
        perform { connection in
            connection.whenGone = nil
            connection.endOutput()
        }
    }

    /// Resets the connection behind what was written.
    package func reset() {
        perform { connection in
            connection.whenGone = nil
            connection.endOutput(reset: true)
        }
    }

    /// Answers 101 and hands the connection over; nil when the client did not ask for it or has left.
    package func upgrade(_ head: ResponseHead) async -> UpgradedConnection? {
        let isUpgraded = await connection.loop.ask { [connection, answer] in
            guard connection.phase == .answering, connection.answer == answer, connection.isUpgradable,
                head.status == 101, let bytes = try? connection.writer.start(head)
            else { return false }
            connection.whenGone = nil
            connection.send(bytes)
            connection.upgrade()
            return true
        }
        return isUpgraded ? UpgradedConnection(connection) : nil
    }

    /// Calls back once when the connection ends before the answer does; at once when it has.
    package func whenGone(_ body: @escaping @Sendable () -> Void) {
        connection.loop.run { [connection, answer] in
            guard connection.phase == .answering, connection.answer == answer else { return body() }
            connection.whenGone = body
        }
    }

    /// Suspends while the client is behind by more than the system and some kilobytes hold.
    package func waitForRoom() async { await waitForRoom(Connection.highWater) }

    /// Suspends until the system has taken every byte, or the connection has ended.
    package func waitUntilSent() async { await waitForRoom(0) }

    private func waitForRoom(_ limit: Int) async {
        await withCheckedContinuation { continuation in
            connection.loop.run { [connection] in connection.waitForRoom(limit, continuation) }
        }
    }

    private func perform(_ work: @escaping @Sendable (Connection) throws(ResponseError) -> Void) {
        connection.loop.run { [connection, answer] in
            guard connection.phase == .answering, connection.answer == answer else { return }
            do throws(ResponseError) {
                try work(connection)
            } catch {
                // Whoever writes on and on must hear that it is in vain.
                let gone = connection.whenGone
                connection.whenGone = nil
                defer { gone?() }
                // Half an answer must not look like a whole one.
                if connection.writer.hasStarted { return connection.endOutput() }
                connection.refuse(Rejection(500, "The answer cannot be sent: \(error)."))
            }
        }
    }
}

/// A connection that speaks another protocol now. One task reads it, and one writes.
package final class UpgradedConnection: Sendable {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// The next bytes; nil at the end, or when the task is cancelled.
    package func read() async -> [UInt8]? {
        let bytes = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                connection.loop.run { [connection] in connection.read(continuation) }
            }
        } onCancel: {
            connection.loop.run { [connection] in connection.cancelReaders() }
        }
        connection.loop.handOver()
        return bytes
    }

    /// Writes bytes behind those of earlier calls, without waiting.
    package func send(_ bytes: [UInt8]) {
        connection.loop.run { [connection] in if connection.phase == .upgraded { connection.send(bytes) } }
    }

    /// Suspends while the client is behind.
    ///
    /// - Returns: False when the connection has ended.
    package func waitForRoom() async -> Bool {
        await withCheckedContinuation { continuation in
            connection.loop.run { [connection] in connection.waitForRoom(Connection.highWater, continuation) }
        }
        return await isOpen
    }

    /// The client has a moment to end the connection, once it has read what waits for it; then it is cut.
    package func awaitEnd() {
        connection.loop.run { [connection] in if connection.phase == .upgraded { connection.awaitEnd() } }
    }

    /// Calls back once when the connection is closed; at once when it is.
    package func whenGone(_ body: @escaping @Sendable () -> Void) {
        connection.loop.run { [connection] in
            if connection.phase == .closed { body() } else { connection.whenGone = body }
        }
    }

    /// Ends the connection behind what was written.
    package func close() { connection.loop.run { [connection] in connection.endOutput() } }

    private var isOpen: Bool {
        get async { await connection.loop.ask { [connection] in connection.phase == .upgraded } }
    }
}
