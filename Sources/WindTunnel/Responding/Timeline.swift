/// The time of one load: deadlines are counted from the moment of the decision, so that a clock that is moved before
/// somebody sleeps on it loses nothing.
final class Timeline: Sendable {
    private struct State {
        /// The moment up to which the script has been played.
        var cursor: Duration
        /// The moment that the script last waited for.
        var due: Duration
        /// When the client last heard something.
        var lastActivity: Duration
        var isExpired = false
        /// Whether the client thinks, and so does not lose patience.
        var isHeld = false
    }

    let clock: ServerClock
    private let start: Duration
    private let limits: TimeLimits
    private let state: Locked<State>

    init(clock: ServerClock, limits: TimeLimits) {
        self.clock = clock
        self.limits = limits
        let now = clock.now()
        start = now
        state = Locked(State(cursor: now, due: now, lastActivity: now))
    }

    /// Waits for the next moment of the script.
    ///
    /// - Parameter isUserTime: Whether user code may have taken real time since the last moment; on a clock that goes
    ///   by itself that time has passed.
    func pause(for duration: Duration, isUserTime: Bool = false) async throws {
        if isUserTime, clock.goesByItself { resume() }
        let moment = state.withLock { state in
            state.due = (state.cursor + max(.zero, duration.bounded)).bounded
            return state.due
        }
        if clock.isImmediate, moment > deadline {
            state.withLock { $0.isExpired = true }
            throw URLError(.timedOut)
        }
        if duration > .zero { try await clock.sleep(until: moment) }
        state.withLock { $0.cursor = moment }
    }

    /// The script goes on from the present moment.
    func resume() {
        let now = clock.now()
        state.withLock { $0.cursor = max($0.cursor, now) }
    }

    /// Whether the client timed out while the script waited, on a clock that does not stand between the two.
    var isExpired: Bool { state.withLock { $0.isExpired } }

    /// Nothing ever comes.
    func wait() async throws {
        // Somebody behind a socket has a clock of their own.
        if clock.isImmediate, !limits.isEndless {
            state.withLock { $0.isExpired = true }
            throw URLError(.timedOut)
        }
        clock.workEnded()
        defer { clock.workBegan() }
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }

    /// The client heard something.
    func noteActivity() {
        let now = clock.now()
        state.withLock { $0.lastActivity = max($0.cursor, now) }
    }

    /// Time that the client takes counts for nothing: neither against its patience, nor for what the script waits for
    /// next.
    func whileClientThinks<Result>(_ body: () async -> Result) async -> Result {
        state.withLock { $0.isHeld = true }
        let result = await body()
        resume()
        noteActivity()
        state.withLock { $0.isHeld = false }
        return result
    }

    /// When the request times out, unless something is heard before.
    private var deadline: Duration { min(state.withLock { $0.lastActivity } + limits.idle, start + limits.total) }

    /// Returns when the request has timed out; throws when the task is cancelled.
    func waitForTimeout() async throws {
        while true {
            let moment = deadline
            try await clock.sleep(until: moment)
            // What is due at that very moment is in time, whoever of the two was woken first.
            if isSomethingDue(by: moment) { try await clock.sleep(until: moment + .nanoseconds(1)) }
            if state.withLock({ $0.isHeld }) { noteActivity() }
            if deadline <= moment { return }
        }
    }

    private func isSomethingDue(by moment: Duration) -> Bool {
        state.withLock { $0.lastActivity < $0.due && $0.due <= moment }
    }
}

/// How long a client waits.
struct TimeLimits: Sendable, Equatable {
    /// Between two signs of life.
    var idle: Duration
    /// For the whole.
    var total: Duration

    /// For a client whose patience is not known.
    static let endless = TimeLimits(idle: .seconds(1_000_000_000_000), total: .seconds(1_000_000_000_000))

    var isEndless: Bool { self == .endless }
}
