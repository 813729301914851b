extension ProtocolLoad {
    // MARK: Redirects

    func redirect(_ head: ResponseHead, to request: URLRequest) async -> RedirectChoice {
        pushCookies(of: head)
        let response = head.makeResponse()
        return Platform.loaderFollowsRedirects
            ? await letLoaderFollow(response, request) : await askDelegate(response, request)
    }

    /// The loader asks the delegate, stops this load and starts another; a delegate that refuses makes it do nothing.
    private func letLoaderFollow(_ response: HTTPURLResponse, _ request: URLRequest) async -> RedirectChoice {
        let answer = OneAnswer<RedirectChoice>()
        whenOver { answer.give(.left) }
        push(
            .run { load in
                guard let loader = load.loader else { return }
                load.client?.urlProtocol(loader, wasRedirectedTo: request, redirectResponse: response)
            })
        let patience = Task {
            try await Task.sleep(for: .milliseconds(500))
            answer.give(.refuse)
        }
        defer { patience.cancel() }
        return await answer.value
    }

    /// As the native loader asks: on the delegate queue.
    private func askDelegate(_ response: HTTPURLResponse, _ request: URLRequest) async -> RedirectChoice {
        let answer = OneAnswer<RedirectChoice>()
        whenOver { answer.give(.left) }
        push(
            .run { load in
                guard let task = load.task else { return answer.give(.left) }
                let request = load.withCookies(request)
                guard let calls = DelegateCalls(asking: task) else {
                    load.setCurrentRequest(request)
                    return answer.give(.follow(request))
                }
                calls.askRedirect(task, response, request) { chosen in
                    guard let chosen else { return answer.give(.refuse) }
                    load.push(.run { $0.setCurrentRequest(chosen) })
                    answer.give(.follow(chosen))
                }
            })
        return await answer.value
    }

    func setCurrentRequest(_ request: URLRequest) {
        if let task { FoundationInternals.shared.setCurrentRequest(request, of: task) }
    }

    // MARK: The real network

    func passThrough(_ request: MockRequest) {
        push(.run { load in load.startNative(request) })
    }

    private func startNative(_ request: MockRequest) {
        guard let task, let client else { return }
        guard request.urlRequest.httpBodyStream == nil else {
            return close(
                with: URLError.mock(
                    .requestBodyStreamExhausted,
                    "\(request) cannot be passed through: its body stream was read for the matchers, and can be read once",
                    for: request))
        }
        dropWork()
        guard Platform.nativeProtocolCanBeWrapped else { return forward(request) }
        guard let instance = NativeProtocol.make(for: task, request.urlRequest, client: PassingClient(self, client))
        else { return close(with: URLError(.unsupportedURL).located(at: request)) }
        self.native = instance
        instance.startLoading()
    }

    /// By a session of its own, where the native protocol has no public class.
    private func forward(_ request: MockRequest) {
        let forwarder = NetworkForwarder(self)
        let session = URLSession(configuration: .ephemeral, delegate: forwarder, delegateQueue: nil)
        let task = session.dataTask(with: request.urlRequest)
        whenOver {
            task.cancel()
            session.finishTasksAndInvalidate()
        }
        task.resume()
    }
}

extension URLProtocol {
    /// On Linux another task can stand in for the protocol's own.
    func standIn(_ task: URLSessionTask?) {
        #if canImport(FoundationNetworking)
            self.task = task
        #endif
    }
}

/// Hands on what the native protocol says, and writes the end into the journal.
private final class PassingClient: NSObject, URLProtocolClient, @unchecked Sendable {  // called by the loader alone
    private let load: ProtocolLoad
    private let client: any URLProtocolClient

    init(_ load: ProtocolLoad, _ client: any URLProtocolClient) {
        self.load = load
        self.client = client
    }

    func urlProtocol(_ native: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
        client.urlProtocol(native, wasRedirectedTo: request, redirectResponse: redirectResponse)
    }

    func urlProtocol(_ native: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
        client.urlProtocol(native, cachedResponseIsValid: cachedResponse)
    }

    func urlProtocol(
        _ native: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
        client.urlProtocol(native, didReceive: response, cacheStoragePolicy: policy)
    }

    func urlProtocol(_ native: URLProtocol, didLoad data: Data) { client.urlProtocol(native, didLoad: data) }

    func urlProtocolDidFinishLoading(_ native: URLProtocol) {
        // The native protocol does not always tell its client of the response.
        let response = native.task?.response as? HTTPURLResponse
        end(.passedThrough(response?.statusCode)) {
            guard let task = native.task, let shy = response.flatMap(Platform.shy) else {
                return client.urlProtocolDidFinishLoading(native)
            }
            FoundationInternals.shared.setResponse(shy, of: task)
            shy.hideURL { client.urlProtocolDidFinishLoading(native) }
        }
    }

    func urlProtocol(_ native: URLProtocol, didFailWithError error: any Error) {
        end(.failure(error)) { client.urlProtocol(native, didFailWithError: error) }
    }

    func urlProtocol(_ native: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
        client.urlProtocol(native, didReceive: challenge)
    }

    func urlProtocol(_ native: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
        client.urlProtocol(native, didCancel: challenge)
    }

    private func end(_ outcome: Journal.Outcome, _ body: () -> Void) {
        guard load.leave(outcome) else { return }
        body()
        load.finished()
    }
}

/// The real network through a session of its own.
private final class NetworkForwarder: NSObject, URLSessionDataDelegate, Sendable {
    private let load: ProtocolLoad

    init(_ load: ProtocolLoad) { self.load = load }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { load.push(.response(response)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        load.push(.data(data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let status = (task.response as? HTTPURLResponse)?.statusCode
        load.push(error.map(ProtocolLoad.Step.fail) ?? .end(.passedThrough(status)))
    }
}
