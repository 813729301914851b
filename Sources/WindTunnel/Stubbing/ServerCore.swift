/// What a server is behind its object: stubs, journal and clock. Loads and lanes hold it, so that a session answers as
/// long as it lives.
final class ServerCore: Sendable {
    private struct State {
        var stubs: StubSet
        var journal = Journal()
        /// False once nobody can read it any more.
        var keepsJournal = true
        var isClosed = false
        var runner: HandlerRunner?
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
        var pending: [PendingRequest] = []
        /// Only grows: requests that came, and held ones.
        var arrivals = 0
        /// Loads that take time, which `close` must end.
        var loads: [ObjectIdentifier: any ClosableLoad] = [:]
    }

    let origin: Origin?
    private let nameSource: @Sendable () -> String
    let clock: ServerClock
    let policy: UnhandledRequestPolicy
    private let policyResponse: ReadyResponse?
    private let state: Locked<State>

    /// - Parameter name: What the server is called in sentences; made when one is needed.
    init(
        origin: Origin?, name: @escaping @autoclosure @Sendable () -> String, clock: ServerClock,
        policy: UnhandledRequestPolicy, states: [String: String]
    ) {
        self.origin = origin
        nameSource = name
        self.clock = clock
        self.policy = policy
        policyResponse = if case .respond(let response) = policy.action { ReadyResponse(response) } else { nil }
        var stubs = StubSet(origin: origin)
        stubs.states = states
        state = Locked(State(stubs: stubs))
    }
}

// MARK: Stubs

extension ServerCore {
    /// What the server is called in sentences.
    var name: String { nameSource() }

    @discardableResult
    func add(_ stubs: [Stub]) -> [MountedStub] {
        let needsRunner = stubs.contains(where: \.runsUserCode)
        let result = state.withLock { state -> (mounted: [MountedStub], faults: [StubFault]) in
            guard !state.isClosed else { return ([], []) }
            if needsRunner, state.runner == nil { state.runner = HandlerRunner() }
            return state.stubs.add(stubs)
        }
        result.faults.forEach(MockServer.report)
        return result.mounted
    }

    func addFault(_ fault: StubFault) {
        state.withLock { $0.stubs.report(fault) }
        MockServer.report(fault)
    }

    // What is removed is let go outside the lock: closures of stubs end with it, and may call the server.

    func remove(_ mount: MountedStub) { _ = state.withLock { $0.stubs.remove(mount) } }

    func removeAllStubs() { _ = state.withLock { $0.stubs.removeAll() } }

    func change(_ mount: MountedStub, _ change: (inout Stub) -> Void) {
        // User code runs outside the lock, on a copy, again when somebody else was faster.
        while true {
            let (old, version) = state.withLock { _ in (mount.stub, mount.version) }
            var new = old
            change(&new)
            if let faults = replace(mount, version, by: new) { return faults.forEach(MockServer.report) }
        }
    }

    /// Nil when the stub has changed since.
    private func replace(_ mount: MountedStub, _ version: Int, by stub: Stub) -> [StubFault]? {
        state.withLock { state -> [StubFault]? in
            guard mount.version == version else { return nil }
            let before = mount.stub.options?.faults.count ?? 0
            mount.stub = stub
            mount.version += 1
            let new = (mount.stub.options?.faults ?? []).dropFirst(before)
            let faults = new.map { StubFault(message: $0, location: mount.stub.location) }
            if !faults.isEmpty { _ = state.stubs.remove(mount) }
            for fault in faults { state.stubs.report(fault) }
            return faults
        }
    }

    func read<R>(_ mount: MountedStub, _ body: (MountedStub) -> R) -> R { state.withLock { _ in body(mount) } }

    var faults: [StubFault] { state.withLock { $0.stubs.faults } }

    /// The stubs, most preferred first, as they stand.
    var mountedStubs: [MountedStub] { state.withLock { Array($0.stubs.mounted.reversed().filter { !$0.isRemoved }) } }

    subscript(scenario scenario: String) -> String {
        get { state.withLock { $0.stubs.states[scenario] ?? "start" } }
        set { state.withLock { $0.stubs.states[scenario] = newValue } }
    }

    var runner: HandlerRunner? { state.withLock { $0.runner } }
}

// MARK: Deciding

