extension [RequestMatcher] {
    /// What makes them hold for nothing; nil when nothing does.
    var faultText: String? {
        let faults = flatMap(\.check.faults)
        guard !faults.isEmpty else { return nil }
        let source = map(\.description).joined(separator: ", ")
        return ReportMask().masked("\(source) cannot be checked: \(faults.joined(separator: "; "))")
    }
}

/// What a `verify…` method found.
public struct VerificationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was expected and what came, ready to be read.
    public let description: String
    /// Where the method was called.
    public let location: Stub.Location
}

extension MockServer {
    /// Checks how often matching requests came.
    ///
    /// ```swift
    /// let server = MockServer()
    /// try server.verify(.post("/login"), times: 0)
    /// ```
    ///
    /// - Throws: ``VerificationError``, also when a matcher or a stub of the server has a fault.
    public func verify(
        _ matcher: RequestMatcher, _ others: RequestMatcher..., times count: RequestCount = .atLeast(1),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let location = Stub.Location(fileID, filePath, line, column)
        let matchers = [matcher] + others
        try verifyFaults(location, matchers)
        let found = requests(matching: matchers).count
        try verifyNothingDropped(unless: count.range.lowerBound <= found && count.range.upperBound == .max, location)
        guard !count.range.contains(found) else { return }
        let source = matchers.map(\.description).joined(separator: ", ")
        let came = found == 0 ? "it never came" : "it came \(RequestCount.exactly(found))"
        throw failure("Expected \(source) \(count), but \(came).", matchers, location)
    }

    /// Checks that matching requests came one after the other; others may stand between.
    ///
    /// - Throws: ``VerificationError`` that names the first that is missing.
    public func verifyInOrder(
        _ first: RequestMatcher, _ others: RequestMatcher..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let location = Stub.Location(fileID, filePath, line, column)
        try verifyFaults(location, [first] + others)
        try verifyNothingDropped(unless: false, location)
        let all = requests
        var rest = all[...]
        var previous: RequestMatcher?
        for matcher in [first] + others {
            let holds = { matcher.check.mismatch(MatchContext($0, origin: self.core.origin)) == nil }
            guard let next = rest.firstIndex(where: holds) else {
                let place = previous.map { " after \($0)" } ?? ""
                let came = all.contains(where: holds) ? "it came only before" : "it did not come"
                throw failure("Expected \(matcher)\(place), but \(came).", [matcher], location)
            }
            rest = rest[(next + 1)...]
            previous = matcher
        }
    }

    /// Checks that every request was answered by a stub, and that none came late.
    ///
    /// - Throws: ``VerificationError`` with the report of each.
    public func verifyNothingUnexpected(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let location = Stub.Location(fileID, filePath, line, column)
        let all = unexpected
        guard !all.isEmpty else { return }
        core.noteToldRequests()
        core.noteToldFaults()
        throw VerificationError(description: all.joined(separator: "\n"), location: location)
    }

    /// The report of each unexpected request, behind the faults.
    private var unexpected: [String] {
        var reports = exchanges.filter { $0.isUnexpected || $0.isLate }.map { exchange in
            if case .failure(let error as URLError) = exchange.outcome { return error.localizedDescription }
            return RequestText.unexpected(exchange.request)
        }
        let dropped = core.dropped.unexpected
        if dropped > 0 {
            reports.append(ServerCore.forgotten(dropped))
        }
        // A faulty stub may be why a request was unexpected: it comes first, and hides nothing.
        return (faults.isEmpty ? [] : [faults.map(\.description).joined(separator: "\n")]) + reports
    }

    /// Checks that every stub has answered at least once.
    ///
    /// ``Stub/optional()`` exempts a stub, and so does a later one with the same matchers.
    ///
    /// - Throws: ``VerificationError`` that lists the others.
    public func verifyAllStubsUsed(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let location = Stub.Location(fileID, filePath, line, column)
        try verifyFaults(location)
        guard let unused else { return }
        core.noteToldStubs()
        throw VerificationError(description: unused, location: location)
    }

    private var unused: String? {
        let stubs = core.unusedStubs().map { "    \(ReportText.shortened("\($0)"))          \($0.location)" }
        guard !stubs.isEmpty else { return nil }
        let head = stubs.count == 1 ? "A stub was never used" : "\(stubs.count) stubs were never used"
        return ReportMask().masked(ReportText.sections(["\(head):", ReportText.list(stubs)]))
    }

    /// Checks that nothing was unexpected, and that every stub was used.
    ///
    /// - Throws: ``VerificationError`` with all that ``verifyNothingUnexpected(fileID:filePath:line:column:)`` and
    ///   ``verifyAllStubsUsed(fileID:filePath:line:column:)`` have to tell.
    public func verifyAll(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let all = unexpected + [unused].compactMap { $0 }
        guard !all.isEmpty else { return }
        core.noteToldRequests()
        core.noteToldFaults()
        core.noteToldStubs()
        throw VerificationError(
            description: all.joined(separator: "\n"), location: Stub.Location(fileID, filePath, line, column))
    }

    /// A faulty matcher holds for nothing: that nothing came that satisfies it says nothing.
    private func verifyFaults(_ location: Stub.Location, _ matchers: [RequestMatcher] = []) throws {
        if let text = matchers.faultText { throw VerificationError(description: text, location: location) }
        guard !faults.isEmpty else { return }
        core.noteToldFaults()
        throw VerificationError(description: faults.map(\.description).joined(separator: "\n"), location: location)
    }

    /// A check that needs what the journal keeps no longer cannot be made.
    private func verifyNothingDropped(unless isSettled: Bool, _ location: Stub.Location) throws {
        let dropped = core.dropped.all
        guard dropped > 0, !isSettled else { return }
        let kept =
            switch exchanges.count {
            case 0: "no requests, and \(dropped) came"
            case 1: "the last request, and \(dropped) more came before it"
            case let count: "the last \(count) requests, and \(dropped) more came before them"
            }
        throw VerificationError(
            description: "The journal keeps \(kept): they cannot be checked. Make the server with a longer journal.",
            location: location)
    }

    private func failure(
        _ sentence: String, _ matchers: [RequestMatcher], _ location: Stub.Location
    ) -> VerificationError {
        let traffic = TrafficText(core: core, matchers: matchers, exchanges: exchanges.filter { !$0.isLate })
        return VerificationError(description: traffic.following(sentence), location: location)
    }
}
