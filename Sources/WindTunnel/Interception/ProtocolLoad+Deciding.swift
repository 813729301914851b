extension ProtocolLoad {
    func decide(_ request: MockRequest, isInline: Bool) {
        core.clock.workBegan()
        if !request.body.isEmpty {
            if isInline { noteSent(request.body) } else { push(.run { $0.noteSent(request.body) }) }
        }
        guard isInline else { return carryOut(core.decide(request), request, isInline: false) }
        if let decision = core.decideInline(request, settlesAtOnce: !holdsBack) {
            return carryOut(decision, request, isInline: true)
        }
        // Matchers of users may wait, and make requests of their own, which would end the process here.
        expectTime()
        DispatchQueue.global().async { self.carryOut(self.core.decide(request), request, isInline: false) }
    }

    private func carryOut(_ decision: Decision, _ request: MockRequest, isInline: Bool) {
        if !decision.isSettled { state.withLock { $0.exchange = decision.exchange } }
        switch decision.action {
        case .respond(let ready) where ready.isImmediate(for: request):
            if isInline { deliver(ready, request) } else { push(.run { $0.deliver(ready, request) }) }
            core.clock.workEnded()
        case .fail(let error) where isInline:
            close(with: error)
            core.clock.workEnded()
        default:
            if isInline { expectTime() }
            startDelivery(decision, request)
        }
    }

    /// The fast path, on the loader's context: everything is there.
    private func deliver(_ ready: ReadyResponse, _ request: MockRequest) {
        if let body = ready.plainBody { return deliver(body, ready, request) }
        if case .failure(let error) = ready.response.kind { return close(with: error.locatedIfURLError(at: request)) }
        if ready.setsCookies { storeCookies(ready.response.headerLines.cookieLines, from: request.url) }
        perform(.response(ready.httpResponse(for: request)))
        for chunk in ready.response.deliveredChunks(for: request) { perform(.data(chunk)) }
        if let error = ready.response.cut?.error {
            close(with: error.locatedIfURLError(at: request))
        } else {
            perform(.end(.ready(ready)))
        }
    }

    /// The same for a body in one piece, without a step: each look at the loader and its client costs as much as a
    /// lock, since Foundation refers to them weakly.
    private func deliver(_ body: Data, _ ready: ReadyResponse, _ request: MockRequest) {
        guard let loader, let client else { return }
        let response = ready.httpResponse(for: request)
        if ready.setsCookies { storeCookies(ready.response.headerLines.cookieLines, from: request.url) }
        self.response = response
        noteResponse(response)
        client.urlProtocol(loader, didReceive: response, cacheStoragePolicy: .notAllowed)
        if !body.isEmpty, ready.response.hasBody(for: request) {
            if holdsBack {
                chunks.append(body)
                noteWritten(body.count)
            } else {
                client.urlProtocol(loader, didLoad: body)
            }
        }
        finish(loader, client, .ready(ready))
    }

    private func startDelivery(_ decision: Decision, _ request: MockRequest) {
        guard register() else {
            fail(URLError.mock(.cancelled, "\(core.name) was closed", for: request))
            return core.clock.workEnded()
        }
        let clock = core.clock
        let work = WorkHandle()
        state.withLock { $0.work = work }
        if isOver { work.cancel() }
        let timeline = Timeline(clock: clock, limits: limits)
        let delivery = Delivery(core: core, sink: ReceivingSink(self), timeline: timeline)
        let prepared = request.prepared(for: decision, core)
        // Before the delivery runs: else a clock that is moved by hand could find everybody asleep in between.
        if !clock.isImmediate { clock.workBegan() }
        core.start(work) { await delivery.run(decision, prepared) }
        guard !clock.isImmediate else { return }
        work.hold(
            Task.detached {
                if (try? await timeline.waitForTimeout()) != nil {
                    self.fail(URLError(.timedOut).located(at: request))
                    await self.flush()
                }
                clock.workEnded()
            })
    }
}
