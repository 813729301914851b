extension MockServer {
    /// Answers `URLSession.shared` while a closure runs, for code that takes no session.
    ///
    /// ```swift
    /// let server = MockServer { Stub(.any("/health"), returning: .status(200)) }
    /// try await server.interceptingSharedSession {
    ///     _ = try await URLSession.shared.data(from: URL(string: "https://api.example.com/health")!)
    /// }
    /// ```
    ///
    /// On Linux a request belongs to the scope of the task that resumes it, so that scopes run in parallel and requests
    /// of others are not touched; what is resumed in a detached task or on a dispatch queue belongs to no scope. On
    /// Apple platforms nothing tells one task's request from another's: scopes run one after the other, and whatever
    /// uses the shared session meanwhile is answered by the server.
    public func interceptingSharedSession<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        let scope = await SharedSession.begin(core)
        defer { SharedSession.end(scope) }
        return try await SharedSession.$current.withValue(scope, operation: body)
    }
}

extension MockServer {
    /// Answers `URLSession.shared` until the function that is returned is called, for what no task encloses: XCTest
    /// runs one test at a time. Of several the last one answers, and scopes of tasks come before.
    package func beginInterceptingSharedSession(_ place: Stub.Location) -> @Sendable () -> Void {
        guard let scope = SharedSession.beginWithoutTask(core) else {
            core.addFault(StubFault(message: "too many scopes answer URLSession.shared at once", location: place))
            return {}
        }
        return { SharedSession.end(scope) }
    }
}

/// Which scope answers `URLSession.shared`.
///
/// On Linux the session's configuration is live, but may not change while requests start: a pool of lanes is put there
/// once, with the first server, and a lane is lent to each scope. A request's class says its lane; the lane goes on
/// only when all the requests that it claimed have found their server.
enum SharedSession {
    /// One call of `interceptingSharedSession`.
    final class Scope: Sendable {
        let core: ServerCore
        let isNested: Bool
        fileprivate let lane: Int

        fileprivate init(core: ServerCore, lane: Int, isNested: Bool) {
            self.core = core
            self.lane = lane
            self.isNested = isNested
        }
    }

    private struct Slot {
        let type: AnyClass
        var scope: Scope?
        /// Still the server of requests that were claimed before the scope ended.
        var core: ServerCore?
        var claimed = 0
    }

    private struct Waiter {
        let isNested: Bool
        let continuation: CheckedContinuation<Int, Never>
    }

    private struct State {
        var slots: [Slot] = []
        var numbers: [ObjectIdentifier: Int] = [:]
        var free: [Int] = []
        var waiters: [Waiter] = []
        /// Scopes that no task encloses; the last one answers.
        var loose: [Scope] = []
    }

    @TaskLocal static var current: Scope?

    /// One lane for every scope at a time; more would cost every request of the shared session.
    private static let laneCount = Platform.sharedSessionIsIsolatedByTask ? 64 : 8
    /// Lanes kept for scopes inside scopes, which would wait for their own outer ones. Where nothing tells scopes apart
    /// that is all but one: scopes come one after the other, and an inner one answers before its outer one.
    private static let nestedReserve = Platform.sharedSessionIsIsolatedByTask ? 16 : laneCount - 1
    private static let state = Locked(State())
    private static let installation: Void = install()

    /// Called with the first server, before requests run.
    static func prepare() { _ = installation }

    private static func install() {
        FoundationInternals.prepare()
        let types = (0..<laneCount).map(LaneTypes.sharedLane)
        state.withLock { state in
            state.slots = types.map { Slot(type: $0) }
            for number in types.indices { state.numbers[ObjectIdentifier(types[number])] = number }
            state.free = Array((0..<laneCount).reversed())
        }
        guard Platform.sharedSessionIsIsolatedByTask else { return }
        // The last lane refuses: a task that outlived its scope must not reach the network.
        let all = types + [LateSharedLane.self as AnyClass]
        let configuration = URLSession.shared.configuration
        configuration.protocolClasses = all + (configuration.protocolClasses ?? [])
    }

