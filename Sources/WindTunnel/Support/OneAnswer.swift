/// A value that is given once; later ones are dropped.
final class OneAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case given(Value)
        case taken
    }

    private let state = Locked(State.open)

    func give(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .open:
                state = .given(value)
                return nil
            case .awaited(let waiter):
                state = .taken
                return waiter
            case .given, .taken: return nil
            }
        }
        waiter?.resume(returning: value)
    }

    /// Asked for once.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let given = state.withLock { state -> Value? in
                    guard case .given(let value) = state else {
                        state = .awaited(continuation)
                        return nil
                    }
                    state = .taken
                    return value
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }
}
