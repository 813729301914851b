/// How a client goes on after a 3xx (RFC 9110, section 15.4), as `URLSession` does it.
enum Redirect {
    static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    /// Nil when the response sends nobody on.
    static func request(after response: MockResponse, to request: MockRequest) -> URLRequest? {
        guard statuses.contains(response.statusCode), let location = response.headers["Location"],
            let url = URL(string: location, relativeTo: request.url)?.absoluteURL,
            let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme)
        else { return nil }
        var next = request.urlRequest
        next.url = url
        if rewritesToGet(response.statusCode, request.method) {
            next.httpMethod = request.method == "HEAD" && Platform.redirectsKeepHEAD ? "HEAD" : "GET"
            next.httpBody = nil
            let described = Platform.redirectsDropContentType ? ["Content-Type", "Content-Encoding"] : []
            for name in ["Content-Length", "Transfer-Encoding"] + described {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        } else {
            next.httpBody = request.body.isEmpty ? nil : request.body
        }
        if URLParts(url.absoluteString).origin != request.parts.origin {
            for name in ["Authorization", "Cookie", "Host"] { next.setValue(nil, forHTTPHeaderField: name) }
        }
        return next
    }

    /// The body that goes on when the delegate hands back a request of the same method.
    static func body(of request: MockRequest, for next: URLRequest) -> Data? {
        next.httpMethod == request.method && !request.body.isEmpty && request.method != "GET" ? request.body : nil
    }

    private static func rewritesToGet(_ status: Int, _ method: String) -> Bool {
        switch status {
        case 303: method != "GET"
        case 301, 302: method == "POST"
        default: false
        }
    }
}