    fileprivate static func begin(_ core: ServerCore) async -> Scope {
        prepare()
        let isNested = current.map { !isEnded($0) } ?? false
        let lane = await withCheckedContinuation { continuation in
            let lane = state.withLock { state -> Int? in
                guard mayTake(isNested, state) else {
                    state.waiters.append(Waiter(isNested: isNested, continuation: continuation))
                    return nil
                }
                return state.free.popLast()
            }
            if let lane { continuation.resume(returning: lane) }
        }
        return occupy(Scope(core: core, lane: lane, isNested: isNested))
    }

    /// Nil when no lane is free.
    fileprivate static func beginWithoutTask(_ core: ServerCore) -> Scope? {
        prepare()
        guard let lane = state.withLock({ $0.free.popLast() }) else { return nil }
        let scope = occupy(Scope(core: core, lane: lane, isNested: true))
        state.withLock { $0.loose.append(scope) }
        return scope
    }

    private static func occupy(_ scope: Scope) -> Scope {
        let type: AnyClass = state.withLock { state in
            state.slots[scope.lane].scope = scope
            state.slots[scope.lane].core = scope.core
            return state.slots[scope.lane].type
        }
        if !Platform.sharedSessionIsIsolatedByTask { _ = URLProtocol.registerClass(type) }
        return scope
    }

    private static func mayTake(_ isNested: Bool, _ state: State) -> Bool {
        state.free.count > (isNested ? 0 : nestedReserve)
    }

    fileprivate static func end(_ scope: Scope) {
        let type: AnyClass = state.withLock { state in
            state.slots[scope.lane].scope = nil
            state.loose.removeAll { $0 === scope }
            return state.slots[scope.lane].type
        }
        if !Platform.sharedSessionIsIsolatedByTask { URLProtocol.unregisterClass(type) }
        giveBack(scope.lane)
    }

    /// Frees a lane that has neither a scope nor a request on its way.
    private static func giveBack(_ lane: Int) {
        let (waiter, number, core) = state.withLock { state -> (Waiter?, Int, ServerCore?) in
            guard state.slots[lane].scope == nil, state.slots[lane].claimed == 0, state.slots[lane].core != nil else {
                return (nil, 0, nil)
            }
            defer { state.slots[lane].core = nil }
            state.free.append(lane)
            guard let index = state.waiters.firstIndex(where: { mayTake($0.isNested, state) }),
                let number = state.free.popLast()
            else { return (nil, 0, state.slots[lane].core) }
            return (state.waiters.remove(at: index), number, state.slots[lane].core)
        }
        withExtendedLifetime(core) {}
        waiter?.continuation.resume(returning: number)
    }

    /// Whether a lane answers the request that the current task resumes.
    static func claims(_ type: AnyClass) -> Bool {
        let ofTask = current
        return state.withLock { state in
            let current = ofTask ?? state.loose.last
            guard let number = state.numbers[ObjectIdentifier(type)], let scope = state.slots[number].scope,
                !Platform.sharedSessionIsIsolatedByTask || scope === current
            else { return false }
            if Platform.sharedSessionIsIsolatedByTask { state.slots[number].claimed += 1 }
            return true
        }
    }

    static func core(of type: AnyClass) -> ServerCore? {
        state.withLock { state in state.numbers[ObjectIdentifier(type)].flatMap { state.slots[$0].core } }
    }

    /// A claimed request has found its server.
    static func release(_ type: AnyClass) {
        guard Platform.sharedSessionIsIsolatedByTask else { return }
        let number = state.withLock { state -> Int? in
            guard let number = state.numbers[ObjectIdentifier(type)] else { return nil }
            state.slots[number].claimed -= 1
            return number
        }
        if let number { giveBack(number) }
    }

    fileprivate static func isEnded(_ scope: Scope) -> Bool {
        state.withLock { $0.slots[scope.lane].scope !== scope }
    }

    /// Refuses what a task sends whose scope has ended.
    final class LateSharedLane: InterceptingProtocol {
        override class func canInit(with request: URLRequest) -> Bool {
            SharedSession.current.map(SharedSession.isEnded) ?? false
        }

        override class func core() -> ServerCore? { SharedSession.lateCore }
    }

    private static let lateCore = ServerCore.refusing("its interceptingSharedSession scope")
}
