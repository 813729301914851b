/// One load of a `URLProtocol`: what reaches the client, in order, exactly once, in the right place.
///
/// Foundation starts and stops a load several times, and both race with answers; a call to the client after the end, or
/// from another place than the loader's, ends the process on Linux. So what is to be delivered goes through an inbox that
/// is emptied on the loader's context, and one state says whether the load is over.
final class ProtocolLoad: DeliverySink, ClosableLoad, @unchecked Sendable {
    // All stored properties are touched on the loader's context only, but for `state`, and `limits`, which is set there
    // before the load runs anywhere else.

    enum Step: Sendable {
        case response(HTTPURLResponse)
        case data(Data)
        case end(Journal.Outcome)
        case fail(any Error)
        case run(@Sendable (ProtocolLoad) -> Void)
    }

    private enum Phase { case new, begun, over }

    private struct State {
        var phase = Phase.new
        var inbox: [Step] = []
        var isScheduled = false
        var isDelivering = false
        /// Whether the inbox waits for the client to resume its task.
        var isSuspended = false
        var exchange: Int?
        /// Resumed when the inbox is empty; the second kind also when the client is suspended.
        var writers: [CheckedContinuation<Void, Never>] = []
        var flushers: [CheckedContinuation<Void, Never>] = []
        /// What runs for the load, to be cancelled with it.
        var work: WorkHandle?
        /// Run when the load is over.
        var enders: [@Sendable () -> Void] = []
    }

    let core: ServerCore
    /// Nil once the load is over, and so are the two behind it.
    private(set) var loader: URLProtocol?
    private(set) var task: URLSessionTask?
    private(set) var client: (any URLProtocolClient)?
    private var chunks: [Data] = []
    private var response: HTTPURLResponse?
    private var isAsyncCall = false
    /// Where the client hears of it; known only where somebody waits for that.
    private var delegateQueue: OperationQueue?
    /// The delegate queue, if it is one of ours.
    private var directQueue: DirectDelegateQueue?
    private var holdsBack = false
    /// The loader of the real network, for a request that is passed through.
    var native: URLProtocol?
    /// What the client hears when that loader is stopped by us.
    private var parting: (any Error)?
    /// Where the client may be called; made when something of the load runs elsewhere.
    private lazy var context = task.map(LoaderContext.current) ?? .queue(.global())
    /// Whether anything of it runs elsewhere than in `startLoading`.
    private var takesTime = false
    private let state = Locked(State())
    private(set) var limits: TimeLimits

    /// How many steps may wait before a writer has to.
    private static let highWater = 16

    init(_ loader: URLProtocol, core: ServerCore?) {
        self.loader = loader
        self.core = core ?? .nobody
        client = loader.client
        // A protocol that is being started has a task; a made-up one cannot be answered anyway.
        task = loader.task
        limits = TimeLimits(idle: .seconds(60), total: .seconds(604_800))
    }
}

// MARK: What the loader calls

extension ProtocolLoad {
    func start() {
        guard let loader, let task, task.isRunning else { return }
        let phase = state.withLock { state in
            defer { if state.phase == .new { state.phase = .begun } }
            return state.phase
        }
        switch phase {
        case .new: begin(loader, task)
        case .begun: native.map { $0.startLoading() } ?? pump()
        case .over: break
        }
    }

    func stop() {
        if Platform.suspensionStopsLoads, let task {
            // A quick suspension is over again by now: only a task that has ended stays stopped.
            guard task.state == .canceling || task.state == .completed else {
                native?.stopLoading()
                return
            }
        }
        let wrapped = native
        guard leave(parting.map(Journal.Outcome.failure) ?? .cancelled) else { return }
        wrapped?.stopLoading()
        // Foundation tells of the cancellation next, and is not heard any more.
        if let parting, let loader { client?.urlProtocol(loader, didFailWithError: parting) }
        finished()
    }

