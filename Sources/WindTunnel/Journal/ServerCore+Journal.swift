extension ServerCore {
    func complete(_ number: Int, _ outcome: Journal.Outcome) {
        let now = clock.now()
        state.withLock { state in
            var isFirst = false
            state.journal.change(number) { record in
                guard case .pending = record.outcome else { return }
                isFirst = true
                record.outcome = outcome
                record.completion = now
            }
            if isFirst { tell(MockExchange.Event.completed, number, &state) }
            state.journal.forget(number)
        }
    }

    /// Under the lock, which gives events their order.
    func tell(_ event: (MockExchange) -> MockExchange.Event, _ number: Int, _ state: inout State) {
        guard let hub = state.hub, let record = state.journal.record(number) else { return }
        hub.tell(event(state.journal.exchange(record)))
    }

    /// From now on.
    var events: AsyncStream<MockExchange.Event> {
        state.withLock { state in
            // Nothing happens any more.
            guard !state.isClosed, state.keepsJournal else { return AsyncStream { $0.finish() } }
            return hub(&state).subscribe(limit: state.journal.limit)
        }
    }

    /// Most servers have none: events cost what nobody should pay who does not listen.
    private func hub(_ state: inout State) -> EventHub {
        if let hub = state.hub { return hub }
        let hub = EventHub()
        state.hub = hub
        return hub
    }

    var log: MockServer.Log {
        get { state.withLock { $0.log } }
        set {
            state.withLock { state in
                state.log = newValue
                guard newValue.detail != .off || state.hub != nil else { return }
                hub(&state).setLog(newValue.detail == .off ? nil : newValue.note)
            }
        }
    }

    /// How many requests the journal keeps no longer, and how many of those no stub has answered.
    var dropped: (all: Int, unexpected: Int) {
        state.withLock { ($0.journal.dropped, $0.journal.droppedUnexpected) }
    }

    /// A step that sent the client on.
    func addHop(_ number: Int, _ hop: MockExchange.Hop) {
        state.withLock { state in state.journal.change(number) { $0.hops.append(hop) } }
    }

    var exchanges: [MockExchange] { state.withLock { state in state.journal.records.map(state.journal.exchange) } }

    /// Late requests are in `exchanges` only.
    var requests: [MockRequest] { state.withLock { $0.journal.records.filter { !$0.isLate }.map(\.request) } }

    func requests(of mount: MountedStub) -> [MockRequest] {
        state.withLock { $0.journal.records.filter { $0.mount === mount }.map(\.request) }
    }

    /// Requests from a place on, with whether they were handed out.
    func arrivals(from start: Int) -> [(number: Int, request: MockRequest)] {
        state.withLock { state in
            state.journal.records(from: start).filter { !$0.record.isTaken && !$0.record.isLate }.map {
                ($0.number, $0.record.request)
            }
        }
    }

    /// False when somebody else was faster.
    func take(_ number: Int) -> Bool {
        state.withLock { state in
            var isFirst = false
            state.journal.change(number) { record in
                isFirst = !record.isTaken
                record.isTaken = true
            }
            return isFirst
        }
    }

    /// Nobody reads the journal any more, nor answers what is held.
    func dropJournal() {
        let (records, pending) = state.withLock { state in
            state.keepsJournal = false
            defer { state.journal.removeAll() }
            return (state.journal.records, state.pending)
        }
        withExtendedLifetime(records) {}
        state.withLock { $0.hub }?.end()
        for request in pending where request.take() { abandon(request) }
    }

    private func abandon(_ pending: PendingRequest) {
        let text = "\(pending) is held, and \(name) is gone: nobody can answer it"
        pending.fail(URLError.mock(.cancelled, text, for: pending.request))
    }
}

// MARK: Waiting

extension ServerCore {
    /// Suspends until something arrives, the deadline passes or the task is cancelled; may return early.
    ///
    /// - Parameters:
    ///   - count: What ``arrivalCount`` was before the caller looked, so that nothing is missed in between.
    ///   - deadline: After it ``wakeWaiters()`` was called, and nobody wakes the waiter again.
    func waitForArrival(after count: Int, until deadline: ContinuousClock.Instant) async {
        await state.wait(in: \.waiters, until: deadline) { $0.isClosed || $0.arrivals != count }
    }

    func wakeWaiters() {
        for waiter in state.withLock({ $0.waiters.takeAll() }) { waiter.resume() }
    }

    /// What `waitForArrival` compares with.
    var arrivalCount: Int { state.withLock { $0.arrivals } }

    func addPending(_ pending: PendingRequest) {
        let waiters = state.withLock { state in
            state.pending.append(pending)
            state.arrivals += 1
            return state.waiters.takeAll()
        }
        for waiter in waiters { waiter.resume() }
        if state.withLock({ !$0.keepsJournal }), pending.take() { abandon(pending) }
    }

    /// It has its answer, or nobody waits for one.
    func removePending(_ pending: PendingRequest) { state.withLock { $0.pending.removeAll { $0 === pending } } }

    var pendingRequests: [PendingRequest] { state.withLock { $0.pending } }
}
