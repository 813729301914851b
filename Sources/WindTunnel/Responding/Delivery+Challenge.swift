extension Delivery {
    /// Asks the client for credentials, and goes on as it says; false when the response is the answer.
    func authenticate(_ response: MockResponse, _ step: inout Step) async throws -> Bool {
        guard response.statusCode == 401 else {
            if let last = step.history.last { sink.keep(last.credential, for: last.space) }
            step.history.last = nil
            return false
        }
        let challenges = Challenge.all(of: response, to: step.request)
        guard !challenges.isEmpty, step.history.mayGoOn else { return false }
        let head = ResponseHead(response, for: step.request)
        if let last = step.history.last {
            if let stale = challenges.first(where: { $0.isStale && $0.space == last.space }) {
                return try await send(last.credential, stale, head, &step)
            }
            step.history.failed(last.space)
        }
        return try await ask(challenges, head, &step)
    }

    private func ask(_ challenges: [Challenge], _ head: ResponseHead, _ step: inout Step) async throws -> Bool {
        for challenge in challenges {
            let round = step.history.round(challenge, step.request)
            let choice = await timeline.whileClientThinks { await sink.authenticate(round, head, timeline.clock) }
            switch choice {
            case .use(let credential): return try await send(credential, challenge, head, &step)
            case .reject: continue
            case .refuse: return false
            case .cancel: throw URLError(.cancelled)
            case .left: throw CancellationError()
            }
        }
        return false
    }

    private func send(
        _ credential: URLCredential, _ challenge: Challenge, _ head: ResponseHead, _ step: inout Step
    ) async throws -> Bool {
        guard let login = Login(credential) else { return false }
        var urlRequest = step.request.urlRequest
        urlRequest.setValue(
            challenge.authorization(login, for: step.request), forHTTPHeaderField: "Authorization")
        guard let body = await sink.bodyAgain(step.request) else { throw CancellationError() }
        step.history.sent(credential, in: challenge.space)
        continueExchange(with: MockRequest(urlRequest, body: body), after: head, &step)
        return true
    }
}
