/// A clock that stands still until the test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let server = MockServer(clock: clock) {
///     Stub(.get("/slow"), returning: .text("at last").delayed(by: .seconds(30)))
/// }
/// async let answer = server.session.data(from: URL(string: "https://api.example.com/slow")!)
/// try await server.nextRequest(.get("/slow"))
/// await clock.advance(by: .seconds(30))
/// _ = try await answer
/// ```
public final class ManualClock: Clock, Sendable {
    /// A moment, as the time since the clock was made.
    public struct Instant: InstantProtocol, Sendable {
        let offset: Duration

        /// A later moment, or an earlier one for a negative duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: (offset + duration.bounded).bounded) }
        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Earlier than another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Duration
        /// Whether a server's own work sleeps here, which `advance` can wait for.
        let isTracked: Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Duration = .zero
        var nextID = 0
        var sleepers: [Sleeper] = []
        /// Sleeps that were cancelled before they began.
        var cancelled: Set<Int> = []
        /// Work of servers that runs and has not yet gone back to sleep.
        var busy = 0
        var idleWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    /// How long `advance` waits for one thing that it woke, in wall time: what takes longer waits for something else
    /// than the clock, and would make `advance` hang.
    private static let patience: Duration = .seconds(5)

    /// A clock at its beginning.
    public init() {}

    /// The present moment.
    public var now: Instant { Instant(offset: state.withLock { $0.now }) }

    /// As fine as a `Duration`.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Suspends until the clock has been moved to a moment.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await sleep(until: deadline.offset, isTracked: false)
    }

    /// Moves the clock forward and returns when everything that was due has run: the sleepers are woken in order, each
    /// at its own moment, and answers of servers are with the client.
    ///
    /// What a woken handler or client waits for elsewhere is not waited for longer than five seconds.
    public func advance(by duration: Duration) async { await advance(to: now.advanced(by: duration)) }

    /// Moves the clock to a moment; see ``advance(by:)``. A moment that has passed changes nothing.
    public func advance(to moment: Instant) async {
        repeat { await untilIdle() } while wakeNext(before: moment.offset)
    }

    /// Moves the clock from sleeper to sleeper until nobody sleeps.
    public func run() async {
        while true {
            await untilIdle()
            guard let next = state.withLock({ $0.sleepers.map(\.deadline).min() }) else { return }
            await advance(to: Instant(offset: next))
        }
    }

    /// False when nobody was due and the clock has reached the moment.
    private func wakeNext(before moment: Duration) -> Bool {
        let woken = state.withLock { state -> Sleeper? in
            let due = state.sleepers.indices.filter { state.sleepers[$0].deadline <= moment }
            guard let first = due.min(by: { Self.precedes(state.sleepers[$0], state.sleepers[$1]) }) else {
                state.now = max(state.now, moment)
                return nil
            }
            let sleeper = state.sleepers.remove(at: first)
            state.now = max(state.now, sleeper.deadline)
            if sleeper.isTracked { state.busy += 1 }
            return sleeper
        }
        woken?.continuation.resume()
        return woken != nil
    }

    private static func precedes(_ left: Sleeper, _ right: Sleeper) -> Bool {
        (left.deadline, left.id) < (right.deadline, right.id)
    }
}

// MARK: What servers tell it

extension ManualClock {
    /// Work of a server begins, or goes on; until it ends or sleeps, `advance` waits.
    func workBegan() { state.withLock { $0.busy += 1 } }

    func workEnded() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.busy -= 1
            guard state.busy == 0 else { return [] }
            defer { state.idleWaiters = [:] }
            return Array(state.idleWaiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Sleeps as work that has begun; it counts as ended while it sleeps.
    func trackedSleep(until deadline: Duration) async throws { try await sleep(until: deadline, isTracked: true) }

    private func sleep(until deadline: Duration, isTracked: Bool) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        do {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    register(Sleeper(id: id, deadline: deadline, isTracked: isTracked, continuation: continuation))
                }
            } onCancel: {
                cancel(id)
            }
        }
    }

    private func register(_ sleeper: Sleeper) {
        enum Outcome { case sleeps, due, cancelled }
        let outcome = state.withLock { state -> Outcome in
            if state.cancelled.remove(sleeper.id) != nil { return .cancelled }
            if sleeper.deadline <= state.now { return .due }
            state.sleepers.append(sleeper)
            return .sleeps
        }
        switch outcome {
        case .sleeps: if sleeper.isTracked { workEnded() }
        case .due: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            let sleeper = state.sleepers.remove(at: index)
            if sleeper.isTracked { state.busy += 1 }
            return sleeper
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private func untilIdle() async {
        guard state.withLock({ $0.busy > 0 }) else { return }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let patience = Task {
            try await Task.sleep(for: Self.patience)
            state.withLock { $0.idleWaiters.removeValue(forKey: id) }?.resume()
        }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.busy > 0 { state.idleWaiters[id] = continuation }
                return state.busy == 0
            }
            if isIdle { continuation.resume() }
        }
        patience.cancel()
    }
}