    private func begin(_ loader: URLProtocol, _ task: URLSessionTask) {
        isAsyncCall = FoundationInternals.shared.avoidInlineCompletion(of: task)
        let session = Platform.isDarwin ? nil : FoundationInternals.shared.session(of: task)
        if let session { lookAtQueue(of: session, task) }
        switch RequestCapture.read(loader, task, session) {
        case .ready(let request): decide(request, isInline: true)
        case .stream(let request, let stream):
            expectTime()
            // A closed server refuses by name, without the body.
            register() ? readBody(stream, of: request) : decide(MockRequest(request), isInline: true)
        case .askDelegate(let request):
            expectTime()
            register() ? askForBody(of: request, task) : decide(MockRequest(request), isInline: true)
        case .failed(let request, let reason):
            let decision = core.decide(request)
            core.complete(decision.exchange, .failure(URLError(.cannotOpenFile)))
            close(with: URLError.mock(.cannotOpenFile, reason, for: request))
        }
    }

    private func lookAtQueue(of session: URLSession, _ task: URLSessionTask) {
        let queue = session.delegateQueue
        directQueue = DirectDelegateQueue.ours(queue)
        // Bytes that must not be handed over one by one: those of a download, where Foundation expects a file, and those
        // for a delegate queue that would shuffle them.
        holdsBack =
            (!task.isPlainDataTask && task is URLSessionDownloadTask)
            || (directQueue == nil && queue.maxConcurrentOperationCount != 1)
    }

    /// On the loader's context: something of the load will run elsewhere.
    private func expectTime() {
        takesTime = true
        _ = context
        guard let task else { return }
        limits = TimeLimits(task)
        if core.clock.isManual { delegateQueue = FoundationInternals.shared.session(of: task)?.delegateQueue }
    }

    /// False when the server is closed; else it ends the load when it is.
    private func register() -> Bool {
        guard core.register(self) else { return false }
        // Whoever ended the load in between did not find it there.
        if isOver { core.unregister(self) }
        return true
    }

    private func readBody(_ stream: InputStream, of request: URLRequest) {
        let job = BodyReader.shared.read(stream) { [self] body in
            guard !isOver else { return }
            decide(MockRequest(request, body: body), isInline: false)
        }
        // A read that never returns must not keep a thread from others.
        whenOver { BodyReader.shared.giveUp(job) }
    }

    private func askForBody(of request: URLRequest, _ task: URLSessionTask) {
        guard let calls = DelegateCalls(FoundationInternals.shared.session(of: task), task.delegate) else {
            return decide(MockRequest(request), isInline: true)
        }
        calls.askBodyStream(task) { stream in
            if let stream {
                self.readBody(stream, of: request)
            } else {
                self.decide(MockRequest(request), isInline: false)
            }
        }
    }

    private func decide(_ request: MockRequest, isInline: Bool) {
        core.clock.workBegan()
        let decision = core.decide(request, settlesAtOnce: isInline && !holdsBack)
        if !decision.isSettled { state.withLock { $0.exchange = decision.exchange } }
        switch decision.action {
        case .respond(let ready) where ready.isImmediate(for: request):
            if isInline { deliver(ready, request) } else { push(.run { $0.deliver(ready, request) }) }
            core.clock.workEnded()
        case .fail(let error) where isInline:
            close(with: error)
            core.clock.workEnded()
        default:
            if isInline { expectTime() }
            startDelivery(decision, request)
        }
    }

    /// The fast path, on the loader's context: everything is there.
    private func deliver(_ ready: ReadyResponse, _ request: MockRequest) {
        if let body = ready.plainBody { return deliver(body, ready, request) }
        if case .failure(let error) = ready.response.kind { return close(with: error.locatedIfURLError(at: request)) }
        perform(.response(ready.httpResponse(for: request)))
        for chunk in ready.response.deliveredChunks(for: request) { perform(.data(chunk)) }
        if let cut = ready.response.cut {
            close(with: cut.error.locatedIfURLError(at: request))
        } else {
            perform(.end(.ready(ready)))
        }
    }

    /// The same for a body in one piece, without a step: each look at the loader and its client costs as much as a lock,
    /// since Foundation refers to them weakly.
    private func deliver(_ body: Data, _ ready: ReadyResponse, _ request: MockRequest) {
        guard let loader, let client else { return }
        let response = ready.httpResponse(for: request)
        self.response = response
        client.urlProtocol(loader, didReceive: response, cacheStoragePolicy: .notAllowed)
        if !body.isEmpty, ready.response.hasBody(for: request) {
            if holdsBack { chunks.append(body) } else { client.urlProtocol(loader, didLoad: body) }
        }
        finish(loader, client, .ready(ready))
    }

