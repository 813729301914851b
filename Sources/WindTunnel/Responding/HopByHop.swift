// A request that goes on to the network by a session of ours, and what comes back for its client.

enum HopByHop {
    /// What belongs to one connection (RFC 9110, section 7.6.1), or what the session knows anew.
    private static let dropped: Set<String> = [
        "connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade",
    ]

    /// The lines that go on to the next hop, without those that `Connection` names.
    static func passed(
        _ lines: some Sequence<MockRequest.Headers.Element>, without others: Set<String>
    ) -> [MockRequest.Headers.Element] {
        let named = lines.filter { $0.name.lowercased() == "connection" }.flatMap { $0.value.split(separator: ",") }
        let names = Set(named.map { $0.trimmingCharacters(in: .whitespaces).lowercased() })
        return lines.filter { line in
            let name = line.name.lowercased()
            return !dropped.contains(name) && !others.contains(name) && !names.contains(name)
        }
    }
}

extension URLRequest {
    /// What goes on of a request, without more names in lower case.
    init(passing request: MockRequest, to url: URL? = nil, without names: Set<String>) {
        self.init(url: url ?? request.url)
        httpMethod = request.method
        for line in HopByHop.passed(request.headers, without: names) {
            addValue(line.value, forHTTPHeaderField: line.name)
        }
        httpBody = request.body.isEmpty ? nil : request.body
    }
}

extension URLSessionConfiguration {
    /// The client has its own cookies, its own cache and its own patience.
    static var passing: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        return configuration
    }
}

extension ResponseHead {
    init(relayed response: HTTPURLResponse, to request: MockRequest) {
        self.request = request
        statusCode = response.statusCode
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { (name: $0, value: "\(value)") }
        }
        // The session has undone codings.
        lines = HopByHop.passed(fields.sorted { $0.name < $1.name }, without: ["content-encoding"]).flatMap {
            line in
            guard line.name.lowercased() == "set-cookie" else { return [line] }
            return line.value.separateCookies.map { (name: line.name, value: $0) }
        }
    }
}

extension String {
    /// Foundation joins the lines of `Set-Cookie` by commas, and dates have commas too: a cookie begins with a name and
    /// `=`.
    fileprivate var separateCookies: [String] {
        var cookies: [String] = []
        for part in split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.prefix { $0 != "=" && $0 != ";" }
            let isCookie =
                name.endIndex < part.endIndex && part[name.endIndex] == "=" && !name.isEmpty
                && !name.drop { $0 == " " }.contains { $0 == " " }
            if isCookie || cookies.isEmpty {
                cookies.append(String(part.drop { $0 == " " }))
            } else {
                cookies[cookies.count - 1] += "," + part
            }
        }
        return cookies
    }
}
