extension Stub {
    /// Credentials that a stub asks for before it answers (RFC 9110, section 11).
    ///
    /// ```swift
    /// let session = MockServer {
    ///     Stub(.get("/me"), returning: .json(["name": "Ann"])).requiring(.digest(user: "ann", password: "pw"))
    /// }.session
    /// let (data, _) = try await session.data(from: URL(string: "https://ann:pw@api.example.com/me")!)
    /// ```
    ///
    /// A client without them gets 401 with a challenge. In process the load goes on as that of `URLSession` does with
    /// Basic and Digest: the delegate's `urlSession(_:task:didReceive:completionHandler:)` is asked, with the user of
    /// the URL or the default credential of the session's `urlCredentialStorage` as proposal, and the request is sent
    /// again with what it gives. Each round is a hop of the ``MockExchange``. A challenge of another scheme, such as
    /// Bearer, is an answer like any other.
    public struct Credentials: Sendable {
        enum Scheme: Sendable {
            case basic(user: String, password: String)
            case bearer(String)
            case digest(user: String, password: String, DigestNonces)
        }

        let scheme: Scheme
        let realm: String

        /// `Basic` with a user and a password (RFC 7617).
        public static func basic(user: String, password: String, realm: String = "mock") -> Credentials {
            Credentials(scheme: .basic(user: user, password: password), realm: realm)
        }

        /// `Bearer` with a token (RFC 6750).
        public static func bearer(_ token: String, realm: String = "mock") -> Credentials {
            Credentials(scheme: .bearer(token), realm: realm)
        }

        /// `Digest` with a user and a password (RFC 7616): MD5, with `qop=auth`.
        ///
        /// The client's answer is checked in full: user, realm, nonce, opaque value, URI, method, and a nonce count
        /// that was not there before. A right answer with a nonce that is not known any more gets another one, with
        /// `stale=true`.
        public static func digest(user: String, password: String, realm: String = "mock") -> Credentials {
            Credentials(scheme: .digest(user: user, password: password, DigestNonces()), realm: realm)
        }

        /// 401 with the challenge (RFC 9110, section 15.5.2); nil for a request that may come in.
        func refusal(of request: MockRequest) -> MockResponse? {
            let header = request.headers["Authorization"]
            let realm = "realm=\(ChallengeParser.quoted(realm))"
            switch scheme {
            case .basic(let user, let password):
                let isRight = Self.text(of: header, "basic").flatMap { Data(base64Encoded: $0) }
                if isRight == Data("\(user):\(password)".utf8) { return nil }
                return Self.refusal("Basic \(realm), charset=\"UTF-8\"")
            case .bearer(let token):
                return Self.text(of: header, "bearer") == token ? nil : Self.refusal("Bearer \(realm)")
            case .digest(let user, let password, let nonces):
                let answer = DigestAuthorization(header: header)
                let isRight = answer?.isRight(self.realm, user, password, nonces.opaque, for: request) ?? false
                if isRight, let answer, answer.isFresh(nonces) { return nil }
                return Self.refusal(
                    "Digest \(realm), qop=\"auth\", algorithm=MD5, nonce=\"\(nonces.issue())\", "
                        + "opaque=\"\(nonces.opaque)\", charset=UTF-8" + (isRight ? ", stale=true" : ""))
            }
        }

        private static func refusal(_ challenge: String) -> MockResponse {
            .status(401).header("WWW-Authenticate", challenge)
        }

        /// What stands behind the scheme.
        private static func text(of header: String?, _ scheme: String) -> String? {
            let halves = header?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
            return halves.count == 2 && halves[0].lowercased() == scheme ? halves[1] : nil
        }
    }
}

extension DigestAuthorization {
    fileprivate func isRight(
        _ realm: String, _ user: String, _ password: String, _ opaque: String, for request: MockRequest
    ) -> Bool {
        (self.realm, self.user, self.opaque) == (realm, user, opaque) && protection != nil
            && request.isTarget(uri) && response == proof(password: password, method: request.method)
    }

    fileprivate func isFresh(_ nonces: DigestNonces) -> Bool {
        // Eight digits (section 3.4), and no sign, which an integer would take.
        guard let protection, protection.count.utf8.count == 8, protection.count.utf8.first != UInt8(ascii: "+"),
            let count = UInt32(protection.count, radix: 16)
        else { return false }
        return nonces.take(nonce, count)
    }
}

extension MockRequest {
    /// The request target in origin form (RFC 9112, section 3.2.1), as it came.
    var target: String { Self.target(of: URLParts(receivedURL.absoluteString)) }

    private static func target(of parts: URLParts) -> String {
        (parts.rawPath.isEmpty ? "/" : String(parts.rawPath)) + (parts.rawQuery.map { "?\($0)" } ?? "")
    }

    /// Whether a text names the resource; a client behind a proxy may have written the whole URL.
    fileprivate func isTarget(_ text: String) -> Bool {
        text == target || text == receivedURL.absoluteString || text == url.absoluteString
    }
}
