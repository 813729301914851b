extension ServerCore {
    /// The only place that matches, counts, moves scenarios and writes the journal, under one lock; user code in
    /// matchers runs before it, handlers run after it.
    ///
    /// - Parameter exchange: The exchange that a redirect continues; nil for a new request.
    func decide(_ request: MockRequest, continuing exchange: Int? = nil) -> Decision {
        var round = Round(context: MatchContext(request, origin: origin), exchange: exchange)
        while true { if let decision = step(&round) { return decision } }
    }

    /// The same in the loader's place, where nothing may wait: nil when user code must be asked, or a report written.
    ///
    /// - Parameter settlesAtOnce: Whether the caller delivers a ready response before anything else can happen, so that
    ///   the journal is complete with the decision.
    func decideInline(_ request: MockRequest, settlesAtOnce: Bool) -> Decision? {
        var round = Round(context: MatchContext(request, origin: origin), settles: settlesAtOnce, isInline: true)
        while !round.belongsElsewhere { if let decision = step(&round) { return decision } }
        return nil
    }

    /// What is known of one request while it is decided.
    private struct Round {
        let context: MatchContext
        var exchange: Int?
        var settles = false
        var isInline = false
        var belongsElsewhere = false
        /// By identity: numbers begin again when all stubs are removed, and that may happen while stubs are asked.
        var verdicts: [ObjectIdentifier: Bool] = [:]
        /// Alive, so that no identity is used again.
        var asked: [MountedStub] = []
        /// What the tape said; the outer value tells whether it was asked.
        var taped: Tape.Answer??
    }

    private enum Step {
        case decided(Decision, [CheckedContinuation<Void, Never>])
        case unexpected(Int, [CheckedContinuation<Void, Never>])
        case ask([MountedStub])
        case askTape(Tape)
        case elsewhere
    }

    /// Nil when there must be another.
    private func step(_ round: inout Round) -> Decision? {
        let step = state.withLock { state in decide(round, &state) }
        switch step {
        case .decided(let decision, let waiters):
            for waiter in waiters { waiter.resume() }
            return decision
        case .unexpected(let number, let waiters):
            // The report reads all stubs, which is no work for a lock; the exchange has its place already.
            let decision = handleUnexpected(round.context, number)
            for waiter in waiters { waiter.resume() }
            return decision
        case .ask(let mounts) where round.isInline && mounts.contains(where: \.runsUserCode):
            round.belongsElsewhere = true
        case .ask(let mounts): ask(mounts, &round)
        case .askTape(let tape): round.taped = .some(tape.answer(to: round.context.request))
        case .elsewhere: round.belongsElsewhere = true
        }
        return nil
    }

    private func ask(_ mounts: [MountedStub], _ round: inout Round) {
        round.asked += mounts
        for mount in mounts {
            let holds = mount.check.mismatch(round.context) == nil
            round.verdicts[ObjectIdentifier(mount)] = holds
            if holds { return }
        }
    }

    private func decide(_ round: Round, _ state: inout State) -> Step {
        let (context, exchange) = (round.context, round.exchange)
        if state.isClosed {
            let number = note(context.request, nil, exchange, &state) { $0.isLate = true }
            return .decided(Decision(action: .fail(lateError(context.request)), mount: nil, exchange: number), [])
        }
        switch state.stubs.choose(context, verdicts: round.verdicts) {
        case .ask(let mounts): return .ask(mounts)
        case .none where round.isInline && (policy.writesReports || state.tape != nil): return .elsewhere
        case .none where state.tape != nil && round.taped == nil: return state.tape.map(Step.askTape) ?? .elsewhere
        case .none where round.taped != nil: return taped(round, &state)
        case .none:
            let number = note(context.request, nil, exchange, &state) { $0.isUnexpected = true }
            return .unexpected(number, state.waiters.takeAll())
        case .stub(let mount): return stubbed(mount, round, &state)
        }
    }

    /// The stub's answer.
    private func stubbed(_ mount: MountedStub, _ round: Round, _ state: inout State) -> Step {
        let request = round.context.request
        let action = use(mount, for: request, in: &state)
        var decision = Decision(action: action, mount: mount, exchange: -1, attempt: mount.uses)
        let settled: ReadyResponse? =
            if round.settles, case .respond(let ready) = action, ready.isSuccess(for: request) { ready } else { nil }
        decision.isSettled = settled != nil
        decision.exchange = note(request, mount, round.exchange, &state) { record in
            guard let settled else { return }
            record.outcome = .ready(settled)
            record.completion = record.arrival
        }
        return .decided(decision, state.waiters.takeAll())
    }

    /// The tape's answer, or nobody's.
    private func taped(_ round: Round, _ state: inout State) -> Step {
        let answer = round.taped ?? nil
        let number = note(round.context.request, nil, round.exchange, &state) { record in
            record.isUnexpected = answer == nil
            record.source = answer?.description
        }
        guard let answer else { return .unexpected(number, state.waiters.takeAll()) }
        let decision = Decision(action: answer.action, mount: nil, exchange: number)
        return .decided(decision, state.waiters.takeAll())
    }

    private func use(_ mount: MountedStub, for request: MockRequest, in state: inout State) -> Decision.Action {
        if let refusal = mount.stub.options?.credentials?.refusal(of: request) {
            return .respond(ReadyResponse(refusal))
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
        let number = state.journal.append(record)
        guard state.hub != nil else { return number }
        tell(MockExchange.Event.arrived, number, &state)
        if record.completion != nil { tell(MockExchange.Event.completed, number, &state) }
        return number
    }

    private func handleUnexpected(_ context: MatchContext, _ number: Int) -> Decision {
        switch policy.action {
        case .passthrough: return Decision(action: .passthrough, mount: nil, exchange: number)
        case .respond(let ready): return Decision(action: .respond(ready), mount: nil, exchange: number)
        case .fail:
            let report = UnexpectedReport(request: context.request, core: self).text
            let error = URLError.mock(.resourceUnavailable, report, for: context.request)
            complete(number, .failure(error))
            return Decision(action: .fail(error), mount: nil, exchange: number)
        }
    }

    func lateError(_ request: MockRequest) -> URLError {
        let late = "it came after \(name) was closed. A task outlived its test; wait for it, or cancel it."
        return .mock(.cancelled, "\(request) was refused: \(refusal ?? late)", for: request)
    }
}
