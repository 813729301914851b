/// Lets one after the other do something that suspends, in the order in which they came.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func run<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        await withCheckedContinuation { continuation in
            let isMine = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isMine { continuation.resume() }
        }
        defer { pass() }
        return try await body()
    }

    private func pass() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
