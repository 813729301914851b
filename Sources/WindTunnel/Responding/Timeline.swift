/// The time of one load: deadlines are counted from the moment of the decision, so that a clock that is moved before
/// somebody sleeps on it loses nothing.
final class Timeline: Sendable {
    private struct State {
        /// The moment up to which the script has been played.
        var cursor: Duration
        /// When the client last heard something.
        var lastActivity: Duration
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
        state = Locked(State(cursor: now, lastActivity: now))
    }

    /// Waits for the next moment of the script.
    ///
    /// - Parameter isUserTime: Whether user code may have taken real time since the last moment; on the system's clock
    ///   that time has passed.
    func pause(for duration: Duration, isUserTime: Bool = false) async throws {
        let base = isUserTime && clock.isSystem ? max(cursor, clock.now()) : cursor
        let moment = base + max(.zero, duration)
        if clock.isImmediate, moment > deadline { throw URLError(.timedOut) }
        if duration > .zero { try await clock.sleep(until: moment) }
        state.withLock { $0.cursor = moment }
    }

    /// Nothing ever comes.
    func wait() async throws {
        if clock.isImmediate { throw URLError(.timedOut) }
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

    private var cursor: Duration { state.withLock { $0.cursor } }

    /// When the request times out, unless something is heard before.
    private var deadline: Duration { min(state.withLock { $0.lastActivity } + limits.idle, start + limits.total) }

    /// Returns when the request has timed out; throws when the task is cancelled.
    ///
    /// An answer that is due at that very moment is in time: one nanosecond decides.
    func waitForTimeout() async throws {
        while true {
            let moment = deadline
            try await clock.sleep(until: moment + .nanoseconds(1))
            if deadline <= moment { return }
        }
    }
}

/// How long a client waits.
struct TimeLimits: Sendable {
    /// Between two signs of life.
    var idle: Duration
    /// For the whole.
    var total: Duration
}
