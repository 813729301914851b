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
        _ matchers: RequestMatcher..., within limit: Duration = .seconds(30)
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
        _ matchers: RequestMatcher..., within limit: Duration = .seconds(30)
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
            let isClosed = core.isClosed
            guard ContinuousClock.now < deadline, !isClosed else {
                let expected = matchers.isEmpty ? ".any" : check.source
                let end = isClosed ? "before \(core.name) was closed" : "within \(limit)"
                throw WaitingError(
                    description: "No \(what) \(expected) came \(end).\(came(withStubs: what != "request"))")
            }
            await core.waitForArrival(after: seen, until: deadline)
        }
    }

    /// What came instead.
    private func came(withStubs: Bool) -> String {
        let exchanges = exchanges
        guard !exchanges.isEmpty else { return " Nothing came at all." }
        let lines = exchanges.map { exchange in
            let stub = withStubs ? exchange.stub.map { ", answered by the stub of \($0)" } ?? "" : ""
            return "    \(exchange.request.method) \(RequestText.url(exchange.request))\(stub)"
        }
        return " What came:\n\n" + lines.joined(separator: "\n") + "\n"
    }
}

/// Nothing that was waited for came in time.
public struct WaitingError: Error, Sendable, CustomStringConvertible {
    /// What was waited for, and what came instead.
    public let description: String
}
