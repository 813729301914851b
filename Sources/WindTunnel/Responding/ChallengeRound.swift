/// One question to a client: who are you?
struct ChallengeRound: Sendable {
    let challenge: Challenge
    let request: MockRequest
    let failures: Int
    /// What was tried in vain, and is not proposed again.
    let tried: Set<Login>
}

enum ChallengeChoice: Sendable {
    /// Send the request again, as this user.
    case use(URLCredential)
    /// Ask for the next way in, or take the 401 as the answer.
    case reject
    /// The 401 is the answer.
    case refuse
    /// The client ends the load.
    case cancel
    /// The load has ended.
    case left
}

/// What a client has tried to be let in during one load.
struct ChallengeHistory: Sendable {
    private struct Space {
        var failures = 0
        var tried: Set<Login> = []
    }

    private var spaces: [Challenge.Space: Space] = [:]
    private var rounds = 0
    /// With what the request was sent that is being answered.
    var last: (space: Challenge.Space, credential: URLCredential)?

    /// So that a client which never gives up ends.
    static let maximumRounds = 20

    var mayGoOn: Bool { rounds < Self.maximumRounds }

    mutating func sent(_ credential: URLCredential, in space: Challenge.Space) {
        rounds += 1
        last = (space, credential)
    }

    mutating func failed(_ space: Challenge.Space) {
        spaces[space, default: Space()].failures += 1
        if let login = last.flatMap({ Login($0.credential) }) { spaces[space]?.tried.insert(login) }
        last = nil
    }

    func round(_ challenge: Challenge, _ request: MockRequest) -> ChallengeRound {
        let space = spaces[challenge.space]
        return ChallengeRound(
            challenge: challenge, request: request, failures: space?.failures ?? 0, tried: space?.tried ?? [])
    }
}
