/// The credentials of the Digest scheme (RFC 7616, section 3.4), with MD5, as both sides make them.
struct DigestAuthorization: Sendable, Equatable {
    let user: String
    let realm: String
    let nonce: String
    let uri: String
    /// Nil where the server offered none: RFC 2069.
    var protection: Protection?
    var algorithm: String?
    var opaque: String?
    var response = ""

    /// What `qop=auth` adds.
    struct Protection: Sendable, Equatable {
        let count: String
        let clientNonce: String
    }

    /// The proof that the password is known (section 3.4.1).
    func proof(password: String, method: String) -> String {
        let secret = MD5.hex("\(user):\(realm):\(password)")
        let request = MD5.hex("\(method):\(uri)")
        guard let protection else { return MD5.hex("\(secret):\(nonce):\(request)") }
        return MD5.hex("\(secret):\(nonce):\(protection.count):\(protection.clientNonce):auth:\(request)")
    }

    /// As the header's value.
    var header: String {
        var parts = [
            "username=\(ChallengeParser.quoted(user))", "realm=\(ChallengeParser.quoted(realm))",
            "nonce=\(ChallengeParser.quoted(nonce))", "uri=\(ChallengeParser.quoted(uri))",
            "response=\(ChallengeParser.quoted(response))",
        ]
        if let algorithm { parts.append("algorithm=\(algorithm)") }
        if let protection {
            parts += ["qop=auth", "nc=\(protection.count)", "cnonce=\(ChallengeParser.quoted(protection.clientNonce))"]
        }
        if let opaque { parts.append("opaque=\(ChallengeParser.quoted(opaque))") }
        return "Digest " + parts.joined(separator: ", ")
    }
}

extension DigestAuthorization {
    /// Nil when the header is no such thing, or asks for what is not spoken here.
    init?(header: String?) {
        guard let item = header.map(ChallengeParser.parse)?.first, item.scheme == "digest",
            let user = item.parameters["username"], let realm = item.parameters["realm"],
            let nonce = item.parameters["nonce"], let uri = item.parameters["uri"],
            let response = item.parameters["response"], Self.speaks(algorithm: item.parameters["algorithm"])
        else { return nil }
        self.init(user: user, realm: realm, nonce: nonce, uri: uri)
        if item.parameters["qop"]?.lowercased() == "auth", let count = item.parameters["nc"],
            let clientNonce = item.parameters["cnonce"]
        {
            protection = Protection(count: count, clientNonce: clientNonce)
        }
        algorithm = item.parameters["algorithm"]
        opaque = item.parameters["opaque"]
        self.response = response.lowercased()
    }

    /// The answer to a challenge.
    init(
        _ challenge: [String: String], user: String, password: String, method: String, uri: String,
        clientNonce: String = Self.freshNonce()
    ) {
        self.init(user: user, realm: challenge["realm"] ?? "", nonce: challenge["nonce"] ?? "", uri: uri)
        if challenge["qop"] != nil { protection = Protection(count: "00000001", clientNonce: clientNonce) }
        algorithm = challenge["algorithm"]
        opaque = challenge["opaque"]
        response = proof(password: password, method: method)
    }

    static func speaks(algorithm: String?) -> Bool { algorithm.map { $0.uppercased() == "MD5" } ?? true }

    static func freshNonce() -> String { UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased() }
}

/// The nonces that a server has given out, and how often each was used (RFC 7616, section 3.3).
final class DigestNonces: Sendable {
    private struct State {
        var issued: [String] = []
        var used: [String: Set<UInt32>] = [:]
    }

    /// Comes back with every answer.
    let opaque = DigestAuthorization.freshNonce()
    private let state = Locked(State())

    /// Older ones are stale.
    static let limit = 1_000

    func issue() -> String {
        let nonce = DigestAuthorization.freshNonce()
        state.withLock { state in
            state.issued.append(nonce)
            state.used[nonce] = []
            if state.issued.count > Self.limit { state.used[state.issued.removeFirst()] = nil }
        }
        return nonce
    }

    /// False when the nonce is not one of ours any more, or the count was there before.
    func take(_ nonce: String, _ count: UInt32) -> Bool {
        state.withLock { $0.used[nonce]?.insert(count).inserted ?? false }
    }
}
