/// One load of a `URLProtocol`: what reaches the client, in order, exactly once, in the right place.
///
/// Foundation starts and stops a load several times, and both race with answers; a call to the client after the end, or
/// from another place than the loader's, ends the process on Linux. So what is to be delivered goes through an inbox
/// that is emptied on the loader's context, and one state says whether the load is over.
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

    enum Phase { case new, begun, over }

    struct State {
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
        /// The session's, once they were asked for.
        var credentials: CredentialStore?
        /// Run when the load is over.
        var enders: [@Sendable () -> Void] = []
    }

    let core: ServerCore
    /// Nil once the load is over, and so are the two behind it.
    var loader: URLProtocol?
    var task: URLSessionTask?
    var client: (any URLProtocolClient)?
    var chunks: [Data] = []
    var response: HTTPURLResponse?
    var isAsyncCall = false
    /// Where the client hears of it; known only where somebody waits for that.
    var delegateQueue: OperationQueue?
    /// The delegate queue, if it is one of ours.
    var directQueue: DirectDelegateQueue?
    var holdsBack = false
    /// Whether the body came from a stream, whose length nobody knows.
    var streamsBody = false
    /// Bytes of a download so far, and the delegate that is told of them.
    var written: Int64 = 0
    var writtenTo: DelegateCalls?
    /// The loader of the real network, for a request that is passed through.
    var native: URLProtocol?
    /// What the client hears when that loader is stopped by us.
    var parting: (any Error)?
    /// What the loader was told of and has not answered, where it asks by itself.
    var challenge: URLAuthenticationChallenge?
    /// The body of a streamed upload comes from its delegate, for each time that it is sent.
    var asksForBody = false
    /// Where the client may be called; made when something of the load runs elsewhere.
    lazy var context = task.map(LoaderContext.current) ?? .queue(.global())
    /// Whether anything of it runs elsewhere than in `startLoading`.
    var takesTime = false
    let state = Locked(State())
    var limits: TimeLimits

    /// How many steps may wait before a writer has to.
    static let highWater = 16

    init(_ loader: URLProtocol, core: ServerCore?) {
        self.loader = loader
        self.core = core ?? .nobody
        client = loader.client
        // A protocol that is being started has a task; a made-up one cannot be answered anyway.
        task = loader.task
        limits = .foundation
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
            streamsBody = task.isPlainDataTask
            expectTime()
            // A closed server refuses by name, without the body.
            register()
                ? readBody(stream, of: request, watchBody(of: request)) : decide(MockRequest(request), isInline: true)
        case .askDelegate(let request):
            streamsBody = true
            asksForBody = true
            expectTime()
            register()
                ? askForBody(of: request, task, watchBody(of: request)) : decide(MockRequest(request), isInline: true)
        case .failed(let request, let reason):
            expectTime()
            refuse(request, URLError.mock(.cannotOpenFile, reason, for: request))
        }
    }

    /// A request that cannot be answered still counts and is kept; matchers of users are not asked in the loader's
    /// place.
    private func refuse(_ request: MockRequest, _ error: URLError) {
        DispatchQueue.global().async { self.settle(request, error) }
    }

    private func settle(_ request: MockRequest, _ error: URLError) {
        let decision = core.decide(request)
        core.complete(decision.exchange, .failure(error))
        fail(error)
    }

    private func lookAtQueue(of session: URLSession, _ task: URLSessionTask) {
        let queue = session.delegateQueue
        directQueue = DirectDelegateQueue.ours(queue)
        // Bytes that must not be handed over one by one: those of a download, where Foundation expects a file, and
        // those for a delegate queue that would shuffle them.
        holdsBack =
            (!task.isPlainDataTask && task is URLSessionDownloadTask)
            || (directQueue == nil && queue.maxConcurrentOperationCount != 1)
    }

    /// On the loader's context: something of the load will run elsewhere.
    func expectTime() {
        takesTime = true
        _ = context
        guard let task else { return }
        limits = TimeLimits(task)
        if core.clock.isManual { delegateQueue = FoundationInternals.shared.session(of: task)?.delegateQueue }
    }

    /// False when the server is closed; else it ends the load when it is.
    func register() -> Bool {
        guard core.register(self) else { return false }
        // Whoever ended the load in between did not find it there.
        if isOver { core.unregister(self) }
        return true
    }

    /// Nobody knows when a body that the client writes itself is complete, but the client loses patience all the same.
    private func watchBody(of request: URLRequest) -> BodyWatch {
        let watch = BodyWatch(clock: core.clock, limits: limits) { [self] in
            let request = MockRequest(request)
            settle(request, URLError(.timedOut).located(at: request))
            await flush()
        }
        whenOver { watch.end() }
        return watch
    }

    private func readBody(_ stream: InputStream, of request: URLRequest, _ watch: BodyWatch) {
        let job = BodyReader.shared.read(stream, progress: watch.noteActivity) { [self] body in
            guard watch.end(), !isOver else { return }
            decide(MockRequest(request, body: body), isInline: false)
        }
        // A read that never returns must not keep a thread from others.
        whenOver { BodyReader.shared.giveUp(job) }
    }

    private func askForBody(of request: URLRequest, _ task: URLSessionTask, _ watch: BodyWatch) {
        guard let calls = DelegateCalls(FoundationInternals.shared.session(of: task), task.delegate) else {
            watch.end()
            return decide(MockRequest(request), isInline: true)
        }
        calls.askBodyStream(task) { stream in
            if let stream {
                self.readBody(stream, of: request, watch)
            } else if watch.end() {
                self.decide(MockRequest(request), isInline: false)
            }
        }
    }
}

// MARK: The end

extension ProtocolLoad {
    func close(with error: any Error) {
        if native != nil { return stopNative(with: error) }
        guard let loader, let client, leave(.failure(error)) else { return }
        noteError(error)
        // No other call may come before it.
        if let challenge { client.urlProtocol(loader, didCancel: challenge) }
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
        (native, response, directQueue, writtenTo, challenge) = (nil, nil, nil, nil, nil)
        chunks = []
        // Who never waited for anything has nothing to let go.
        guard takesTime else { return }
        let (enders, work) = state.withLock { state in
            (state.inbox, state.credentials) = ([], nil)
            defer { (state.enders, state.work) = ([], nil) }
            return (state.enders, state.work)
        }
        for ender in enders { ender() }
        work?.cancel()
        core.unregister(self)
        drained(isSuspended: false)
    }
}
