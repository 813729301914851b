/// A client's patience while the body is read that it writes itself: the time-out counts from its last byte.
final class BodyWatch: Sendable {
    private let timeline: Timeline
    private let work = WorkHandle()
    private let isOver = Locked(false)

    /// - Parameter expired: Runs once, unless the watch has ended before.
    init(clock: ServerClock, limits: TimeLimits, expired: @escaping @Sendable () async -> Void) {
        // Bytes take real time, also where a server's delays take none.
        let clock = clock.isImmediate ? .system : clock
        timeline = Timeline(clock: clock, limits: limits)
        clock.workBegan()
        work.hold(
            Task.detached { [self] in
                if (try? await timeline.waitForTimeout()) != nil, end() { await expired() }
                clock.workEnded()
            })
    }

    func noteActivity() { timeline.noteActivity() }

    /// True for the first who ends it.
    @discardableResult
    func end() -> Bool {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        if isFirst { work.cancel() }
        return isFirst
    }
}
