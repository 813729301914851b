extension URLSessionTask {
    /// Whether something may be delivered now.
    var isRunning: Bool { state == .running }

    /// Told without a cast, for the most frequent kind.
    var isPlainDataTask: Bool { type(of: self) == URLSessionDataTask.self }
}

extension TimeLimits {
    /// A protocol must time out itself: neither loader does it for one. The request's own interval counts, else the
    /// configuration's, and the resource's for the whole.
    init(_ task: URLSessionTask) {
        let configuration = FoundationInternals.shared.session(of: task)?.configuration
        let own = task.originalRequest?.timeoutInterval ?? Self.foundationDefault
        // Foundation on Linux shows its default where nothing was set.
        let request = own == Self.foundationDefault ? configuration?.timeoutIntervalForRequest ?? own : own
        self.init(
            idle: Self.duration(request),
            total: configuration.map { Self.duration($0.timeoutIntervalForResource) } ?? Self.foundation.total)
    }

    private static let foundationDefault: TimeInterval = 60

    /// What counts where nobody said otherwise: a minute, and a week for the whole.
    static let foundation = TimeLimits(idle: .seconds(foundationDefault), total: .seconds(604_800))

    /// Zero and less mean no time-out of their own; what is beyond a century is one.
    private static func duration(_ seconds: TimeInterval) -> Duration {
        seconds > 0 && seconds < 3e9 ? .seconds(seconds) : .seconds(3_000_000_000)
    }
}