    private func startDelivery(_ decision: Decision, _ request: MockRequest) {
        guard register() else {
            fail(URLError.mock(.cancelled, "\(core.name) was closed", for: request))
            return core.clock.workEnded()
        }
        let clock = core.clock
        let work = WorkHandle()
        state.withLock { $0.work = work }
        if isOver { work.cancel() }
        let timeline = Timeline(clock: clock, limits: limits)
        let delivery = Delivery(core: core, sink: self, timeline: timeline)
        let prepared = request.prepared(for: decision, core)
        // Before the delivery runs: else a clock that is moved by hand could find everybody asleep in between.
        if !clock.isImmediate { clock.workBegan() }
        let run: @concurrent @Sendable () async -> Void = { await delivery.run(decision, prepared) }
        if let runner = core.runner { runner.start(run, work) } else { work.hold(Task.detached { await run() }) }
        guard !clock.isImmediate else { return }
        work.hold(
            Task.detached {
                if (try? await timeline.waitForTimeout()) != nil {
                    self.fail(URLError(.timedOut).located(at: request))
                    await self.flush()
                }
                clock.workEnded()
            })
    }
}

// MARK: The inbox

extension ProtocolLoad {
    var isOver: Bool { state.withLock { $0.phase == .over } }

    func push(_ step: Step) {
        let needsPump = state.withLock { state in
            guard state.phase != .over else { return false }
            state.inbox.append(step)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if needsPump { context.async { self.pump() } }
    }

    /// On the loader's context: delivers what has come, unless the client is suspended.
    private func pump() {
        guard let task else { return drained(isSuspended: true) }
        guard task.isRunning else {
            state.withLock { ($0.isScheduled, $0.isSuspended) = (false, true) }
            return drained(isSuspended: true)
        }
        let steps = state.withLock { state in
            (state.isScheduled, state.isSuspended) = (false, false)
            state.isDelivering = true
            defer { state.inbox = [] }
            return state.inbox
        }
        for step in steps { perform(step) }
        drained(isSuspended: false)
    }

    private func drained(isSuspended: Bool) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isDelivering = false
            guard state.inbox.isEmpty || isSuspended || state.phase == .over else { return [] }
            defer {
                state.flushers = []
                if !isSuspended || state.phase == .over { state.writers = [] }
            }
            return state.flushers + (isSuspended && state.phase != .over ? [] : state.writers)
        }
        for continuation in waiting { continuation.resume() }
    }

    func flush() async {
        await untilInboxIsEmpty()
        // Whoever moves a clock by hand wants the client to have heard of it: what the loader has queued for the delegate
        // or the completion handler runs before this.
        guard let delegateQueue else { return }
        await withCheckedContinuation { continuation in
            context.async { delegateQueue.addOperation { continuation.resume() } }
        }
    }

    private func untilInboxIsEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                let isEmpty = state.phase == .over || state.isSuspended || (state.inbox.isEmpty && !state.isDelivering)
                if !isEmpty { state.flushers.append(continuation) }
                return isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    func write(_ data: Data) async throws {
        push(.data(data))
        await withCheckedContinuation { continuation in
            let mayGoOn = state.withLock { state in
                let mayGoOn = state.phase == .over || state.inbox.count < Self.highWater
                if !mayGoOn { state.writers.append(continuation) }
                return mayGoOn
            }
            if mayGoOn { continuation.resume() }
        }
        if isOver { throw CancellationError() }
    }

    func begin(_ head: ResponseHead) { push(.response(head.makeResponse())) }

    func end(_ outcome: Journal.Outcome) { push(.end(outcome)) }

    func fail(_ error: any Error) { push(.fail(error)) }

    func serverClosed(_ error: any Error) { fail(error) }
}

// MARK: The client's side, on the loader's context

