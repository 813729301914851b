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
///
/// What servers do on it is known: moving the clock too early loses nothing. Your own sleepers are not: a client that
/// waits on this clock before it tries again begins to sleep some time after its answer. ``nextSleep(within:)`` waits
/// for that, and says how long it sleeps.
public final class ManualClock: Clock, Sendable {
    /// A moment, as the time since the clock was made.
    public struct Instant: InstantProtocol, Sendable {
        let offset: Duration

        /// A later moment, or an earlier one for a negative duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: (offset + duration.bounded).bounded) }
        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether a moment is earlier than another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Duration
        /// Whether a server's own work sleeps here, which `advance` can wait for.
        let isTracked: Bool
        /// Whether `nextSleep` has handed it out.
        var isTaken = false
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
        /// Counts whatever begins, ends or sleeps: while it grows, work gets on.
        var moves = 0
        var idleWaiters = Waiters()
        /// Who waits for somebody to go to sleep.
        var sleepWaiters = Waiters()
    }

    private let state = Locked(State())

    /// How long `advance` waits while nothing moves, in wall time: what it woke then waits for something else than the
    /// clock, perhaps for the caller, and would make `advance` hang.
    private static let patience: Duration = .seconds(10)

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

    /// Moves the clock forward, and returns when everything that was due has run.
    ///
    /// The sleepers are woken in order, each at its own moment, and answers of servers are with the client.
    /// A handler that waits for something else than the clock is waited for until nothing has moved for ten seconds.
    public func advance(by duration: Duration) async { await advance(to: now.advanced(by: duration)) }

    /// Moves the clock to a moment, as ``advance(by:)`` does; one that has passed changes nothing.
    public func advance(to moment: Instant) async {
        repeat { await untilIdle() } while wakeNext(before: moment.offset)
    }

    /// Moves the clock from sleeper to sleeper until nobody sleeps; it does not wait for those who have yet to begin.
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

// MARK: Sleepers of the code under test

extension ManualClock {
    /// The earliest sleep of the code under test that was not handed out yet; waits for one that has not begun.
    ///
    /// A client that backs off on the clock goes to sleep when it likes, and a clock that is moved before that wakes
    /// nobody.
    ///
    /// ```swift
    /// let clock = ManualClock()
    /// let retry = Task { try await clock.sleep(for: .seconds(2)) }
    /// let pause = try await clock.nextSleep()
    /// await clock.advance(by: pause)
    /// try await retry.value
    /// ```
    ///
    /// - Parameter limit: How long to wait, in wall time.
    /// - Returns: How long it sleeps from now on.
    /// - Throws: ``WaitingError`` when nobody went to sleep in time, or before the task was cancelled.
    @discardableResult
    public func nextSleep(within limit: Duration = .seconds(60)) async throws -> Duration {
        let deadline = ContinuousClock.now + limit
        let wakeUp = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            wakeSleepWaiters()
        }
        defer { wakeUp.cancel() }
        while true {
            if let pause = takeSleep() { return pause }
            if Task.isCancelled {
                let text = "Nobody went to sleep on the clock before the wait was cancelled."
                throw WaitingError(reason: .cancelled, description: text)
            }
            guard ContinuousClock.now < deadline else {
                let text = "Nobody went to sleep on the clock within \(limit)."
                throw WaitingError(reason: .timedOut, description: text)
            }
            await waitForSleep(until: deadline)
        }
    }

    private func takeSleep() -> Duration? {
        state.withLock { state in
            guard let index = state.sleepers.firstIndex(where: { !$0.isTracked && !$0.isTaken }) else { return nil }
            state.sleepers[index].isTaken = true
            return state.sleepers[index].deadline - state.now
        }
    }

    private func waitForSleep(until deadline: ContinuousClock.Instant) async {
        await state.wait(in: \.sleepWaiters, until: deadline) { state in
            state.sleepers.contains { !$0.isTracked && !$0.isTaken }
        }
    }

    private func wakeSleepWaiters() {
        for waiter in state.withLock({ $0.sleepWaiters.takeAll() }) { waiter.resume() }
    }

    private func nextID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }
}

// MARK: What servers tell it

extension ManualClock {
    /// How many pieces of work have begun and not ended; tests see by it that none stays.
    var busyCount: Int { state.withLock { $0.busy } }

    /// Work of a server begins, or goes on; until it ends or sleeps, `advance` waits.
    func workBegan() {
        state.withLock { state in
            state.busy += 1
            state.moves += 1
        }
    }

    func workEnded() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.busy -= 1
            state.moves += 1
            return state.busy == 0 ? state.idleWaiters.takeAll() : []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Sleeps as work that has begun; it counts as ended while it sleeps.
    func trackedSleep(until deadline: Duration) async throws { try await sleep(until: deadline, isTracked: true) }

    private func sleep(until deadline: Duration, isTracked: Bool) async throws {
        let id = nextID()
        // A cancellation that comes with the end leaves a mark that nobody reads.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                register(Sleeper(id: id, deadline: deadline, isTracked: isTracked, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
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
        if !sleeper.isTracked { wakeSleepWaiters() }
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
        let id = state.withLock { $0.idleWaiters.makeID() }
        let patience = Task { try await loseHope(id) }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.busy > 0 { state.idleWaiters.add(id, continuation) }
                return state.busy == 0
            }
            if isIdle { continuation.resume() }
        }
        patience.cancel()
    }

    /// Lets a waiter go when nothing has moved for a while.
    private func loseHope(_ id: Int) async throws {
        var seen = state.withLock { $0.moves }
        while true {
            try await Task.sleep(for: Self.patience)
            let moves = state.withLock { $0.moves }
            if moves == seen { return state.withLock { $0.idleWaiters.take(id) }?.resume() ?? () }
            seen = moves
        }
    }
}
