/// Credentials, as the native loader asks for them: the delegate on its queue, even for completion handlers and async
/// calls, else the proposal is taken once.
extension ProtocolLoad {
    func authenticate(
        _ round: ChallengeRound, _ head: ResponseHead, _ clock: ServerClock
    ) async -> ChallengeChoice {
        let answer = ChallengeAnswer(clock)
        whenOver { answer.give(.left) }
        push(
            .run { load in
                Platform.loaderAsksForCredentials
                    ? load.letLoaderAsk(round, head, answer) : load.askDelegate(round, head, answer)
            })
        let choice = await answer.choice
        // What is said next comes behind it.
        if Platform.loaderAsksForCredentials { push(.run { $0.challenge = nil }) }
        return choice
    }

    func keep(_ credential: URLCredential, for space: Challenge.Space) {
        state.withLock { $0.credentials }?.keep(credential, for: space)
    }

    /// The loader gives the answer to the challenge's sender.
    private func letLoaderAsk(_ round: ChallengeRound, _ head: ResponseHead, _ answer: ChallengeAnswer) {
        guard let loader, let client else { return answer.give(.left) }
        let proposal = CredentialStore(nil).proposal(for: round)
        let challenge = ChallengeSender.challenge(round, head, proposal, answer)
        self.challenge = challenge
        client.urlProtocol(loader, didReceive: challenge)
        answer.mayTakeTime()
    }

    private func askDelegate(_ round: ChallengeRound, _ head: ResponseHead, _ answer: ChallengeAnswer) {
        guard let task else { return answer.give(.left) }
        let session = FoundationInternals.shared.session(of: task)
        let store = CredentialStore(session?.configuration.urlCredentialStorage)
        state.withLock { $0.credentials = store }
        let proposal = store.proposal(for: round)
        guard let calls = DelegateCalls(asking: task) else {
            return answer.give(.performDefaultHandling, nil, proposal, task)
        }
        calls.askCredential(
            task, { ChallengeSender.challenge(round, head, proposal, answer, task) }, asked: answer.mayTakeTime
        ) { answer.give($0, $1, proposal, task) }
    }

    /// As the native loader: the delegate of a streamed upload gives a new stream.
    func bodyAgain(_ request: MockRequest) async -> Data? {
        let answer = OneAnswer<Data?>()
        whenOver { answer.give(nil) }
        push(.run { load in load.readAgain(request, answer) })
        return await answer.value
    }

    private func readAgain(_ request: MockRequest, _ answer: OneAnswer<Data?>) {
        guard asksForBody, !request.body.isEmpty, let task,
            let calls = DelegateCalls(FoundationInternals.shared.session(of: task), task.delegate)
        else { return answer.give(request.body) }
        calls.askBodyStream(task) { stream in
            guard let stream else { return answer.give(Data()) }
            let job = BodyReader.shared.read(stream) { answer.give($0) }
            self.whenOver { BodyReader.shared.giveUp(job) }
        }
    }
}
