/// A client's end that takes what comes as a client of real HTTP would.
final class ReceivingSink: DeliverySink {
    private let sink: any DeliverySink
    private let received = Locked<(body: ReceivedBody?, request: MockRequest?)>((nil, nil))
    // Several tasks may write; what they write must be decoded and told in one order.
    private let turns = Turns()

    init(_ sink: any DeliverySink) { self.sink = sink }

    var limits: TimeLimits { sink.limits }

    func begin(_ head: ResponseHead) { if accepts(head) { sink.begin(head) } }

    func begin(_ head: ResponseHead, over duration: Duration, _ timeline: Timeline) async throws {
        if accepts(head) { try await sink.begin(head, over: duration, timeline) }
    }

    func write(_ data: Data) async throws {
        guard received.withLock({ $0.body != nil }) else { return try await sink.write(data) }
        try await turns.run {
            guard self.received.withLock({ $0.body?.hasFailed == false }) else { throw CancellationError() }
            do {
                try self.received.withLock { try $0.body?.receive(data) }
                while let piece = try self.received.withLock({ try $0.body?.next() }) {
                    try await self.sink.write(piece)
                }
            } catch let failure as ReceivedBody.Failure {
                self.fail(with: failure)
                throw CancellationError()
            }
        }
    }

    func end(_ outcome: Journal.Outcome) {
        do {
            try received.withLock { try $0.body?.end() }
            sink.end(outcome)
        } catch let failure as ReceivedBody.Failure {
            fail(with: failure)
        } catch {}
    }

    /// False when the client refuses the answer.
    private func accepts(_ head: ResponseHead) -> Bool {
        do throws(ReceivedBody.Failure) {
            let body = try ReceivedBody(head)
            received.withLock { $0 = (body, head.request) }
            return true
        } catch {
            received.withLock { $0.request = head.request }
            fail(with: error)
            return false
        }
    }

    private func fail(with failure: ReceivedBody.Failure) {
        let request = received.withLock(\.request)
        sink.fail(URLError.mock(failure.code, failure.text, for: request), .simulated)
    }

    // MARK: Handed on

    func fail(_ error: any Error, _ kind: FailureKind) { sink.fail(error, kind) }

    func breakOff(_ breakage: MockResponse.Breakage, _ head: ResponseHead) { sink.breakOff(breakage, head) }

    func upgrade(_ answer: WebSocketAnswer, _ request: MockRequest, _ timeline: Timeline) async throws {
        try await sink.upgrade(answer, request, timeline)
    }

    func flush() async { await sink.flush() }

    func redirect(_ head: ResponseHead, to request: URLRequest) async -> RedirectChoice {
        await sink.redirect(head, to: request)
    }

    func authenticate(_ round: ChallengeRound, _ head: ResponseHead, _ clock: ServerClock) async -> ChallengeChoice {
        await sink.authenticate(round, head, clock)
    }

    func keep(_ credential: URLCredential, for space: Challenge.Space) { sink.keep(credential, for: space) }

    func bodyAgain(_ request: MockRequest) async -> Data? { await sink.bodyAgain(request) }

    func passThrough(_ request: MockRequest) { sink.passThrough(request) }
}