extension ServerCore {
    /// The only place that matches, counts, moves scenarios and writes the journal, under one lock; user code in matchers
    /// runs before it, handlers run after it.
    ///
    /// - Parameters:
    ///   - exchange: The exchange that a redirect continues; nil for a new request.
    ///   - settlesAtOnce: Whether the caller delivers a ready response before anything else can happen, so that the journal
    ///     is complete with the decision.
    func decide(
        _ request: MockRequest, continuing exchange: Int? = nil, settlesAtOnce: Bool = false
    ) -> Decision {
        let context = MatchContext(request, origin: origin)
        // By identity: numbers begin again when all stubs are removed, and that may happen while stubs are asked.
        var verdicts: [ObjectIdentifier: Bool] = [:]
        var asked: [MountedStub] = []
        while true {
            let step = state.withLock { state in decide(context, verdicts, exchange, settlesAtOnce, &state) }
            switch step {
            case .decided(let decision, let waiters):
                for waiter in waiters { waiter.resume() }
                return decision
            case .unexpected(let number, let waiters):
                // The report reads all stubs, which is no work for a lock; the exchange has its place already.
                let decision = handleUnexpected(context, number)
                for waiter in waiters { waiter.resume() }
                return decision
            case .ask(let mounts):
                asked += mounts  // alive, so that no identity is used again
                for mount in mounts {
                    let holds = mount.check.mismatch(context) == nil
                    verdicts[ObjectIdentifier(mount)] = holds
                    if holds { break }
                }
            }
        }
    }

    private enum Step {
        case decided(Decision, [CheckedContinuation<Void, Never>])
        case unexpected(Int, [CheckedContinuation<Void, Never>])
        case ask([MountedStub])
    }

    private func decide(
        _ context: MatchContext, _ verdicts: [ObjectIdentifier: Bool], _ exchange: Int?, _ settles: Bool,
        _ state: inout State
    ) -> Step {
        if state.isClosed {
            let number = note(context.request, nil, exchange, &state) { $0.isLate = true }
            return .decided(Decision(action: .fail(lateError(context.request)), mount: nil, exchange: number), [])
        }
        switch state.stubs.choose(context, verdicts: verdicts) {
        case .ask(let mounts): return .ask(mounts)
        case .none:
            let number = note(context.request, nil, exchange, &state) { $0.isUnexpected = true }
            return .unexpected(number, takeWaiters(&state))
        case .stub(let mount):
            let action = use(mount, for: context.request, in: &state)
            var decision = Decision(action: action, mount: mount, exchange: -1, attempt: mount.uses)
            let settled: ReadyResponse? =
                if settles, case .respond(let ready) = action, ready.isSuccess(for: context.request) { ready } else {
                    nil
                }
            decision.isSettled = settled != nil
            decision.exchange = note(context.request, mount, exchange, &state) { record in
                guard let settled else { return }
                record.outcome = .ready(settled)
                record.completion = record.arrival
            }
            return .decided(decision, takeWaiters(&state))
        }
    }

    private func use(_ mount: MountedStub, for request: MockRequest, in state: inout State) -> Decision.Action {
        if let credentials = mount.stub.options?.credentials, !credentials.accepts(request) {
            return .respond(ReadyResponse(credentials.refusal))
        }
        state.stubs.use(mount)
        switch mount.stub.answer {
        case .handler(let handler): return .handle(handler)
        case .responses(let responses): return .respond(responses[min(mount.uses, responses.count) - 1])
        }
    }

    /// Writes a request into the journal, or the next step of one that is there.
    private func note(
        _ request: MockRequest, _ mount: MountedStub?, _ exchange: Int?, _ state: inout State,
        _ mark: (inout Journal.Record) -> Void = { _ in }
    ) -> Int {
        if let exchange {
            state.journal.change(exchange) { record in
                record.mount = mount
                mark(&record)
            }
            return exchange
        }
        guard state.keepsJournal else { return -1 }
        var record = Journal.Record(request: request, mount: mount, arrival: clock.now())
        mark(&record)
        state.arrivals += 1
        return state.journal.append(record)
    }

    private func handleUnexpected(_ context: MatchContext, _ number: Int) -> Decision {
        switch policy.action {
        case .passthrough: return Decision(action: .passthrough, mount: nil, exchange: number)
        case .respond: return Decision(action: .respond(policyResponse!), mount: nil, exchange: number)
        case .fail:
            let report = UnexpectedReport(context.request, stubs: mountedStubs, faults: faults, core: self).text
            let error = URLError.mock(.resourceUnavailable, report, for: context.request)
            complete(number, .failure(error))
            return Decision(action: .fail(error), mount: nil, exchange: number)
        }
    }

    private func lateError(_ request: MockRequest) -> URLError {
        .mock(
            .cancelled,
            "\(request) was refused: it came after \(name) was closed. A task outlived its test; wait for it, or cancel it.",
            for: request)
    }
}

// MARK: Journal

extension ServerCore {
    func complete(_ number: Int, _ outcome: Journal.Outcome) {
        let now = clock.now()
        state.withLock { state in
            state.journal.change(number) { record in
                guard case .pending = record.outcome else { return }
                record.outcome = outcome
                record.completion = now
            }
        }
    }

