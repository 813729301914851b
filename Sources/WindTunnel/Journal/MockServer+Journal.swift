extension MockServer {
    /// What came, in order of arrival: as the client sent it, answered or not.
    ///
    /// The hops of a redirect are parts of their exchange; what came after ``close()`` is in ``exchanges`` only.
    public var requests: [MockRequest] { core.requests }

    /// The requests that satisfy all matchers, in order of arrival.
    public func requests(_ matchers: RequestMatcher...) -> [MockRequest] { requests(matching: matchers) }

    func requests(matching matchers: [RequestMatcher]) -> [MockRequest] {
        let check = matchers.conjunction
        return core.requests.filter { check.mismatch(MatchContext($0, origin: core.origin)) == nil }
    }

    /// Every request with what became of it, also the unexpected and the late ones.
    public var exchanges: [Exchange] { core.exchanges }

    /// The earliest matching request that was not handed out yet; waits for one that has not come.
    ///
    /// - Parameters:
    ///   - matchers: What it must satisfy; none means any request.
    ///   - limit: How long to wait, in wall time.
    /// - Throws: ``WaitingError`` when none came in time, `CancellationError` when the task was cancelled.
    @discardableResult
    public func nextRequest(
        _ matchers: RequestMatcher..., within limit: Duration = .seconds(10)
    ) async throws -> MockRequest {
        var looked = 0
        return try await waiting(for: "request", matchers, limit) { check in
            for (number, request) in self.core.arrivals(from: looked) {
                if check.mismatch(MatchContext(request, origin: self.core.origin)) == nil, self.core.take(number) {
                    return request
                }
                looked = number + 1
            }
            return nil
        }
    }

    /// The earliest matching request of a ``MockResponse/held`` stub that was not handed out yet; waits for one that has
    /// not come.
    ///
    /// - Parameters:
    ///   - matchers: What it must satisfy; none means any request.
    ///   - limit: How long to wait, in wall time.
    /// - Throws: ``WaitingError`` when none came in time, `CancellationError` when the task was cancelled.
    public func nextPending(
        _ matchers: RequestMatcher..., within limit: Duration = .seconds(10)
    ) async throws -> PendingRequest {
        try await waiting(for: "held request", matchers, limit) { check in
            self.core.pendingRequests.first {
                check.mismatch(MatchContext($0.request, origin: self.core.origin)) == nil && $0.take()
            }
        }
    }

    /// Looks each time that something has come.
    private func waiting<Found: Sendable>(
        for what: String, _ matchers: [RequestMatcher], _ limit: Duration, _ look: (any RequestCheck) -> Found?
    ) async throws -> Found {
        let check = matchers.conjunction
        let deadline = ContinuousClock.now + limit.bounded
        let wakeUp = Task { [core] in
            try await Task.sleep(until: deadline, clock: .continuous)
            core.wakeWaiters()
        }
        defer { wakeUp.cancel() }
        while true {
            let seen = core.arrivalCount
            if let found = look(check) { return found }
            try Task.checkCancellation()
            guard ContinuousClock.now < deadline, !core.isClosed else {
                throw WaitingError(
                    what: what, expected: matchers.isEmpty ? ".any" : check.source, limit: limit, came: requests)
            }
            await core.waitForArrival(after: seen, until: deadline)
        }
    }
}

/// Nothing that was waited for came in time.
public struct WaitingError: Error, Sendable, CustomStringConvertible {
    let what: String
    let expected: String
    let limit: Duration
    let came: [MockRequest]

    /// What was waited for, and what came instead.
    public var description: String {
        let head = "No \(what) \(expected) came within \(limit)."
        guard !came.isEmpty else { return head + " Nothing came at all." }
        return head + " What came:\n\n" + came.map { "    \($0.method) \(RequestText.url($0))" }.joined(separator: "\n")
            + "\n"
    }
}
