/// The real network for a request that came over a socket: what comes back goes on as it comes.
final class NetworkRelay: NSObject, URLSessionDataDelegate, Sendable {
    private let load: SocketLoad
    private let request: MockRequest

    private init(_ load: SocketLoad, _ request: MockRequest) {
        self.load = load
        self.request = request
    }

    static func start(_ request: MockRequest, for load: SocketLoad) {
        if let reason = load.whyNotPassed(request) {
            let text = "\(request) cannot be passed through: \(reason)"
            return load.fail(URLError.mock(.cannotConnectToHost, text, for: request), .broken)
        }
        let session = URLSession(
            configuration: .passing, delegate: NetworkRelay(load, request), delegateQueue: nil)
        let task = session.dataTask(with: URLRequest(passing: request, without: ["host", "expect"]))
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
