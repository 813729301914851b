/// Carries out one decision over time, hop by hop.
struct Delivery: Sendable {
    let core: ServerCore
    let sink: any DeliverySink
    let timeline: Timeline

    struct Step {
        var decision: Decision
        var request: MockRequest
        var hops = 0
        var history = ChallengeHistory()
    }

    /// RFC 9110 names no number; 20 is what Foundation and browsers allow.
    static let maximumRedirects = 20

    /// Runs to the end; it must be called as work that has begun, and ends that.
    func run(_ decision: Decision, _ request: MockRequest) async {
        var step = Step(decision: decision, request: request)
        do {
            while try await play(&step) {}
        } catch {
            // When the client has left, or the server was closed, whoever did that has ended the load, and this is not
            // heard. A cancellation that somebody else threw must be heard: nobody else would end the load.
            sink.fail(located(error, step), error is HandlerFailure ? .broken : .simulated)
        }
        await sink.flush()
        timeline.clock.workEnded()
    }

    /// False when the answer is complete.
    private func play(_ step: inout Step) async throws -> Bool {
        guard let ready = try await response(for: step) else {
            sink.passThrough(step.request)
            return false
        }
        let response = ready.response
        if let fault = response.faults.first { throw broken(fault, step) }
        try await timeline.pause(for: response.delay)
        switch response.kind {
        case .failure(let error): throw error
        case .never: try await timeline.wait()
        case .passthrough: sink.passThrough(step.request)
        case .held: return try await hold(&step)
        case .broken(let breakage): sink.breakOff(breakage, ResponseHead(response, for: step.request))
        case .webSocket(let answer): try await upgrade(answer, step.request)
        case .content(let body):
            if try await authenticate(response, &step) { return true }
            if try await follow(response, &step) { return true }
            try await deliver(ready, body, step.request)
        }
        return false
    }

    /// A response that cannot be sent.
    private func broken(_ fault: String, _ step: Step) -> HandlerFailure {
        // That of a declared response was told with its stub.
        if case .handle = step.decision.action {
            core.noteHandlerError(BodyFailure(fault), step.decision, step.request)
        }
        return HandlerFailure(BodyFailure(fault))
    }

    /// Nil for what the network answers.
    private func response(for step: Step) async throws -> ReadyResponse? {
        switch step.decision.action {
        case .respond(let ready): return ready
        case .fail(let error): throw error
        case .passthrough: return nil
        case .handle(let handler):
            do {
                return ReadyResponse(try await handler(step.request))
            } catch is CancellationError where Task.isCancelled {
                throw CancellationError()
            } catch {
                core.noteHandlerError(error, step.decision, step.request)
                throw HandlerFailure(error)
            }
        }
    }

    private func hold(_ step: inout Step) async throws -> Bool {
        let pending = PendingRequest(step.request, clock: timeline.clock)
        core.addPending(pending)
        defer { core.removePending(pending) }
        let response = try await pending.answer()
        timeline.resume()
        step.decision = Decision(
            action: .respond(ReadyResponse(response)), mount: step.decision.mount,
            exchange: step.decision.exchange)
        return true
    }

    // MARK: Redirects

    private func follow(_ response: MockResponse, _ step: inout Step) async throws -> Bool {
        guard let target = Redirect.request(after: response, to: step.request) else { return false }
        guard step.hops < Self.maximumRedirects else { throw URLError(.httpTooManyRedirects) }
        let head = ResponseHead(response, for: step.request)
        switch await sink.redirect(head, to: target) {
        case .refuse: return false
        case .left: throw CancellationError()
        case .follow(let urlRequest):
            let next = MockRequest(
                urlRequest, body: urlRequest.httpBody ?? Redirect.body(of: step.request, for: urlRequest))
            step.hops += 1
            continueExchange(with: next, after: head, &step)
            return true
        }
    }

    func continueExchange(with next: MockRequest, after head: ResponseHead, _ step: inout Step) {
        let headers = MockRequest.Headers(lines: head.lines)
        core.addHop(
            step.decision.exchange,
            MockExchange.Hop(request: step.request, statusCode: head.statusCode, headers: headers, next: next))
        step.decision = core.decide(next, continuing: step.decision.exchange)
        step.request = next.prepared(for: step.decision, core)
    }

    // MARK: Bodies

    private func deliver(_ ready: ReadyResponse, _ body: MockResponse.Body, _ request: MockRequest) async throws {
        let response = ready.response
        let head = ResponseHead(response, for: request)
        timeline.noteActivity()
        if response.headTime > .zero {
            try await sink.begin(head, over: response.headTime, timeline)
            timeline.noteActivity()
        } else {
            sink.begin(head)
        }
        let pen = Pen(sink: sink, timeline: timeline, response: response, discards: !response.hasBody(for: request))
        switch body {
        case .data(let data): try await pen.write(data)
        case .chunks(let chunks): for chunk in chunks { try await pen.write(chunk) }
        // A writer without an end would write into nothing for ever.
        case .stream(let write): if response.hasBody(for: request) { try await run(write, with: pen) }
        }
        // A body that is shorter than the cut breaks off at its end.
        if let cut = response.cut { try await pen.cutOff(cut) }
        sink.end(.response(head, pen.written))
    }

    private func upgrade(_ answer: WebSocketAnswer, _ request: MockRequest) async throws {
        do {
            try await sink.upgrade(answer, request, timeline)
        } catch is CancellationError where Task.isCancelled {
            throw CancellationError()
        } catch {
            throw HandlerFailure(error)
        }
    }

    private func run(_ write: MockResponse.StreamWriter, with pen: Pen) async throws {
        do {
            try await write(pen.writer)
        } catch let cut as Pen.CutError {
            throw cut
        } catch is CancellationError where Task.isCancelled {
            throw CancellationError()
        } catch  where !timeline.isExpired {
            throw HandlerFailure(error)
        } catch {}
        // Also when the writer has caught the error: the client no longer listens.
        if timeline.isExpired { throw URLError(.timedOut) }
    }

    /// Errors of the stub's own code name the stub; what a stub was told to fail with stays as it is.
    private func located(_ error: any Error, _ step: Step) -> any Error {
        switch error {
        case let failure as HandlerFailure:
            let place = step.decision.mount.map { "the stub of \($0.place)" } ?? core.name
            let urlError = failure.error as? URLError
            // A URLError that is printed has no words.
            let text = "\(place) failed: \(urlError?.localizedDescription ?? "\(failure.error)")"
            return URLError.mock(
                urlError?.code ?? .badServerResponse, text, for: step.request, underlying: failure.error)
        case let cut as Pen.CutError: return located(cut.error, step)
        case let error as URLError where error.userInfo[NSURLErrorFailingURLErrorKey] == nil:
            return error.located(at: step.request)
        default: return error
        }
    }
}

/// Wraps what user code threw.
private struct HandlerFailure: Error {
    let error: any Error
    init(_ error: any Error) { self.error = error }
}

extension MockRequest {
    /// With what the stub's pattern captured and how often it was asked.
    func prepared(for decision: Decision, _ core: ServerCore) -> MockRequest {
        guard let mount = decision.mount, decision.action.runsUserCode else { return self }
        var request = self
        request.captures = mount.check.captures(MatchContext(self, origin: core.origin))
        request.attempt = decision.attempt
        return request
    }
}
