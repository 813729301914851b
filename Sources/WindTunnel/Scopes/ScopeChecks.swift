extension ServerCore {
    /// Tells of a fault: the public hook always, a test library when the server is one of its own.
    func tell(_ fault: StubFault) {
        MockServer.report(fault)
        let watch = state.withLock { $0.watch }
        guard watch.isWatched, watch.checks.contains(.faults) else { return }
        // The end of a scope is certain to reach the test.
        if let current = TestFrameworks.current, current.isCertain || watch.isUntraited {
            current.framework.record([ScopeIssue(fault)], at: fault.location)
        } else {
            state.withLock { $0.watch.untoldFaults.append(fault) }
        }
    }

    func noteHandlerError(_ error: any Error, _ decision: Decision, _ request: MockRequest) {
        guard state.withLock({ $0.watch.isWatched }) else { return }
        let stub = decision.mount.map { "The handler of \(read($0) { $0.stub.description })" } ?? "A handler"
        let text = "\(stub) failed for \(RequestText.line(request)): \(error)"
        let issue = ScopeIssue(.handlerError, ReportMask([request]).masked(text), decision.mount?.location)
        state.withLock { $0.watch.handlerErrors.append(issue) }
    }

    /// Remembers the stubs that have never answered; closing the server removes them.
    func noteUnusedStubs() {
        let (watch, isClosed) = state.withLock { ($0.watch, $0.isClosed) }
        guard watch.isWatched, !isClosed, watch.checks.contains(.unusedStubs), !watch.toldUnusedStubs else { return }
        let unused = unusedStubs(from: watch.defaultBlocks).map { stub in
            var issue = ScopeIssue(
                .unusedStub,
                ReportMask().masked(
                    "\(ReportText.shortened("\(stub)")) was never used. Remove it, or mark it .optional()."),
                stub.location)
            issue.stubSource = stub.matchers.first.map { "Stub(\($0)" }
            return issue
        }
        state.withLock { $0.watch.unusedStubs = unused }
    }

    /// What is to be told, each thing once.
    ///
    /// - Parameter includesUnused: False when a test ended early: what it would have used is not known.
    func takeIssues(includesUnused: Bool = true) -> [ScopeIssue] {
        let (watch, records, dropped) = state.withLock { state in
            defer { state.watch.forget() }
            return (state.watch, state.journal.takeUntold(), state.journal.takeDroppedUntold())
        }
        var issues = watch.recordingIssues
        if watch.checks.contains(.faults) { issues += watch.untoldFaults.map(ScopeIssue.init) }
        if watch.checks.contains(.unexpectedRequests) {
            issues += ScopeIssue.merged(records.compactMap(issue))
            if dropped > 0, policyIsToBeTold { issues.append(ScopeIssue(.unexpectedRequest, Self.forgotten(dropped))) }
        }
        if watch.checks.contains(.handlerErrors) { issues += ScopeIssue.merged(watch.handlerErrors) }
        if watch.checks.contains(.unusedStubs), includesUnused { issues += watch.unusedStubs }
        return issues
    }

    /// Of requests that a bounded journal keeps no longer.
    static func forgotten(_ count: Int) -> String { "Unexpected requests that the journal keeps no longer: \(count)\n" }

    private func issue(_ record: Journal.Record) -> ScopeIssue? {
        if record.isLate ? !isScoped : !policyIsToBeTold { return nil }
        let kind: ScopeIssue.Kind = record.isLate ? .lateRequest : .unexpectedRequest
        if case .failure(let error as URLError) = record.outcome { return ScopeIssue(kind, error.localizedDescription) }
        if record.isLate { return ScopeIssue(kind, lateError(record.request).localizedDescription) }
        return ScopeIssue(kind, RequestText.unexpected(record.request))
    }

    /// Whether the policy leaves a mistake in what no stub answers. A server without a scope was told what to answer by
    /// somebody who knew what he did; a scope is strict, and has `checks` for it.
    private var policyIsToBeTold: Bool {
        switch policy.action {
        case .fail: true
        case .respond: isScoped
        case .passthrough: false
        }
    }

    private var isScoped: Bool { state.withLock { $0.watch.isScoped } }

    // A verification that has failed has told; the end of the test would say it again.

    func noteToldRequests() {
        state.withLock { state in
            _ = state.journal.takeUntold()
            _ = state.journal.takeDroppedUntold()
        }
    }
    func noteToldStubs() { state.withLock { $0.watch.toldUnusedStubs = true } }
    func noteToldFaults() { state.withLock { $0.watch.untoldFaults = [] } }

    /// The end of a server that no scope looks after; told only in a test's own task.
    func endUntraited() {
        let (isUntraited, place) = state.withLock { ($0.watch.isUntraited, $0.watch.place) }
        guard isUntraited, let framework = TestFrameworks.current?.framework else { return }
        noteUnusedStubs()
        let issues = takeIssues()
        if !issues.isEmpty { framework.record(issues, at: place) }
    }
}

extension Journal {
    /// The unexpected and the late ones that were not told yet.
    mutating func takeUntold() -> [Record] {
        let untold = records(from: 0).filter { ($0.record.isUnexpected || $0.record.isLate) && !$0.record.isTold }
        for (number, _) in untold { change(number) { $0.isTold = true } }
        return untold.map(\.record)
    }
}
