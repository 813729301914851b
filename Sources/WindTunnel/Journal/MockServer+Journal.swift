extension MockServer {
    /// How much of what came a server keeps.
    public struct JournalLimit: Sendable {
        let limit: Int?

        /// All of it.
        public static var unlimited: JournalLimit { JournalLimit(limit: nil) }

        /// The last requests, so many; for tests and servers that run for long.
        ///
        /// What the journal no longer holds is not forgotten: checks that would need it say so.
        public static func last(_ count: Int) -> JournalLimit { JournalLimit(limit: max(0, count)) }
    }
}

extension MockServer {
    /// What came, in order of arrival: as the client sent it, answered or not.
    ///
    /// The hops of a redirect are parts of their exchange; what came after ``close()`` is in ``exchanges`` only.
    public var requests: [MockRequest] { core.requests }

    /// The requests that satisfy all matchers, in order of arrival.
    ///
    /// A matcher with a fault holds for nothing: the fault is told at the line of the call, as that of a stub is.
    public func requests(
        _ matchers: RequestMatcher..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) -> [MockRequest] {
        if let text = matchers.faultText {
            core.addFaultOnce(StubFault(message: text, location: Stub.Location(fileID, filePath, line, column)))
        }
        return requests(matching: matchers)
    }

    func requests(matching matchers: [RequestMatcher]) -> [MockRequest] {
        let check = matchers.conjunction
        return core.requests.filter { check.mismatch(MatchContext($0, origin: core.origin)) == nil }
    }

    /// Every request with what became of it, also the unexpected and the late ones.
    public var exchanges: [MockExchange] { core.exchanges }

    /// The earliest matching request that was not handed out yet; waits for one that has not come.
    ///
    /// - Parameters:
    ///   - matchers: What it must satisfy; none means any request.
    ///   - limit: How long to wait, in wall time.
    ///   - fileID: Where the call stands, with its module; reports name it.
    ///   - filePath: The file in which the call stands.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Throws: ``WaitingError`` with a report when none came in time, or before the task was cancelled; at once when
    ///   a matcher has a fault.
    @discardableResult
    public func nextRequest(
        _ matchers: RequestMatcher..., within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> MockRequest {
        let location = Stub.Location(fileID, filePath, line, column)
        var looked = 0
        return try await waiting(for: "request", matchers, limit, location) { check in
            for (number, request) in self.core.arrivals(from: looked) {
                if check.mismatch(MatchContext(request, origin: self.core.origin)) == nil, self.core.take(number) {
                    return request
                }
                looked = number + 1
            }
            return nil
        }
    }

    /// The earliest matching request of a ``MockResponse/held`` stub that was not handed out yet; waits for one that
    /// has not come.
    ///
    /// - Parameters:
    ///   - matchers: What it must satisfy; none means any request.
    ///   - limit: How long to wait, in wall time.
    ///   - fileID: Where the call stands, with its module; reports name it.
    ///   - filePath: The file in which the call stands.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Throws: ``WaitingError`` with a report when none came in time, or before the task was cancelled; at once when
    ///   a matcher has a fault.
    public func nextPending(
        _ matchers: RequestMatcher..., within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> PendingRequest {
        let location = Stub.Location(fileID, filePath, line, column)
        return try await waiting(for: "held request", matchers, limit, location) { check in
            self.core.pendingRequests.first {
                check.mismatch(MatchContext($0.request, origin: self.core.origin)) == nil && $0.take()
            }
        }
    }

    /// Looks each time that something has come.
    private func waiting<Found: Sendable>(
        for what: String, _ matchers: [RequestMatcher], _ limit: Duration, _ location: Stub.Location,
        _ look: (any RequestCheck) -> Found?
    ) async throws -> Found {
        if let text = matchers.faultText {
            throw WaitingError(reason: .faultyMatcher, description: text, location: location)
        }
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
            let isLate = ContinuousClock.now >= deadline
            let reason: WaitingError.Reason? =
                Task.isCancelled ? .cancelled : core.isClosed ? .closed : isLate ? .timedOut : nil
            if let reason { throw waitingError(reason, what, matchers, limit, location) }
            await core.waitForArrival(after: seen, until: deadline)
        }
    }

    private func waitingError(
        _ reason: WaitingError.Reason, _ what: String, _ matchers: [RequestMatcher], _ limit: Duration,
        _ location: Stub.Location
    ) -> WaitingError {
        let end =
            switch reason {
            case .timedOut, .faultyMatcher: "within \(limit)"
            case .closed: "before \(core.name) was closed"
            case .cancelled: "before the wait was cancelled"
            }
        let expected = matchers.isEmpty ? ".any" : matchers.conjunction.source
        let traffic = TrafficText(
            core: core, matchers: matchers, exchanges: exchanges.filter { !$0.isLate }, showsStubs: what != "request")
        return WaitingError(
            reason: reason, description: traffic.following("No \(what) \(expected) came \(end)."), location: location)
    }
}

/// What was waited for did not come.
public struct WaitingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Why the wait ended.
    public enum Reason: Sendable {
        /// The time was over.
        case timedOut
        /// The server was closed.
        case closed
        /// The waiting task was cancelled.
        case cancelled
        /// A matcher holds for nothing, so that nothing was waited for.
        case faultyMatcher
    }

    /// Why the wait ended.
    public let reason: Reason
    /// What was waited for, and what came instead.
    public let description: String
    /// Where the server's method was called; nil for a wait of a ``ManualClock``.
    public let location: Stub.Location?

    init(reason: Reason, description: String, location: Stub.Location? = nil) {
        self.reason = reason
        self.description = description
        self.location = location
    }
}
