extension ServerCore {
    /// The only place that matches, counts, moves scenarios and writes the journal, under one lock; user code in matchers
    /// runs before it, handlers run after it.
    ///
    /// - Parameters:
    ///   - exchange: The exchange that a redirect continues; nil for a new request.
    ///   - settlesAtOnce: Whether the caller delivers a ready response before anything else can happen, so that the journal
    ///     is complete with the decision.
    func decide(
        _ request: MockRequest, continuing exchange: Int? = nil, settlesAtOnce: Bool = false
    ) -> Decision {
        let context = MatchContext(request, origin: origin)
        // By identity: numbers begin again when all stubs are removed, and that may happen while stubs are asked.
        var verdicts: [ObjectIdentifier: Bool] = [:]
        var asked: [MountedStub] = []
        while true {
            let step = state.withLock { state in decide(context, verdicts, exchange, settlesAtOnce, &state) }
            switch step {
            case .decided(let decision, let waiters):
                for waiter in waiters { waiter.resume() }
                return decision
            case .unexpected(let number, let waiters):
                // The report reads all stubs, which is no work for a lock; the exchange has its place already.
                let decision = handleUnexpected(context, number)
                for waiter in waiters { waiter.resume() }
                return decision
            case .ask(let mounts):
                asked += mounts  // alive, so that no identity is used again
                for mount in mounts {
                    let holds = mount.check.mismatch(context) == nil
                    verdicts[ObjectIdentifier(mount)] = holds
                    if holds { break }
                }
            }
        }
    }

    private enum Step {
        case decided(Decision, [CheckedContinuation<Void, Never>])
        case unexpected(Int, [CheckedContinuation<Void, Never>])
        case ask([MountedStub])
    }

    private func decide(
        _ context: MatchContext, _ verdicts: [ObjectIdentifier: Bool], _ exchange: Int?, _ settles: Bool,
        _ state: inout State
    ) -> Step {
        if state.isClosed {
            let number = note(context.request, nil, exchange, &state) { $0.isLate = true }
            return .decided(Decision(action: .fail(lateError(context.request)), mount: nil, exchange: number), [])
        }
        switch state.stubs.choose(context, verdicts: verdicts) {
        case .ask(let mounts): return .ask(mounts)
        case .none:
            let number = note(context.request, nil, exchange, &state) { $0.isUnexpected = true }
            return .unexpected(number, takeWaiters(&state))
        case .stub(let mount):
            let action = use(mount, for: context.request, in: &state)
            var decision = Decision(action: action, mount: mount, exchange: -1, attempt: mount.uses)
            let settled: ReadyResponse? =
                if settles, case .respond(let ready) = action, ready.isSuccess(for: context.request) { ready } else {
                    nil
                }
            decision.isSettled = settled != nil
            decision.exchange = note(context.request, mount, exchange, &state) { record in
                guard let settled else { return }
                record.outcome = .ready(settled)
                record.completion = record.arrival
            }
            return .decided(decision, takeWaiters(&state))
        }
    }

    private func use(_ mount: MountedStub, for request: MockRequest, in state: inout State) -> Decision.Action {
        if let credentials = mount.stub.options?.credentials, !credentials.accepts(request) {
            return .respond(ReadyResponse(credentials.refusal))
        }
        state.stubs.use(mount)
        switch mount.stub.answer {
        case .handler(let handler): return .handle(handler)
        case .responses(let responses): return .respond(responses[min(mount.uses, responses.count) - 1])
        }
    }

    /// Writes a request into the journal, or the next step of one that is there.
    private func note(
        _ request: MockRequest, _ mount: MountedStub?, _ exchange: Int?, _ state: inout State,
        _ mark: (inout Journal.Record) -> Void = { _ in }
    ) -> Int {
        if let exchange {
            state.journal.change(exchange) { record in
                record.mount = mount
                mark(&record)
            }
            return exchange
        }
        guard state.keepsJournal else { return -1 }
        var record = Journal.Record(request: request, mount: mount, arrival: clock.now())
        mark(&record)
        state.arrivals += 1
        return state.journal.append(record)
    }

    private func handleUnexpected(_ context: MatchContext, _ number: Int) -> Decision {
        switch policy.action {
        case .passthrough: return Decision(action: .passthrough, mount: nil, exchange: number)
        case .respond: return Decision(action: .respond(policyResponse!), mount: nil, exchange: number)
        case .fail:
            let report = UnexpectedReport(context.request, stubs: mountedStubs, faults: faults, core: self).text
            let error = URLError.mock(.resourceUnavailable, report, for: context.request)
            complete(number, .failure(error))
            return Decision(action: .fail(error), mount: nil, exchange: number)
        }
    }

    private func lateError(_ request: MockRequest) -> URLError {
        .mock(
            .cancelled,
            "\(request) was refused: it came after \(name) was closed. A task outlived its test; wait for it, or cancel it.",
            for: request)
    }
}
