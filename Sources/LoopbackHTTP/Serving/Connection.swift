import Dispatch

/// One connection: reads requests, runs the handler for one after the other, and writes what it answers.
///
/// The queue is the lock: it is entered with `sync` from a handler's task, never for longer than a system call that does
/// not block, so that a plain answer needs no other thread.
final class Connection: @unchecked Sendable {  // all that changes is touched on `queue` alone
    enum Phase {
        /// Between requests or within one.
        case reading
        /// The handler runs; what comes meanwhile waits.
        case answering
        /// Another protocol has the connection.
        case upgraded
        /// The answer is out, and the client's end is awaited, or it would lose what it has not read yet.
        case lingering
        case closed
    }

    let queue = DispatchQueue(label: "LoopbackHTTP.connection")
    let descriptor: Int32
    let server: LoopbackServer
    var phase = Phase.reading
    var parser: RequestParser
    var head: RequestHead?
    var body: [UInt8] = []
    var writer = ResponseWriter(method: "GET")
    var task: Task<Void, Never>?
    /// Bytes for the client that the system has not taken yet.
    var output: [UInt8] = []
    var outputStart = 0
    var closesWhenWritten = false
    var inputHasEnded = false
    var isDraining = false
    var deadline = Deadline.none
    /// Bytes for the protocol that took over, and those who wait for them.
    var inbox: [UInt8] = []
    var readers: [CheckedContinuation<Void, Never>] = []
    var writersWaiting: [CheckedContinuation<Void, Never>] = []
    private var reading: Readiness?
    private var writing: Readiness?
    private var openSources = 0

    /// What a client may leave unread before the handler waits, and what is read ahead of a handler.
    static let highWater = 262_144

    init(descriptor: Int32, server: LoopbackServer) {
        self.descriptor = descriptor
        self.server = server
        parser = RequestParser(limits: server.configuration.limits)
    }

