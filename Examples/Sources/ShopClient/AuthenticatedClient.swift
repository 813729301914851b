import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with an access token, and gets a new one when it has expired: one, however many requests ask.
public actor AuthenticatedClient {
    /// What the shop gives to who is signed in (RFC 6749, section 5.1).
    public struct Tokens: Codable, Sendable {
        var access: String
        var refresh: String

        private enum CodingKeys: String, CodingKey {
            case access = "access_token"
            case refresh = "refresh_token"
        }

        /// Tokens, most often from a keychain.
        public init(access: String, refresh: String) {
            self.access = access
            self.refresh = refresh
        }
    }

    private let session: URLSession
    private let tokenURL: URL
    private var tokens: Tokens
    private var refreshing: Task<Tokens, any Error>?

    /// A client of who is signed in.
    public init(
        session: URLSession = .shared, tokenURL: URL = ProductsClient.defaultURL.appending(path: "token"),
        tokens: Tokens
    ) {
        self.session = session
        self.tokenURL = tokenURL
        self.tokens = tokens
    }

    /// The answer to a request, with a fresh token if the present one is refused.
    public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let used = tokens
        let answer = try await session.answer(to: request.authorized(by: used))
        guard answer.head.statusCode == 401 else { return answer }
        return try await session.answer(to: request.authorized(by: refreshed(from: used)))
    }

    private func refreshed(from used: Tokens) async throws -> Tokens {
        // Somebody else's 401 came first.
        guard tokens.access == used.access else { return tokens }
        let task = refreshing ?? Task { try await refresh() }
        refreshing = task
        return try await task.value
    }

    private func refresh() async throws -> Tokens {
        defer { refreshing = nil }
        var form = URLComponents()
        form.queryItems = [
            URLQueryItem(name: "grant_type", value: "refresh_token"),
            URLQueryItem(name: "refresh_token", value: tokens.refresh),
        ]
        var request = URLRequest(url: tokenURL)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        // A plus means a space in a form, and itself in a query.
        request.httpBody = form.percentEncodedQuery.map { Data($0.replacing("+", with: "%2B").utf8) }
        let (body, head) = try await session.answer(to: request)
        try head.checkStatus(body)
        tokens = try JSONDecoder().decode(Tokens.self, from: body)
        return tokens
    }
}

extension URLRequest {
    fileprivate func authorized(by tokens: AuthenticatedClient.Tokens) -> URLRequest {
        var copy = self
        copy.setValue("Bearer \(tokens.access)", forHTTPHeaderField: "Authorization")
        return copy
    }
}
