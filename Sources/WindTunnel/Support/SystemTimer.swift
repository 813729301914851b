/// Sleeps in real time, and keeps nothing when it is cancelled.
///
/// `Task.sleep` keeps what it has scheduled until its moment comes, also when the task was cancelled long before: each
/// load has a time-out of a minute, which is nearly always cancelled, and would cost a kilobyte for that minute.
enum SystemTimer {
    private enum State {
        case new
        case asleep(CheckedContinuation<Void, any Error>)
        case over
    }

    private static let queue = DispatchQueue(label: "WindTunnel.timer")

    static func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return await Task.yield() }
        let state = Locked(State.new)
        let timer = Unchecked(DispatchSource.makeTimerSource(queue: queue))
        timer.value.setEventHandler { wake(state).map { $0.resume() } }
        timer.value.schedule(deadline: .now() + .nanoseconds(duration.clampedNanoseconds))
        timer.value.activate()
        // A source that is let go before it is cancelled would never be freed.
        defer { timer.value.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if case .over = state { return true }
                    state = .asleep(continuation)
                    return false
                }
                guard isOver else { return }
                Task.isCancelled ? continuation.resume(throwing: CancellationError()) : continuation.resume()
            }
        } onCancel: {
            wake(state)?.resume(throwing: CancellationError())
        }
    }

    /// Whoever sleeps, once.
    private static func wake(_ state: Locked<State>) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state = .over }
            if case .asleep(let continuation) = state { return continuation }
            return nil
        }
    }
}

extension Duration {
    /// A century at most, which a timer can carry.
    fileprivate var clampedNanoseconds: Int {
        let seconds = min(components.seconds, 3_153_600_000)
        return Int(seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
