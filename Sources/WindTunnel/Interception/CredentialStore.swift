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
