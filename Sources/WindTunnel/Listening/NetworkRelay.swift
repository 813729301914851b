/// The real network for a request that came over a socket: what comes back goes on as it comes.
final class NetworkRelay: NSObject, URLSessionDataDelegate, Sendable {
    private let load: SocketLoad
    private let request: MockRequest

    private init(_ load: SocketLoad, _ request: MockRequest) {
        self.load = load
        self.request = request
    }

    /// Hop by hop (RFC 9110, section 7.6.1), or what the session knows anew.
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

    static func start(_ request: MockRequest, for load: SocketLoad) {
        if let reason = load.whyNotPassed(request) {
            let text = "\(request) cannot be passed through: \(reason)"
            return load.fail(URLError.mock(.cannotConnectToHost, text, for: request), .broken)
        }
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        for line in passed(request.headers, without: ["host", "expect"]) {
            urlRequest.addValue(line.value, forHTTPHeaderField: line.name)
        }
        urlRequest.httpBody = request.body.isEmpty ? nil : request.body
        let configuration = URLSessionConfiguration.ephemeral
        // The client has its own cookies and its own patience.
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        let session = URLSession(
            configuration: configuration, delegate: NetworkRelay(load, request), delegateQueue: nil)
        let task = session.dataTask(with: urlRequest)
        load.whenOver {
            task.cancel()
            session.finishTasksAndInvalidate()
        }
        task.resume()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { load.begin(ResponseHead(relayed: response, to: request)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        load.relay(data)
    }

    /// The client follows by itself.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return load.fail(error, .broken) }
        load.end(.passedThrough((task.response as? HTTPURLResponse)?.statusCode))
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
        lines = NetworkRelay.passed(fields.sorted { $0.name < $1.name }, without: ["content-encoding"]).flatMap {
            line in
            guard line.name.lowercased() == "set-cookie" else { return [line] }
            return line.value.separateCookies.map { (name: line.name, value: $0) }
        }
    }
}

extension String {
    /// Foundation joins the lines of `Set-Cookie` by commas, and dates have commas too: a cookie begins with a name and `=`.
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
