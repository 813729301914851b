/// Tasks that wait for somebody else to get on with something.
struct Waiters {
    private var nextID = 0
    private var continuations: [Int: CheckedContinuation<Void, Never>] = [:]

    mutating func makeID() -> Int {
        nextID += 1
        return nextID
    }

    mutating func add(_ id: Int, _ continuation: CheckedContinuation<Void, Never>) { continuations[id] = continuation }

    /// To be resumed by the caller, outside of the lock.
    mutating func take(_ id: Int) -> CheckedContinuation<Void, Never>? { continuations.removeValue(forKey: id) }

    /// All of them, to be resumed by the caller, outside of the lock.
    mutating func takeAll() -> [CheckedContinuation<Void, Never>] {
        guard !continuations.isEmpty else { return [] }
        defer { continuations = [:] }
        return Array(continuations.values)
    }
}

extension Locked {
    /// Suspends until the waiters are resumed or the task is cancelled; not at all when what is waited for is there, or
    /// behind the deadline, after which nobody resumes them.
    func wait(
        in waiters: any WritableKeyPath<Value, Waiters> & Sendable, until deadline: ContinuousClock.Instant,
        unless isThere: (Value) -> Bool
    ) async {
        let id = withLock { $0[keyPath: waiters].makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayWait = withLock { value in
                    let mayWait = !isThere(value) && !Task.isCancelled && ContinuousClock.now < deadline
                    if mayWait { value[keyPath: waiters].add(id, continuation) }
                    return mayWait
                }
                if !mayWait { continuation.resume() }
            }
        } onCancel: {
            withLock { $0[keyPath: waiters].take(id) }?.resume()
        }
    }
}