extension ProtocolLoad {
    private func perform(_ step: Step) {
        guard let loader, let client else { return }
        switch step {
        case .response(let response):
            self.response = response
            client.urlProtocol(loader, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
            let data = data.fromZero
            chunks.append(data)
            if !holdsBack { client.urlProtocol(loader, didLoad: data) }
        case .end(let outcome): finish(loader, client, outcome)
        case .fail(let error): close(with: error)
        case .run(let body): body(self)
        }
    }

    private func finish(_ loader: URLProtocol, _ client: any URLProtocolClient, _ outcome: Journal.Outcome) {
        if let reason = handOver(loader, client) {
            return close(with: URLError(.cannotCreateFile, userInfo: [NSLocalizedDescriptionKey: reason]))
        }
        guard leave(outcome) else { return }
        guard isAsyncCall, let directQueue else {
            tellEnd(loader, client)
            return finished()
        }
        let resumption = directQueue.collect { tellEnd(loader, client) }
        finished()
        if let resumption { Task.detached { resumption() } }
    }

    private func tellEnd(_ loader: URLProtocol, _ client: any URLProtocolClient) {
        if response?.statusCode == 401, let shy = response as? ShyResponse {
            shy.hideURL { client.urlProtocolDidFinishLoading(loader) }
        } else {
            client.urlProtocolDidFinishLoading(loader)
        }
    }

    /// Gives completion handlers, async calls and downloads the whole body, where the loader does not.
    ///
    /// - Returns: Why that cannot be done.
    private func handOver(_ loader: URLProtocol, _ client: any URLProtocolClient) -> String? {
        guard holdsBack else {
            if chunks.count > 1, !Platform.handlersGetAllChunks {
                withDummyTask(loader) { client.urlProtocol(loader, didLoad: joined) }
            }
            return nil
        }
        if task is URLSessionDownloadTask { return handOverFile(loader, client) }
        if !chunks.isEmpty { client.urlProtocol(loader, didLoad: joined) }
        return nil
    }

    private var joined: Data { chunks.count == 1 ? chunks[0] : chunks.reduce(into: Data()) { $0 += $1 } }

    private func handOverFile(_ loader: URLProtocol, _ client: any URLProtocolClient) -> String? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("WindTunnel-\(UUID().uuidString).tmp")
        do {
            try joined.write(to: file)
        } catch {
            return "the file of a download cannot be written to \(file.path): \(error)"
        }
        // The protocol's table of properties must be its own before it is written to.
        withDummyTask(loader) { client.urlProtocol(loader, didLoad: Data([0])) }
        if FoundationInternals.shared.setTemporaryFile(file, of: loader) { return nil }
        try? FileManager.default.removeItem(at: file)
        return "download tasks cannot be answered with this Foundation; use a data task"
    }

    /// While another task stands in, what is loaded is kept in the protocol and told to no delegate.
    private func withDummyTask(_ loader: URLProtocol, _ body: () -> Void) {
        guard let dummy = FoundationInternals.dummyTask else { return }
        loader.standIn(dummy)
        body()
        loader.standIn(task)
    }

    func close(with error: any Error) {
        if native != nil { return stopNative(with: error) }
        guard let loader, let client, leave(.failure(error)) else { return }
        client.urlProtocol(loader, didFailWithError: error)
        finished()
    }

    /// The loader of the real network can be stopped by a cancellation alone, and would go on telling the client.
    private func stopNative(with error: any Error) {
        guard parting == nil, let task else { return }
        parting = error
        // Not from here: that would end the process.
        DispatchQueue.global().async { task.cancel() }
    }

    /// What is due later is not to come any more: the loader of the real network has its own time-out.
    func dropWork() { state.withLock { $0.work }?.cancel() }

    /// Runs when the load is over; at once when it is.
    func whenOver(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.phase != .over { state.enders.append(body) }
            return state.phase == .over
        }
        if isOver { body() }
    }

    /// Ends the load and completes the journal, before the client is told: whoever waits for the answer finds it there.
    ///
    /// - Returns: True for the one who ended it.
    func leave(_ outcome: Journal.Outcome) -> Bool {
        let (isFirst, exchange) = state.withLock { state in
            defer { state.phase = .over }
            return (state.phase != .over, state.exchange)
        }
        if isFirst, let exchange { core.complete(exchange, outcome) }
        return isFirst
    }

    /// Lets everything go that waits for the load.
    func finished() {
        (loader, task, client) = (nil, nil, nil)
        (native, response, directQueue) = (nil, nil, nil)
        chunks = []
        // Who never waited for anything has nothing to let go.
        guard takesTime else { return }
        let (enders, work) = state.withLock { state in
            state.inbox = []
            defer { (state.enders, state.work) = ([], nil) }
            return (state.enders, state.work)
        }
        for ender in enders { ender() }
        work?.cancel()
        core.unregister(self)
        drained(isSuspended: false)
    }
}
