import LoopbackHTTP

/// The answer to one request that came over a socket.
final class SocketLoad: DeliverySink, ClosableLoad {
    private struct State {
        var isOver = false
        var hasBegun = false
        /// What a client has of an answer whose end it knows.
        var counted: Counted?
        var exchange: Int?
        var work: WorkHandle?
        var webSocket: WebSocketConnection?
        /// Run when the load is over.
        var enders: [@Sendable () -> Void] = []
    }

    private struct Counted {
        let head: ResponseHead
        let length: Int
        var pieces: [Data] = []
        var count = 0
    }

    let core: ServerCore
    let stream: ResponseStream
    private let origins: OriginMap
    private let request: MockRequest
    /// As it came.
    let head: RequestHead
    private let unexpectedStatus: Int
    private let state = Locked(State())

    /// A client on the other side of a socket has its own patience, and nobody here knows it.
    let limits = TimeLimits.endless

    init(
        _ request: MockRequest, _ head: RequestHead, _ stream: ResponseStream, _ origins: OriginMap,
        unexpectedStatus: Int
    ) {
        core = origins.core
        self.request = request
        self.head = head
        self.stream = stream
        self.origins = origins
        self.unexpectedStatus = unexpectedStatus
    }

    /// Ends work that has begun.
    func carryOut(_ decision: Decision) {
        if case .respond(let ready) = decision.action, ready.isImmediate(for: request) {
            if !decision.isSettled { core.complete(decision.exchange, ready.outcome(for: request)) }
            send(ready)
            return core.clock.workEnded()
        }
        state.withLock { $0.exchange = decision.exchange }
        if case .fail(let error) = decision.action {
            refuse(error)
            return core.clock.workEnded()
        }
        startDelivery(decision)
    }

    private func startDelivery(_ decision: Decision) {
        guard core.register(self) else {
            fail(URLError.mock(.cancelled, "\(core.name) was closed", for: request), .simulated)
            return core.clock.workEnded()
        }
        let work = WorkHandle()
        state.withLock { $0.work = work }
        // What arrives from here on: the client's end.
        stream.whenGone { self.leave(.cancelled) }
        let delivery = Delivery(core: core, sink: self, timeline: Timeline(clock: core.clock, limits: limits))
        let prepared = request.prepared(for: decision, core)
        core.start(work) { await delivery.run(decision, prepared) }
    }

    /// Everything is there.
    private func send(_ ready: ReadyResponse) {
        let response = ready.response
        let head = wireHead(ResponseHead(response, for: request))
        // Told with its bytes at once, a length would be added, for HEAD a wrong one.
        if let body = ready.plainBody, !response.hidesLength {
            return stream.respond(head, body: response.hasBody(for: request) ? Array(body) : [])
        }
        if case .failure = response.kind { return stream.cut() }
        stream.start(head)
        for chunk in response.deliveredChunks(for: request) { stream.write(Array(chunk)) }
        if response.cut == nil { stream.end() } else { stream.cut() }
    }

    // MARK: The end

    /// Ends the load and completes the journal before the client is told: whoever has the answer finds it there.
    ///
    /// - Returns: True for the one who ended it.
    @discardableResult
    func leave(_ outcome: Journal.Outcome) -> Bool {
        let (isFirst, exchange, work, enders) = state.withLock { state in
            defer {
                state.isOver = true
                (state.work, state.enders) = (nil, [])
            }
            return (!state.isOver, state.exchange, state.work, state.enders)
        }
        guard isFirst else { return false }
        if let exchange { core.complete(exchange, outcome) }
        core.unregister(self)
        work?.cancel()
        for ender in enders { ender() }
        return true
    }

