/// A request that a ``MockResponse/held`` stub keeps waiting until the test answers it.
public final class PendingRequest: Sendable, CustomStringConvertible {
    private enum Answer {
        case none
        case given(MockResponse)
        case gone
    }

    private struct State {
        var answer = Answer.none
        var waiter: CheckedContinuation<MockResponse, any Error>?
        var isTaken = false
    }

    /// The request.
    public let request: MockRequest
    private let clock: ServerClock
    private let state = Locked(State())

    init(_ request: MockRequest, clock: ServerClock) {
        self.request = request
        self.clock = clock
    }

    /// Answers the request; a second answer, and one after the client has left, changes nothing.
    ///
    /// - Returns: Whether this was the answer.
    @discardableResult
    public func respond(_ response: MockResponse) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<MockResponse, any Error>?) in
            guard case .none = state.answer else { return (false, nil) }
            state.answer = .given(response)
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        if let waiter {
            clock.workBegan()
            waiter.resume(returning: response)
        }
        return isFirst
    }

    /// Fails the request with a `URLError`; see ``respond(_:)``.
    @discardableResult
    public func fail(_ code: URLError.Code) -> Bool { respond(.failure(code)) }

    /// Fails the request with an error; see ``respond(_:)``.
    @discardableResult
    public func fail(_ error: any Error) -> Bool { respond(.failure(error)) }

    /// `GET https://api.example.com/feed`
    public var description: String { request.description }

    /// False when another `nextPending` was faster, or nobody waits for the answer any more.
    func take() -> Bool {
        state.withLock { state in
            guard !state.isTaken, case .none = state.answer else { return false }
            state.isTaken = true
            return true
        }
    }

    /// The answer, when the test gives it; the caller's work counts as ended meanwhile.
    func answer() async throws -> MockResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation(wait)
        } onCancel: {
            leave()
        }
    }

    private func wait(_ continuation: CheckedContinuation<MockResponse, any Error>) {
        let answer = state.withLock { state -> Answer in
            if case .none = state.answer {
                clock.workEnded()
                state.waiter = continuation
            }
            return state.answer
        }
        switch answer {
        case .none: break
        case .given(let response): continuation.resume(returning: response)
        case .gone: continuation.resume(throwing: CancellationError())
        }
    }

    /// The client has left.
    private func leave() {
        let waiter = state.withLock { state -> CheckedContinuation<MockResponse, any Error>? in
            if case .none = state.answer { state.answer = .gone }
            defer { state.waiter = nil }
            return state.waiter
        }
        guard let waiter else { return }
        clock.workBegan()
        waiter.resume(throwing: CancellationError())
    }
}
