/// One connection: reads requests, lets the handler answer one after the other, and writes what it answers.
///
/// Everything happens on the thread of its loop, which never waits for one of them.
final class Connection: @unchecked Sendable {  // all that changes is touched on the loop's thread alone
    enum Phase {
        /// Between requests or within one.
        case reading
        /// An answer is expected from the handler; what comes meanwhile waits.
        case answering
        /// Another protocol has the connection.
        case upgraded
        /// The answer is out, and the client's end is awaited, or it would lose what it has not read yet.
        case lingering
        case closed
    }

    let loop: EventLoop
    let server: LoopbackServer
    private let descriptor: Int32
    private(set) var phase = Phase.reading
    private var parser: RequestParser
    private var head: RequestHead?
    private var body: [UInt8] = []
    /// Whom the last request asked; most connections ask for one host only.
    private var acceptedAuthority: String?
    var writer = ResponseWriter(method: "GET")
    /// Counts the requests, so that a late word of one answer is not heard as another's.
    private(set) var answer = 0
    private var isAdvancing = false
    /// Requests wait until the client has taken more of the answers.
    private var waitsForRoom = false
    /// Bytes for the client that the system has not taken yet.
    private var output: [UInt8] = []
    private var outputStart = 0
    /// While an event is dealt with, bytes are collected: one call to the system for all of them.
    private var holdsOutput = false
    private var closesWhenWritten = false
    /// Whether the client then sees a reset, and no end.
    private var resets = false
    private var inputHasEnded = false
    private var isDraining = false
    var deadline = Deadline.none
    /// Told once when the connection ends before the answer does, or the protocol that took over.
    var whenGone: (@Sendable () -> Void)?
    /// Bytes for the protocol that took over, and who waits for them.
    private var inbox: [UInt8] = []
    private var readers: [CheckedContinuation<[UInt8]?, Never>] = []
    /// Whether the protocol that took over has said its last word.
    private var awaitsEnd = false
    /// Whoever reads has been told to stop.
    private var readingIsOver = false
    private var waitingForRoom: [(limit: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var watch: Watch?

    /// What a client may leave unread before the handler waits, and what is read ahead of a handler.
    static let highWater = 262_144
    /// What a connection keeps of its buffers between requests.
    private static let keptCapacity = 4_096

    init(descriptor: Int32, loop: EventLoop, server: LoopbackServer) {
        self.descriptor = descriptor
        self.loop = loop
        self.server = server
        parser = RequestParser(limits: server.configuration.limits)
    }

    func start(refusing: Bool) {
        watch = Watch(
            descriptor, on: loop, readable: { [self] in readAll() }, writable: { [self] in flush() },
            ended: { [self] in if phase == .answering { close() } })
        setDeadline(.idle)
        watch?.want(input: true)
        if refusing { refuse(Rejection(503, "There are too many connections.")) }
    }

    // MARK: Reading

    private func readAll() {
        holdsOutput = true
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            // One connection that never pauses must not keep the loop for ever.
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
        holdsOutput = false
        flush()
    }

    private func received(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .reading:
            parser.feed(bytes)
            extendDeadline(forBytes: bytes.count)
            advance()
            if waitsForRoom { limitInput() }
        case .answering:
            parser.feed(bytes)
            limitInput()
        case .upgraded:
            inbox += bytes
            giveToReaders()
            if inbox.count > Self.highWater { watch?.want(input: false) }
        case .lingering, .closed: break
        }
    }

    private func inputEnded() {
        inputHasEnded = true
        watch?.want(input: false)
        switch phase {
        // The client has left, or has only said its last word: that cannot be told apart, and a handler that is still
        // at work must not work for nobody.
        case .answering: close()
        case .upgraded: giveToReaders()
        // Requests may still wait until there is room for their answers.
        case .reading: advance()
        case .lingering: if outputStart == output.count { close() } else { closesWhenWritten = true }
        case .closed: break
        }
    }

    private func limitInput() {
        guard parser.bufferedBytes > Self.highWater else { return }
        watch?.want(input: false)
        // Nothing is read, and yet the handler must not work for nobody.
        if phase == .answering { watch?.want(end: true) }
    }

    private func wantInput() {
        watch?.want(end: false)
        if !inputHasEnded { watch?.want(input: true) }
    }

    /// Reads on until more bytes are needed, or somebody must answer or take answers first.
    private func advance() {
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        // Whoever asks and asks, and reads no answers, must not fill the memory with them.
        while phase == .reading {
            waitsForRoom = output.count - outputStart > Self.highWater
            if waitsForRoom { return }
            do throws(Rejection) {
                guard let event = try parser.next() else {
                    if inputHasEnded || isDraining && parser.isIdle { return endOutput() }
                    // A client that takes nothing must not gain time by what it sends.
                    if deadline.reason != .write { resumeDeadline() }
                    return
                }
                switch event {
                case .head(let head): try begin(head)
                case .body(let bytes): if body.isEmpty { body = bytes } else { body += bytes }
                case .end(let trailers): answer(trailers: trailers)
                }
                if inputHasEnded, phase == .answering { return close() }
            } catch {
                refuse(error)
            }
        }
    }

    private func begin(_ head: RequestHead) throws(Rejection) {
        self.head = head
        if head.authority != acceptedAuthority {
            guard !server.isOnLoopback || server.configuration.accepts(authority: head.authority) else {
                throw Rejection(421, "The request is for another host: this server knows none of that name.")
            }
            acceptedAuthority = head.authority
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
        answer += 1
        let request = Request(head: head, body: body, trailers: trailers)
        body = []
        writer = ResponseWriter(to: head)
        if isDraining { writer.closeAfterwards() }
        server.handler(request, ResponseStream(self, answer: answer))
    }

    /// The answer is complete.
    func finishAnswer() {
        guard phase == .answering else { return }
        whenGone = nil
        head = nil
        if writer.closes || isDraining { return endOutput() }
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

    /// Sends what fits and keeps the rest.
    func send(_ bytes: [UInt8]) {
        guard phase != .closed, !bytes.isEmpty else { return }
        if output.isEmpty, !holdsOutput { output = bytes } else { output += bytes }
        if !holdsOutput { flush() }
    }

    private func flush() {
        while outputStart < output.count, phase != .closed {
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
        guard phase != .closed else { return }
        output.removeAll(keepingCapacity: output.capacity <= Self.keptCapacity)
        outputStart = 0
        watch?.want(output: false)
        if deadline.reason == .write { resumeDeadline() }
        wakeWriters()
        if closesWhenWritten { return linger() }
        guard waitsForRoom, phase == .reading else { return }
        wantInput()
        advance()
    }

    private func resumeDeadline() {
        guard phase == .reading else { return setDeadline(awaitsEnd ? .linger : .none) }
        setDeadline(parser.isIdle ? .idle : parser.isInBody ? .body : .head)
    }

    private func waitForRoom() {
        if outputStart > output.count / 2 {
            output.removeSubrange(..<outputStart)
            outputStart = 0
        }
        if deadline.reason != .write { setDeadline(.write) }
        watch?.want(output: true)
        wakeWriters()
    }

    /// Calls back when no more than so many bytes wait for the client, or the connection has ended.
    func waitForRoom(_ limit: Int, _ continuation: CheckedContinuation<Void, Never>) {
        if phase == .closed || output.count - outputStart <= limit { return continuation.resume() }
        waitingForRoom.append((limit, continuation))
    }

    private func wakeWriters() {
        guard !waitingForRoom.isEmpty else { return }
        let waiting = phase == .closed ? 0 : output.count - outputStart
        let woken = waitingForRoom.filter { waiting <= $0.limit }
        waitingForRoom.removeAll { waiting <= $0.limit }
        for writer in woken { writer.continuation.resume() }
    }

    // MARK: Another protocol

    /// Hands the connection over behind the head of the answer.
    func upgrade() {
        phase = .upgraded
        inbox = parser.takeRemainder()
        wantInput()
    }

    /// The client has a moment to end the connection, once it has read what waits for it.
    func awaitEnd() {
        awaitsEnd = true
        if deadline.reason != .write { resumeDeadline() }
    }

    /// Whether the client asked for another protocol.
    var isUpgradable: Bool { head.map { !$0.upgrades.isEmpty } ?? false }

    func read(_ continuation: CheckedContinuation<[UInt8]?, Never>) {
        readers.append(continuation)
        giveToReaders()
    }

    /// Nobody gets bytes any more: who waits now, and who comes later.
    func cancelReaders() {
        readingIsOver = true
        let waiting = readers
        readers = []
        for reader in waiting { reader.resume(returning: nil) }
    }

    private func giveToReaders() {
        while !readers.isEmpty {
            if readingIsOver {
                return cancelReaders()
            } else if !inbox.isEmpty {
                let bytes = inbox
                inbox = []
                wantInput()
                loop.handOver()
                readers.removeFirst().resume(returning: bytes)
            } else if inputHasEnded || phase != .upgraded {
                return cancelReaders()
            } else {
                return
            }
        }
    }

    // MARK: Ending

    /// Ends behind the answer that is being written, or now.
    func drain() {
        isDraining = true
        if phase == .answering {
            if !writer.hasStarted { writer.closeAfterwards() }
        } else if phase == .reading, parser.isIdle {
            endOutput()
        }
    }

    /// Ends the connection behind what is still to be written.
    func endOutput(reset: Bool = false) {
        guard phase != .closed, phase != .lingering else { return }
        resets = reset
        phase = .lingering
        cancelReaders()
        wantInput()
        // Bytes that are held back go out at the end of the event.
        if outputStart == output.count { linger() } else { closesWhenWritten = true }
    }

    private func linger() {
        closesWhenWritten = false
        if inputHasEnded || resets { return close(reset: resets) }
        Sockets.endWriting(descriptor)
        setDeadline(.linger)
    }

    /// Closes at once; whoever waits learns it.
    func close(reset: Bool = false) {
        guard phase != .closed else { return }
        phase = .closed
        deadline = .none
        if reset { Sockets.resetOnClose(descriptor) }
        output = []
        outputStart = 0
        let gone = whenGone
        whenGone = nil
        gone?()
        wakeWriters()
        cancelReaders()
        watch?.end()
        watch = nil
        Sockets.close(descriptor)
        server.ended(self)
    }
}
