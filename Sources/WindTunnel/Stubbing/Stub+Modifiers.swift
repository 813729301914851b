// The modifiers stand twice: those of a stub return a changed copy, and whoever drops it has a mistake that the
// compiler tells; those of a handle change the stub in the server.

extension Stub {
    /// Limits how often the stub matches: after so many requests it no longer does.
    public func times(_ limit: Int) -> Stub { changed { $0.limit(to: limit) } }

    /// Names the stub in reports.
    public func named(_ name: String) -> Stub { changed { $0.name = name } }

    /// Exempts the stub from the check for stubs that were never used.
    public func optional() -> Stub { changed { $0.isOptional = true } }

    /// Lets the stub match only while a scenario is in a state.
    ///
    /// A scenario begins in `"start"` unless the server says otherwise.
    public func when(_ scenario: String, is state: String) -> Stub {
        changed { $0.conditions.append(Condition(scenario: scenario, state: state)) }
    }

    /// Moves a scenario to a state, atomically with the choice of the stub.
    public func setting(_ scenario: String, to state: String) -> Stub {
        changed { $0.transitions.append(Condition(scenario: scenario, state: state)) }
    }

    /// Answers 401 with a challenge until the request has the credentials (RFC 9110, section 11).
    public func requiring(_ credentials: Credentials) -> Stub { changed { $0.credentials = credentials } }

    func changed(_ change: (inout Options) -> Void) -> Stub {
        var copy = self
        copy.setOptions(change)
        return copy
    }
}

extension StubHandle {
    /// Limits how often the stub matches: after so many requests it no longer does.
    @discardableResult
    public func times(_ limit: Int) -> StubHandle { changed { $0.limit(to: limit) } }

    /// Names the stub in reports.
    @discardableResult
    public func named(_ name: String) -> StubHandle { changed { $0.name = name } }

    /// Exempts the stub from the check for stubs that were never used.
    @discardableResult
    public func optional() -> StubHandle { changed { $0.isOptional = true } }

    /// Lets the stub match only while a scenario is in a state.
    ///
    /// A scenario begins in `"start"` unless the server says otherwise.
    @discardableResult
    public func when(_ scenario: String, is state: String) -> StubHandle {
        changed { $0.conditions.append(Stub.Condition(scenario: scenario, state: state)) }
    }

    /// Moves a scenario to a state, atomically with the choice of the stub.
    @discardableResult
    public func setting(_ scenario: String, to state: String) -> StubHandle {
        changed { $0.transitions.append(Stub.Condition(scenario: scenario, state: state)) }
    }

    /// Answers 401 with a challenge until the request has the credentials (RFC 9110, section 11).
    @discardableResult
    public func requiring(_ credentials: Stub.Credentials) -> StubHandle {
        changed { $0.credentials = credentials }
    }

    private func changed(_ change: (inout Stub.Options) -> Void) -> StubHandle {
        core.change(mount, change)
        return self
    }
}

extension Stub.Options {
    fileprivate mutating func limit(to limit: Int) {
        self.limit = max(0, limit)
        if limit < 1 { faults.append("times(\(limit)) never matches; leave the stub out") }
    }
}
