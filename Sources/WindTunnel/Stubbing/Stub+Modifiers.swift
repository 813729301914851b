/// The modifiers that a ``Stub`` and a ``StubHandle`` share.
///
/// On a stub they return a changed copy; on a handle they change the stub in the server.
public protocol StubModifying {
    /// A copy, or the handle itself after the change.
    func modified(_ change: @escaping @Sendable (inout Stub) -> Void) -> Self
}

extension StubModifying {
    private func setting(_ change: @escaping @Sendable (inout Stub.Options) -> Void) -> Self {
        modified { $0.setOptions(change) }
    }

    /// Matches only so many times, then no longer.
    @discardableResult
    public func times(_ limit: Int) -> Self {
        setting { options in
            options.limit = max(0, limit)
            if limit < 1 { options.faults.append("times(\(limit)) never matches; leave the stub out") }
        }
    }

    /// A name for reports.
    @discardableResult
    public func named(_ name: String) -> Self { setting { $0.name = name } }

    /// No complaint when the stub is never used.
    @discardableResult
    public func optional() -> Self { setting { $0.isOptional = true } }

    /// Matches only while a scenario is in a state; a scenario begins in `"start"` unless the server says otherwise.
    @discardableResult
    public func when(_ scenario: String, is state: String) -> Self {
        setting { $0.conditions.append(Stub.Condition(scenario: scenario, state: state)) }
    }

    /// Moves a scenario to a state, atomically with the choice of the stub.
    @discardableResult
    public func setting(_ scenario: String, to state: String) -> Self {
        setting { $0.transitions.append(Stub.Condition(scenario: scenario, state: state)) }
    }

    /// Answers 401 with a challenge until the request has the credentials (RFC 9110, section 11).
    @discardableResult
    public func requiring(_ credentials: Stub.Credentials) -> Self { setting { $0.credentials = credentials } }
}

extension Stub: StubModifying {
    /// A changed copy.
    public func modified(_ change: @escaping @Sendable (inout Stub) -> Void) -> Stub {
        var copy = self
        change(&copy)
        return copy
    }
}
