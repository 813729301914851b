/// What a server is behind its object: stubs, journal and clock. Loads and lanes hold it, so that a session answers as
/// long as it lives.
final class ServerCore: Sendable {
    struct State {
        var stubs: StubSet
        var journal = Journal()
        /// False once nobody can read it any more.
        var keepsJournal = true
        var isClosed = false
        var runner: HandlerRunner?
        var waiters = Waiters()
        var pending: [PendingRequest] = []
        /// What answers behind the stubs.
        var tape: Tape?
        /// Made for the first who listens.
        var hub: EventHub?
        var log = MockServer.Log.off
        /// Only grows: requests that came, and held ones.
        var arrivals = 0
        /// The sockets on which the server answers.
        var listeners: [Listener] = []
        /// Loads that take time, which `close` must end.
        var loads: [ObjectIdentifier: any ClosableLoad] = [:]
        var watch = Watch()

        mutating func add(_ block: [Stub], needsRunner: Bool) -> (mounted: [MountedStub], faults: [StubFault]) {
            guard !isClosed else { return ([], []) }
            if needsRunner, runner == nil { runner = HandlerRunner() }
            return stubs.add(block)
        }
    }

    let origin: Origin?
    private let nameSource: @Sendable () -> String
    let clock: ServerClock
    let policy: UnhandledRequestPolicy
    /// Why a closed server refuses, if not because it is closed.
    let refusal: String?
    let state: Locked<State>
    /// See ``LiveServers/maker``.
    let maker = LiveServers.maker

    /// - Parameter name: What the server is called in sentences; made when one is needed.
    init(
        origin: Origin?, name: @escaping @autoclosure @Sendable () -> String, clock: ServerClock,
        policy: UnhandledRequestPolicy, states: [String: String], refusal: String? = nil, journalLimit: Int? = nil
    ) {
        self.origin = origin
        nameSource = name
        self.clock = clock
        self.policy = policy
        self.refusal = refusal
        var stubs = StubSet(origin: origin)
        stubs.states = states
        state = Locked(State(stubs: stubs, journal: Journal(limit: journalLimit)))
    }
}

// MARK: Stubs

extension ServerCore {
    /// What the server is called in sentences.
    var name: String { nameSource() }

    @discardableResult
    func add(_ stubs: [Stub]) -> [MountedStub] {
        let needsRunner = stubs.contains(where: \.runsUserCode)
        let result = state.withLock { state in state.add(stubs, needsRunner: needsRunner) }
        result.faults.forEach(tell)
        return result.mounted
    }

    /// Takes all stubs out and puts others in, in one step.
    func replaceAll(by stubs: [Stub]) {
        let needsRunner = stubs.contains(where: \.runsUserCode)
        let (faults, removed) = state.withLock { state in
            let removed = state.stubs.removeAll()
            return (state.add(stubs, needsRunner: needsRunner).faults, removed)
        }
        // As for those below.
        withExtendedLifetime(removed) {}
        faults.forEach(tell)
    }

    func addFault(_ fault: StubFault) {
        state.withLock { $0.stubs.report(fault) }
        tell(fault)
    }

    /// For what is asked again and again.
    func addFaultOnce(_ fault: StubFault) {
        let isNew = state.withLock { state in
            guard !state.stubs.faults.contains(fault) else { return false }
            state.stubs.report(fault)
            return true
        }
        if isNew { tell(fault) }
    }

    // What is removed is let go outside the lock: closures of stubs end with it, and may call the server.

    func remove(_ mount: MountedStub) { _ = state.withLock { $0.stubs.remove(mount) } }

    func removeAllStubs() { _ = state.withLock { $0.stubs.removeAll() } }

    func change(_ mount: MountedStub, _ change: (inout Stub.Options) -> Void) {
        let faults = state.withLock { state in
            let before = mount.stub.options?.faults.count ?? 0
            mount.stub.setOptions(change)
            let new = (mount.stub.options?.faults ?? []).dropFirst(before)
            let faults = new.map { StubFault(message: $0, location: mount.stub.location) }
            if !faults.isEmpty { _ = state.stubs.remove(mount) }
            for fault in faults { state.stubs.report(fault) }
            return faults
        }
        faults.forEach(tell)
    }

    func read<R>(_ mount: MountedStub, _ body: (MountedStub) -> R) -> R { state.withLock { _ in body(mount) } }

    var faults: [StubFault] { state.withLock { $0.stubs.faults } }

    /// The stubs, most preferred first, as they stand.
    var mountedStubs: [MountedStub] { state.withLock { $0.stubs.standing } }

    /// What a report looks at, of one moment.
    struct View {
        /// Most preferred first.
        let stubs: [MountedStub]
        /// The last ones that were taken out.
        let removed: [RemovedStub]
        let faults: [StubFault]
        let states: [String: String]
        let replay: Replay?
    }

    var view: View {
        state.withLock { state in
            View(
                stubs: state.stubs.standing, removed: state.stubs.lastRemoved,
                faults: state.stubs.faults, states: state.stubs.states, replay: state.tape?.replay)
        }
    }

    subscript(scenario scenario: String) -> String {
        get { state.withLock { $0.stubs.states[scenario] ?? "start" } }
        set { state.withLock { $0.stubs.states[scenario] = newValue } }
    }

    var runner: HandlerRunner? { state.withLock { $0.runner } }
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
            return (Array(state.loads.values), state.waiters.takeAll(), state.runner, stubs)
        }
        withExtendedLifetime((runner, stubs)) {}
        for waiter in waiters { waiter.resume() }
        for load in loads {
            load.serverClosed(URLError.mock(.cancelled, "\(name) was closed before it had answered", for: nil))
        }
        // Behind the last words of the loads.
        state.withLock { $0.hub }?.end()
        endListening()
        endRecording()
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How many loads take time now; tests see by it that none stays.
    var loadCount: Int { state.withLock { $0.loads.count } }
}

// MARK: Without a server

extension ServerCore {
    /// Answers where no server is.
    static let nobody = refusing("a MockServer that is gone")

    /// Refuses every request as late, by name.
    static func refusing(_ name: String) -> ServerCore {
        let core = unread(name)
        core.close()
        return core
    }

    /// Without an object, and so without anybody who could read its journal.
    static func unread(_ name: String, _ policy: UnhandledRequestPolicy = .fail) -> ServerCore {
        let core = ServerCore(origin: nil, name: name, clock: .system, policy: policy, states: [:])
        core.dropJournal()
        return core
    }
}