    func start(refusing: Bool) {
        queue.async { [self] in
            guard phase != .closed else { return }
            openSources += 1
            reading = Readiness(
                DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue),
                ready: { [self] in readAll() }, cancelled: { [self] in sourceEnded() })
            setDeadline(.idle)
            reading?.want(true)
            if refusing { refuse(Rejection(503, "There are too many connections.")) }
        }
    }

    // MARK: Reading

    private func readAll() {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            // One connection that never pauses must not keep its thread for ever.
            for _ in 0..<8 where phase != .closed && !inputHasEnded {
                switch Sockets.receive(descriptor, into: buffer) {
                case .done(0): inputEnded()
                case .done(let count):
                    received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    if count < buffer.count { return }
                case .wouldBlock: return
                case .exhausted, .failed: close()
                }
            }
        }
    }

    private func received(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .reading:
            parser.feed(bytes)
            advance()
        case .answering:
            parser.feed(bytes)
            if parser.bufferedBytes > Self.highWater { reading?.want(false) }
        case .upgraded:
            inbox += bytes
            if inbox.count > Self.highWater { reading?.want(false) }
            wake(&readers)
        case .lingering, .closed: break
        }
    }

    private func inputEnded() {
        inputHasEnded = true
        reading?.want(false)
        switch phase {
        // The client may have left or only have said its last word: what is written is still sent, but nothing that
        // only waits goes on.
        case .answering: task?.cancel()
        case .upgraded: wake(&readers)
        case .reading, .lingering: close()
        case .closed: break
        }
    }

    func wantInput() { if !inputHasEnded { reading?.want(true) } }

    /// Reads on until a request is whole or more bytes are needed.
    func advance() {
        while phase == .reading {
            do throws(Rejection) {
                guard let event = try parser.next() else {
                    if inputHasEnded || (isDraining && parser.isIdle) { return endOutput() }
                    return awaitInput()
                }
                switch event {
                case .head(let head): try begin(head)
                case .body(let bytes): body += bytes
                case .end(let trailers): answer(trailers: trailers)
                }
            } catch {
                refuse(error)
            }
        }
    }

    private func awaitInput() { setDeadline(parser.isIdle ? .idle : parser.isInBody ? .body : .head) }

    private func begin(_ head: RequestHead) throws(Rejection) {
        self.head = head
        body = []
        guard server.configuration.accepts(authority: head.authority) else {
            throw Rejection(421, "The request is for another host.")
        }
        guard head.form != .authority else { throw Rejection(501, "There are no tunnels here.") }
        // A client that has begun the body does not wait.
        if head.expectsContinue, head.framing != .none, parser.bufferedBytes == 0 {
            send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
    }

    private func answer(trailers: Fields) {
        guard let head else { return }
        phase = .answering
        setDeadline(.none)
        let request = Request(head: head, body: body, trailers: trailers)
        body = []
        writer = ResponseWriter(to: head)
        if isDraining { writer.closeAfterwards() }
        let stream = ResponseStream(self)
        task = Task { [handler = server.handler] in
            await handler(request, stream)
            stream.finish()
        }
    }

    /// The handler has returned.
    func handlerReturned() {
        task = nil
        guard phase == .answering else { return }
        if !writer.hasStarted { return refuse(Rejection(500, "The handler gave no answer.")) }
        // Half an answer must not look like a whole one.
        if !writer.isEnded || writer.closes || isDraining { return endOutput() }
        phase = .reading
        wantInput()
        advance()
    }

    /// Tells the client why it is not answered, and ends the connection.
    func refuse(_ rejection: Rejection) {
        let text = rejection.reason + "\n"
        var writer = ResponseWriter(method: head?.method == "HEAD" ? "HEAD" : "GET", keepsAlive: false)
        let fields: Fields = ["Content-Type": "text/plain; charset=utf-8"]
        if let start = try? writer.start(ResponseHead(rejection.status, fields: fields), length: text.utf8.count),
            let body = try? writer.body(Array(text.utf8))
        {
            send(start + body)
        }
        endOutput()
    }

    // MARK: Writing

    /// Sends what fits and keeps the rest; whether the caller should wait for room.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        guard phase != .closed, !bytes.isEmpty else { return false }
        if outputStart == output.count {
            output = bytes
            outputStart = 0
        } else {
            output += bytes
        }
        flush()
        return output.count - outputStart > Self.highWater
    }

    private func flush() {
        while outputStart < output.count {
            let result = output.withUnsafeBytes {
                Sockets.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[outputStart...]))
            }
            switch result {
            case .done(let count):
                outputStart += count
                if deadline.reason == .write { setDeadline(.write) }
            case .wouldBlock: return waitForRoom()
            case .exhausted, .failed: return close()
            }
        }
        output = []
        outputStart = 0
        writing?.want(false)
        if deadline.reason == .write { phase == .reading ? awaitInput() : setDeadline(.none) }
        wake(&writersWaiting)
        if closesWhenWritten { linger() }
    }

    private func waitForRoom() {
        if outputStart > output.count / 2 {
            output.removeSubrange(..<outputStart)
            outputStart = 0
        }
        if deadline.reason != .write { setDeadline(.write) }
        if writing == nil {
            openSources += 1
            writing = Readiness(
                DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue),
                ready: { [self] in flush() }, cancelled: { [self] in sourceEnded() })
        }
        writing?.want(true)
        if output.count - outputStart <= Self.highWater { wake(&writersWaiting) }
    }

    func wake(_ waiting: inout [CheckedContinuation<Void, Never>]) {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    // MARK: Ending

    /// Ends the connection behind what is still to be written.
    func endOutput() {
        guard phase != .closed, phase != .lingering else { return }
        phase = .lingering
        wantInput()
        if outputStart == output.count { linger() } else { closesWhenWritten = true }
    }

    private func linger() {
        closesWhenWritten = false
        if inputHasEnded { return close() }
        Sockets.endWriting(descriptor)
        setDeadline(.linger)
    }

    /// Closes at once; whoever waits learns it, and the handler is cancelled.
    func close(reset: Bool = false) {
        guard phase != .closed else { return }
        phase = .closed
        setDeadline(.none)
        if reset { Sockets.resetOnClose(descriptor) }
        task?.cancel()
        output = []
        outputStart = 0
        wake(&writersWaiting)
        wake(&readers)
        if openSources == 0 { return closeDescriptor() }
        reading?.cancel()
        writing?.cancel()
    }

    /// A descriptor must not be closed while a source still watches it: the number may be another connection's by then.
    private func sourceEnded() {
        openSources -= 1
        if openSources == 0 { closeDescriptor() }
    }

    private func closeDescriptor() {
        reading = nil
        writing = nil
        Sockets.close(descriptor)
        server.ended(self)
    }
}