    /// Runs when the load is over; at once when it is.
    func whenOver(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.enders.append(body) }
            return state.isOver
        }
        if isOver { body() }
    }

    func serverClosed(_ error: any Error) {
        // A client that speaks by WebSocket is told that the server goes away (RFC 6455, section 7.4.1).
        try? state.withLock(\.webSocket)?.close(code: 1001)
        fail(error, .simulated)
    }

    /// The connection speaks by WebSocket from here on. A script whose client is lost must not go on for ever.
    func speaks(_ connection: WebSocketConnection) {
        let work = state.withLock { state in
            state.webSocket = connection
            return state.work
        }
        connection.whenLost { work?.cancel() }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    /// Tells the client what a `URLSession` in this process would have got as an error.
    private func refuse(_ error: any Error) {
        guard leave(.failure(error)) else { return }
        // A closed server has no answers: like a server that is not there any more.
        if core.isClosed { return stream.cut() }
        let report = error.localizedDescription
        guard request.prefersJSON else { return respond(unexpectedStatus, "text/plain; charset=utf-8", report) }
        let json = JSONValue.object([
            "error": .string("unexpected request"), "method": .string(request.method), "report": .string(report),
            "url": .string(RequestText.url(request)),
        ])
        respond(unexpectedStatus, "application/json", json.compactText)
    }

    private func respond(_ status: Int, _ contentType: String, _ text: String) {
        stream.respond(.init(status, fields: ["Content-Type": contentType]), body: Array(text.utf8))
    }

    // MARK: DeliverySink

    func begin(_ head: ResponseHead) {
        noteBeginning()
        noteHead(head)
        stream.start(wireHead(head))
    }

    func noteBeginning() { state.withLock { $0.hasBegun = true } }

    /// Comes before the last byte of the head is sent.
    func noteHead(_ head: ResponseHead) {
        guard let length = head.bodyEnd else { return }
        state.withLock { $0.counted = Counted(head: head, length: length) }
        note(Data())
    }

    /// Completes the journal before bytes are sent with which the client has the whole answer: it does not wait for the
    /// end.
    private func note(_ data: Data) {
        let (exchange, counted) = state.withLock { state -> (Int?, Counted?) in
            state.counted?.pieces.append(data)
            state.counted?.count += data.count
            guard let counted = state.counted, counted.count >= counted.length else { return (nil, nil) }
            state.counted = nil
            return (state.exchange, counted)
        }
        guard let exchange, let counted else { return }
        core.complete(exchange, .response(counted.head, counted.pieces.joined.fromZero))
    }

    func write(_ data: Data) async throws {
        note(data)
        stream.write(Array(data))
        await stream.waitForRoom()
        if isOver { throw CancellationError() }
    }

    /// Without waiting for the client.
    func relay(_ data: Data) { stream.write(Array(data)) }

    func end(_ outcome: Journal.Outcome) { if leave(outcome) { stream.end() } }

    func fail(_ error: any Error, _ kind: FailureKind) {
        guard leave(.failure(error)) else { return }
        // Half an answer can only be broken off.
        if kind == .simulated || state.withLock(\.hasBegun) { return stream.cut() }
        respond(500, "text/plain; charset=utf-8", error.localizedDescription + "\n")
    }

    func flush() async { await stream.waitUntilSent() }

    /// Real clients follow by themselves.
    func redirect(_ head: ResponseHead, to request: URLRequest) async -> RedirectChoice { .refuse }

    /// Real clients know their users by themselves.
    func authenticate(
        _ round: ChallengeRound, _ head: ResponseHead, _ clock: ServerClock
    ) async -> ChallengeChoice { .refuse }

    func keep(_ credential: URLCredential, for space: Challenge.Space) {}

    func bodyAgain(_ request: MockRequest) async -> Data? { request.body }

    func passThrough(_ request: MockRequest) { NetworkRelay.start(request, for: self) }

    /// Nil for what the network can be asked.
    func whyNotPassed(_ request: MockRequest) -> String? {
        guard ["http", "https"].contains(request.url.scheme), request.url.host != nil else { return "it has no URL" }
        // It would come again and again, until there are no sockets left.
        if origins.leadsHere(request.parts, head) { return "the network would bring it back to this server" }
        // A page in a browser may ask for any path here; it must not reach through us what it cannot reach itself.
        let isStrange = head.target.hasPrefix(OriginMap.prefix) && !core.knows(host: request.parts.hostName)
        return isStrange ? "no stub of this server names its host" : nil
    }

    /// With the origin's own URLs replaced where a client would follow them.
    func wireHead(_ head: ResponseHead) -> LoopbackHTTP.ResponseHead {
        let isRedirect = head.statusCode / 100 == 3
        let lines = head.lines.map { line in
            guard isRedirect, line.name.equalsIgnoringCase("Location"),
                let url = origins.loopbackURL(
                    for: line.value, of: head.request, isProxied: self.head.form == .absolute)
            else { return Field(line.name, line.value) }
            return Field(line.name, url)
        }
        return LoopbackHTTP.ResponseHead(head.statusCode, fields: Fields(lines))
    }
}

extension ReadyResponse {
    /// What becomes of an answer that is sent at once.
    fileprivate func outcome(for request: MockRequest) -> Journal.Outcome {
        if case .failure(let error) = response.kind { return .failure(error.locatedIfURLError(at: request)) }
        guard let error = response.cut?.error else { return .ready(self) }
        let sent = response.deliveredChunks(for: request).reduce(0) { $0 + $1.count }
        if let end = ResponseHead(response, for: request).bodyEnd, sent >= end { return .ready(self) }
        return .failure(error.locatedIfURLError(at: request))
    }
}

extension ResponseHead {
    /// The number of bytes of the body with which a client has the whole answer (RFC 9112, section 6.3); nil when only
    /// an end tells.
    fileprivate var bodyEnd: Int? {
        if request.method == "HEAD" || statusCode == 204 || statusCode == 304 { return 0 }
        let names = lines.map { $0.name.lowercased() }
        guard !names.contains("transfer-encoding"), let index = names.firstIndex(of: "content-length") else {
            return nil
        }
        return Int(lines[index].value)
    }
}

extension MockRequest {
    /// Whether JSON stands in `Accept`, wherever (RFC 9110, section 12.5.1).
    fileprivate var prefersJSON: Bool {
        headers.all("Accept").contains { MediaType.isJSON(MediaType.essence(of: $0)) }
    }
}
