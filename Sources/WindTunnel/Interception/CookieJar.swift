/// The cookies of the session that a load belongs to (RFC 6265), which no loader stores or sends for a protocol.
struct CookieJar {
    private let storage: HTTPCookieStorage
    private let configuration: URLSessionConfiguration

    /// Nil where the session cannot be found, or has no cookies.
    init?(_ session: URLSession?) {
        guard let configuration = session?.configuration, let storage = configuration.httpCookieStorage else {
            return nil
        }
        self.storage = storage
        self.configuration = configuration
    }

    /// Keeps what a response sets. Each line for itself: a date has a comma in it.
    func store(_ lines: [String], from url: URL, mainDocument: URL?) {
        guard configuration.httpCookieAcceptPolicy != .never else { return }
        let cookies = lines.flatMap { HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": $0], for: url) }
        guard !cookies.isEmpty else { return }
        storage.setCookies(cookies, for: url, mainDocumentURL: mainDocument)
    }

    /// What the session sends with a request that it makes itself, such as the next one of a redirect.
    func apply(to request: inout URLRequest) {
        guard configuration.httpShouldSetCookies, request.httpShouldHandleCookies, let url = request.url else { return }
        let cookies = storage.cookies(for: url) ?? []
        guard !cookies.isEmpty else { return }
        request.setValue(HTTPCookie.requestHeaderFields(with: cookies)["Cookie"], forHTTPHeaderField: "Cookie")
    }
}
