extension MockServer {
    /// The clocks that need no type of their own.
    public struct TimeSource: Sendable {
        let clock: ServerClock

        /// Delays and throttling take no time at all; what would take longer than the request's time-out times out.
        public static var immediate: TimeSource { TimeSource(clock: .immediate) }

        /// Real time.
        public static var system: TimeSource { TimeSource(clock: .system) }

        /// A clock of yours, most often a ``ManualClock``.
        public static func clock(_ clock: some Clock<Duration>) -> TimeSource { TimeSource(clock: ServerClock(clock)) }
    }
}

/// Any clock, by the time since an origin of its own.
struct ServerClock: Sendable {
    enum Kind: Sendable {
        case immediate
        case system
        case manual(ManualClock)
        case foreign
    }

    let kind: Kind
    let now: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    static let immediate = ServerClock(kind: .immediate, now: { .zero }, wait: { _ in try Task.checkCancellation() })
    static let system = {
        let origin = ContinuousClock.now
        return ServerClock(
            kind: .system, now: { origin.duration(to: .now) },
            wait: { try await SystemTimer.sleep(for: $0.bounded - origin.duration(to: .now)) })
    }()

    private init(
        kind: Kind, now: @escaping @Sendable () -> Duration, wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.kind = kind
        self.now = now
        self.wait = wait
    }

    private init<C: Clock>(_ clock: C, kind: Kind) where C.Duration == Duration {
        let origin = clock.now
        self.init(
            kind: kind, now: { origin.duration(to: clock.now) },
            wait: { try await clock.sleep(until: origin.advanced(by: $0.bounded), tolerance: nil) })
    }

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        if let manual = clock as? ManualClock {
            self.init(
                kind: .manual(manual), now: { manual.now.offset }, wait: { try await manual.trackedSleep(until: $0) })
        } else {
            self.init(clock, kind: clock is ContinuousClock || clock is SuspendingClock ? .system : .foreign)
        }
    }

    /// Whether a test moves it, and wants to know when everything due has run.
    var isManual: Bool {
        if case .manual = kind { true } else { false }
    }

    var isImmediate: Bool {
        if case .immediate = kind { true } else { false }
    }

    /// Whether time passes also while nobody moves the clock.
    var goesByItself: Bool {
        if case .system = kind { true } else { false }
    }

    /// Suspends until a moment; the caller's work must have begun.
    func sleep(until moment: Duration) async throws { try await wait(moment) }

    func workBegan() {
        if case .manual(let clock) = kind { clock.workBegan() }
    }

    func workEnded() {
        if case .manual(let clock) = kind { clock.workEnded() }
    }
}
