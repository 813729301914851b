/// What the client decides; while it thinks, a clock that is moved by hand does not wait for it.
final class ChallengeAnswer: Sendable {
    private enum Phase { case asked, waiting, given }

    private let answer = OneAnswer<ChallengeChoice>()
    private let clock: ServerClock
    private let phase = Locked(Phase.asked)

    init(_ clock: ServerClock) { self.clock = clock }

    var choice: ChallengeChoice { get async { await answer.value } }

    func give(_ choice: ChallengeChoice) {
        let before = phase.withLock { phase in
            defer { phase = .given }
            return phase
        }
        if before == .waiting { clock.workBegan() }
        answer.give(choice)
    }

    /// The question has been asked; nobody knows when there will be an answer.
    func mayTakeTime() {
        let isWaiting = phase.withLock { phase in
            if phase == .asked { phase = .waiting }
            return phase == .waiting
        }
        if isWaiting { clock.workEnded() }
    }

    private var isOpen: Bool { phase.withLock { $0 != .given } }

    func give(
        _ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?, _ proposal: URLCredential?,
        _ task: URLSessionTask?
    ) {
        switch disposition {
        case .useCredential: give(credential.map(ChallengeChoice.use) ?? .refuse)
        case .performDefaultHandling: give(proposal.map(ChallengeChoice.use) ?? .refuse)
        case .rejectProtectionSpace: give(.reject)
        case .cancelAuthenticationChallenge:
            guard isOpen else { return }
            guard let task else { return give(.cancel) }
            // Ends the load, and that gives the answer. Not from here, which may be the loader's own queue.
            DispatchQueue.global().async { task.cancel() }
        @unknown default: give(.refuse)
        }
    }
}

/// Takes the answer where it is given to the challenge itself.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, Sendable {
    private let answer: ChallengeAnswer
    private let proposal: Unchecked<URLCredential?>  // immutable
    private let task: Unchecked<URLSessionTask?>  // may be used from every thread

    private init(_ answer: ChallengeAnswer, _ proposal: URLCredential?, _ task: URLSessionTask?) {
        self.answer = answer
        self.proposal = Unchecked(proposal)
        self.task = Unchecked(task)
    }

    static func challenge(
        _ round: ChallengeRound, _ head: ResponseHead, _ proposal: URLCredential?, _ answer: ChallengeAnswer,
        _ task: URLSessionTask? = nil
    ) -> URLAuthenticationChallenge {
        URLAuthenticationChallenge(
            protectionSpace: round.challenge.space.protectionSpace, proposedCredential: proposal,
            previousFailureCount: round.failures, failureResponse: head.makeResponse(), error: nil,
            sender: ChallengeSender(answer, proposal, task))
    }

    private func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential? = nil) {
        answer.give(disposition, credential, proposal.value, task.value)
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        give(.useCredential, credential)
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { give(.useCredential) }

    func cancel(_ challenge: URLAuthenticationChallenge) { give(.cancelAuthenticationChallenge) }

    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { give(.performDefaultHandling) }

    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) { give(.rejectProtectionSpace) }
}
