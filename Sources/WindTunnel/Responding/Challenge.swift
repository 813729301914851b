/// One way in that a 401 names and a client of Foundation can take (RFC 9110, section 11.6.1).
struct Challenge: Sendable {
    enum Scheme: Sendable { case digest, basic }

    /// What a user and a password belong to. A value: `URLProtectionSpace` is compared by identity on Linux.
    struct Space: Sendable, Hashable {
        let host: String
        let port: Int
        /// The scheme of the URL.
        let scheme: String
        let realm: String
        let method: String
    }

    let scheme: Scheme
    let parameters: [String: String]
    let space: Space

    /// All that a response asks for and a client would answer, the strongest first.
    static func all(of response: MockResponse, to request: MockRequest) -> [Challenge] {
        guard response.statusCode == 401 else { return [] }
        let items = response.headerLines.filter { $0.name.equalsIgnoringCase("WWW-Authenticate") }
            .flatMap { ChallengeParser.parse($0.value) }
        let challenges = items.compactMap { Challenge($0, request) }
        return challenges.filter { $0.scheme == .digest } + challenges.filter { $0.scheme == .basic }
    }

    private init?(_ item: ChallengeParser.Item, _ request: MockRequest) {
        guard let scheme = Self.scheme(of: item), let realm = item.parameters["realm"],
            let host = request.url.host, let urlScheme = request.url.scheme?.lowercased(),
            ["http", "https"].contains(urlScheme), let port = request.parts.port
        else { return nil }
        self.scheme = scheme
        parameters = item.parameters
        let method =
            scheme == .basic ? NSURLAuthenticationMethodHTTPBasic : NSURLAuthenticationMethodHTTPDigest
        space = Space(host: host, port: port, scheme: urlScheme, realm: realm, method: method)
    }

    /// Nil for what nobody here speaks: a client leaves that out (RFC 7616, section 3.3).
    private static func scheme(of item: ChallengeParser.Item) -> Scheme? {
        switch item.scheme {
        case "basic": return .basic
        case "digest":
            let protections = item.parameters["qop"]?.lowercased().split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let isSpoken =
                DigestAuthorization.speaks(algorithm: item.parameters["algorithm"])
                && item.parameters["nonce"] != nil && protections?.contains("auth") ?? true
            return isSpoken ? .digest : nil
        default: return nil
        }
    }

    /// Whether only the nonce was wrong, and the same user and password are right (RFC 7616, section 3.3).
    var isStale: Bool { scheme == .digest && parameters["stale"]?.lowercased() == "true" }

    /// The header with which the request is sent again.
    func authorization(_ login: Login, for request: MockRequest) -> String {
        switch scheme {
        case .basic: "Basic " + Data("\(login.user):\(login.password)".utf8).base64EncodedString()
        case .digest:
            DigestAuthorization(
                parameters, user: login.user, password: login.password, method: request.method, uri: request.target
            ).header
        }
    }
}

/// A user and a password.
struct Login: Sendable, Hashable {
    let user: String
    let password: String

    /// Nil for a credential of another kind, such as a certificate.
    init?(_ credential: URLCredential) {
        guard let user = credential.user else { return nil }
        self.user = user
        password = credential.password ?? ""
    }
}

extension Challenge.Space {
    var protectionSpace: URLProtectionSpace {
        URLProtectionSpace(host: host, port: port, protocol: scheme, realm: realm, authenticationMethod: method)
    }

    /// Whether a space that somebody else made is the same. The default method means Basic, and the constants for
    /// protocols mean the schemes that they are on Apple platforms.
    func isEqual(to other: URLProtectionSpace) -> Bool {
        let method =
            other.authenticationMethod == NSURLAuthenticationMethodDefault
            ? NSURLAuthenticationMethodHTTPBasic : other.authenticationMethod
        let scheme =
            switch other.protocol {
            case NSURLProtectionSpaceHTTP: "http"
            case NSURLProtectionSpaceHTTPS: "https"
            default: other.protocol?.lowercased()
            }
        return !other.isProxy() && other.host.lowercased() == host.lowercased() && other.port == port
            && (scheme, other.realm, method) == (self.scheme, realm, self.method)
    }
}
