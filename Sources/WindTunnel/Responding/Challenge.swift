extension Stub {
    /// Credentials that a stub asks for before it answers (RFC 9110, section 11).
    public struct Credentials: Sendable {
        enum Scheme: Sendable {
            case basic(user: String, password: String)
            case bearer(String)
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

        func accepts(_ request: MockRequest) -> Bool {
            guard let received = request.headers["Authorization"] else { return false }
            let halves = received.split(separator: " ", maxSplits: 1).map(String.init)
            guard halves.count == 2 else { return false }
            switch scheme {
            case .basic(let user, let password):
                return halves[0].lowercased() == "basic"
                    && Data(base64Encoded: halves[1]) == Data("\(user):\(password)".utf8)
            case .bearer(let token): return halves[0].lowercased() == "bearer" && halves[1] == token
            }
        }

        /// 401 with the challenge (RFC 9110, section 15.5.2).
        var refusal: MockResponse {
            let quoted = realm.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            return switch scheme {
            case .basic: .status(401).header("WWW-Authenticate", "Basic realm=\"\(quoted)\", charset=\"UTF-8\"")
            case .bearer: .status(401).header("WWW-Authenticate", "Bearer realm=\"\(quoted)\"")
            }
        }
    }
}