    /// A step that sent the client on.
    func addHop(_ number: Int, _ hop: Exchange.Hop) {
        state.withLock { state in state.journal.change(number) { $0.hops.append(hop) } }
    }

    var exchanges: [Exchange] { state.withLock { state in state.journal.records.map(state.journal.exchange) } }

    /// Late requests are in `exchanges` only.
    var requests: [MockRequest] { state.withLock { $0.journal.records.filter { !$0.isLate }.map(\.request) } }

    func requests(of mount: MountedStub) -> [MockRequest] {
        state.withLock { $0.journal.records.filter { $0.mount === mount }.map(\.request) }
    }

    /// Requests from a place on, with whether they were handed out.
    func arrivals(from start: Int) -> [(number: Int, request: MockRequest)] {
        state.withLock { state in
            let records = state.journal.records
            guard start < records.count else { return [] }
            return (start..<records.count).filter { !records[$0].isTaken && !records[$0].isLate }.map {
                ($0, records[$0].request)
            }
        }
    }

    /// False when somebody else was faster.
    func take(_ number: Int) -> Bool {
        state.withLock { state in
            var isFirst = false
            state.journal.change(number) { record in
                isFirst = !record.isTaken
                record.isTaken = true
            }
            return isFirst
        }
    }

    /// Nobody reads the journal any more.
    func dropJournal() {
        let records = state.withLock { state in
            state.keepsJournal = false
            defer { state.journal.removeAll() }
            return state.journal.records
        }
        withExtendedLifetime(records) {}
    }
}

// MARK: Waiting

extension ServerCore {
    /// Suspends until something arrives, the deadline passes or the task is cancelled; may return early.
    ///
    /// - Parameters:
    ///   - count: What ``arrivalCount`` was before the caller looked, so that nothing is missed in between.
    ///   - deadline: After it ``wakeWaiters()`` was called, and nobody wakes the waiter again.
    func waitForArrival(after count: Int, until deadline: ContinuousClock.Instant) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    let isOver = state.isClosed || Task.isCancelled || ContinuousClock.now >= deadline
                    if state.arrivals == count, !isOver { state.waiters[id] = continuation }
                    return state.waiters[id] == nil
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    func wakeWaiters() {
        for waiter in state.withLock(takeWaiters) { waiter.resume() }
    }

    /// What `waitForArrival` compares with.
    var arrivalCount: Int { state.withLock { $0.arrivals } }

    private func takeWaiters(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        guard !state.waiters.isEmpty else { return [] }
        defer { state.waiters = [:] }
        return Array(state.waiters.values)
    }

    func addPending(_ pending: PendingRequest) {
        let waiters = state.withLock { state in
            state.pending.append(pending)
            state.arrivals += 1
            return takeWaiters(&state)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// It has its answer, or nobody waits for one.
    func removePending(_ pending: PendingRequest) { state.withLock { $0.pending.removeAll { $0 === pending } } }

    var pendingRequests: [PendingRequest] { state.withLock { $0.pending } }
}

// MARK: Ending

/// A load that takes time.
protocol ClosableLoad: AnyObject, Sendable {
    func serverClosed(_ error: any Error)
}

extension ServerCore {
    /// False when the server is closed already.
    func register(_ load: any ClosableLoad) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.loads[ObjectIdentifier(load)] = load }
            return !state.isClosed
        }
    }

    func unregister(_ load: any ClosableLoad) {
        state.withLock { _ = $0.loads.removeValue(forKey: ObjectIdentifier(load)) }
    }

    func close() {
        let (loads, waiters, runner, stubs) = state.withLock { state in
            state.isClosed = true
            let stubs = state.stubs.removeAll()
            // Runner and stubs are let go outside the lock: ending them resumes a task, and ends closures.
            defer { (state.loads, state.runner) = ([:], nil) }
            return (Array(state.loads.values), takeWaiters(&state), state.runner, stubs)
        }
        withExtendedLifetime((runner, stubs)) {}
        for waiter in waiters { waiter.resume() }
        for load in loads {
            load.serverClosed(URLError.mock(.cancelled, "\(name) was closed before it had answered", for: nil))
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How many loads take time now; tests see by it that none stays.
    var loadCount: Int { state.withLock { $0.loads.count } }
}

extension URLError {
    /// An error of ours: the text is what `localizedDescription` and printing show.
    static func mock(_ code: Code, _ text: String, for request: MockRequest?, underlying: (any Error)? = nil)
        -> URLError
    {
        var info: [String: Any] = [NSLocalizedDescriptionKey: text]
        if let request {
            info[NSURLErrorFailingURLErrorKey] = request.url
            info[Platform.failingURLStringKey] = request.url.absoluteString
        }
        if let underlying { info[NSUnderlyingErrorKey] = underlying as NSError }
        return URLError(code, userInfo: info)
    }
}
