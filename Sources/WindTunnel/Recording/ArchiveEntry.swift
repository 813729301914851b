// Exchanges as entries of an archive.

extension HAR.Request {
    init(_ request: MockRequest) {
        let (headers, body) = request.headers.decoded(request.body)
        let cookies = headers["Cookie"].map { line in
            line.split(separator: ";").map { pair in
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = halves.count > 1 ? halves[1] : ""
                return HAR.Cookie(name: halves[0].trimmed, value: value.trimmed)
            }
        }
        self.init(
            method: request.method, url: request.parts.text, cookies: cookies ?? [], headers: headers.archived,
            queryString: request.query.items.map { HAR.QueryItem(name: $0.name, value: $0.value) },
            postData: body.isEmpty ? nil : HAR.PostData(body: body, mimeType: headers["Content-Type"] ?? ""),
            bodySize: request.body.count)
    }
}

extension MockRequest {
    /// The request of an entry. Pseudo headers of HTTP/2 belong to the transport.
    init(recorded: HAR.Request) {
        var request = URLRequest(url: URL.mended(recorded.url))
        request.httpMethod = recorded.method
        for header in recorded.headers where !header.name.hasPrefix(":") {
            request.addValue(header.value, forHTTPHeaderField: header.name)
        }
        self.init(request, body: recorded.postData?.body)
    }
}

extension HAR.Response {
    init(status: Int, headers: MockRequest.Headers, body: Data, url: URL) {
        let content = HAR.Content(body: body, mimeType: headers["Content-Type"] ?? "")
        let fields = ["Set-Cookie": headers.all("Set-Cookie").joined(separator: ", ")]
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: url)
        self.init(
            status: status, statusText: HTTPURLResponse.localizedString(forStatusCode: status),
            cookies: cookies.map(HAR.Cookie.init), headers: headers.archived, content: content,
            redirectURL: 300..<400 ~= status ? headers["Location"] ?? "" : "", bodySize: body.count)
    }

    /// No answer, and why: as browsers write it.
    init(failure: any Error) {
        self.init(status: 0, httpVersion: "", custom: ["_error": .string(ArchivedFailure.text(failure))])
    }
}

extension HAR.Cookie {
    init(_ cookie: HTTPCookie) {
        self.init(
            name: cookie.name, value: cookie.value, path: cookie.path, domain: cookie.domain,
            expires: cookie.expiresDate.map(HAR.Timestamp.init), httpOnly: cookie.isHTTPOnly, secure: cookie.isSecure)
    }
}

extension MockRequest.Headers {
    var archived: [HAR.Header] { map { HAR.Header(name: $0.name, value: $0.value) } }
}

extension Substring {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

extension MockExchange {
    /// The steps of the exchange, each an entry.
    ///
    /// - Parameter date: When the request came.
    func entries(date: Date) -> [HAR.Entry] {
        let steps = hops.map { hop in
            HAR.Entry(
                startedDateTime: HAR.Timestamp(date), request: HAR.Request(hop.request),
                response: HAR.Response(
                    status: hop.statusCode, headers: hop.headers, body: Data(), url: hop.request.url))
        }
        let wait = completion.map { ($0 - arrival).seconds * 1_000 } ?? 0
        var custom: [String: JSONValue] = [:]
        if let stub { custom["_stub"] = .string("\(stubDescription ?? "") of \(stub)") }
        let last = HAR.Entry(
            startedDateTime: HAR.Timestamp(date), time: wait, request: HAR.Request(lastRequest),
            response: archivedResponse, timings: HAR.Timings(wait: wait), custom: custom)
        return steps + [last]
    }

    private var archivedResponse: HAR.Response {
        switch outcome {
        case .response(let response):
            HAR.Response(
                status: response.statusCode, headers: response.headers, body: response.body, url: lastRequest.url)
        case .failure(let error): HAR.Response(failure: error)
        case .pending: HAR.Response(status: 0, custom: ["_error": "pending"])
        case .cancelled: HAR.Response(failure: URLError(.cancelled))
        case .passedThrough(let status):
            HAR.Response(status: status ?? 0, custom: ["_error": "answered by the network, and not recorded"])
        }
    }
}
