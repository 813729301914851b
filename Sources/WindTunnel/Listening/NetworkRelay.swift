/// The real network for a request that came over a socket: what comes back goes on as it comes.
final class NetworkRelay: NSObject, URLSessionDataDelegate, Sendable {
    private let load: SocketLoad
    private let request: MockRequest

    private init(_ load: SocketLoad, _ request: MockRequest) {
        self.load = load
        self.request = request
    }

    /// Hop by hop (RFC 9110, section 7.6.1), or no longer true: the session has undone codings, and knows the length anew.
    private static let dropped: Set<String> = [
        "connection", "content-encoding", "content-length", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    static func drops(_ name: String) -> Bool { dropped.contains(name.lowercased()) }

    static func start(_ request: MockRequest, for load: SocketLoad) {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        for line in request.headers where !drops(line.name) && line.name.lowercased() != "host" {
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
    fileprivate init(relayed response: HTTPURLResponse, to request: MockRequest) {
        self.request = request
        statusCode = response.statusCode
        lines = response.allHeaderFields.compactMap { name, value in
            guard let name = name as? String, !NetworkRelay.drops(name) else { return nil }
            return (name: name, value: "\(value)")
        }.sorted { $0.name < $1.name }
    }
}
