/// Credentials, as the native loader asks for them: the delegate on its queue, even for completion handlers and async calls, else
/// the proposal is taken once.
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

/// The credentials of a session.
struct CredentialStore: @unchecked Sendable {  // a credential storage may be used from every thread
    private let storage: URLCredentialStorage?

    init(_ storage: URLCredentialStorage?) { self.storage = storage }

    /// Of the URL, else of the storage; nothing that was tried in vain.
    func proposal(for round: ChallengeRound) -> URLCredential? {
        [fromURL(round), stored(round.challenge.space)].compactMap { $0 }.first { credential in
            Login(credential).map { !round.tried.contains($0) } ?? false
        }
    }

    private func fromURL(_ round: ChallengeRound) -> URLCredential? {
        let url = round.request.url
        guard let user = url.user(percentEncoded: false), !user.isEmpty else { return nil }
        guard let password = url.password(percentEncoded: false) else {
            return spaces(round.challenge.space).lazy.compactMap { storage?.credentials(for: $0)?[user] }.first
        }
        return URLCredential(user: user, password: password, persistence: .none)
    }

    /// The default one, else that of the first user by name.
    private func stored(_ space: Challenge.Space) -> URLCredential? {
        let spaces = spaces(space)
        if let credential = spaces.lazy.compactMap({ storage?.defaultCredential(for: $0) }).first { return credential }
        let all = spaces.flatMap { storage?.credentials(for: $0).map(Array.init) ?? [] }
        return all.min { $0.key < $1.key }?.value
    }

    /// The storage's own objects come first: on Linux it finds by identity what it has.
    private func spaces(_ space: Challenge.Space) -> [URLProtectionSpace] {
        let known = storage?.allCredentials.keys.filter(space.isEqual) ?? []
        return known + [space.protectionSpace]
    }

    /// What has a persistence of `.none` is not kept.
    func keep(_ credential: URLCredential, for space: Challenge.Space) {
        guard let storage, credential.persistence != .none, let place = spaces(space).first else { return }
        storage.set(credential, for: place)
    }
}

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
