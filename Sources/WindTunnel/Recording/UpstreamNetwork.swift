/// Sends requests to the network, and gives what comes as it comes: redirects are answers, and bodies are decoded.
///
/// The requests go by a session of a server that passes all of them through: Foundation on Linux hangs on a 401 with a
/// Basic challenge that is not passed so.
final class UpstreamNetwork: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var session: URLSession?
        /// By task: numbers begin again with another session.
        var transfers: [ObjectIdentifier: Transfer] = [:]
    }

    private final class Transfer: Sendable {
        let head = OneAnswer<Result<HTTPURLResponse, any Error>>()
        let body: AsyncThrowingStream<Data, any Error>
        let continuation: AsyncThrowingStream<Data, any Error>.Continuation

        init() { (body, continuation) = AsyncThrowingStream.makeStream(of: Data.self) }
    }

    /// The recording is the journal.
    private let core = ServerCore.unread("the network of a recording", .passthrough)
    private let state = Locked(State())

    /// What the session does by itself, or what belongs to one hop.
    private static let dropped: Set<String> = ["host", "expect", "accept-encoding"]

    func send(_ request: MockRequest, to url: URL? = nil) async throws -> MockResponse {
        let urlRequest = URLRequest(passing: request, to: url, without: Self.dropped)
        let transfer = Transfer()
        let task = state.withLock { state in
            let task = session(&state).dataTask(with: urlRequest)
            state.transfers[ObjectIdentifier(task)] = transfer
            return task
        }
        return try await withTaskCancellationHandler {
            task.resume()
            return try await response(transfer, to: request, task)
        } onCancel: {
            task.cancel()
        }
    }

    private func response(_ transfer: Transfer, to request: MockRequest, _ task: URLSessionTask) async throws
        -> MockResponse
    {
        switch await transfer.head.value {
        case .failure(let error): throw error
        case .success(let response):
            let head = ResponseHead(relayed: response, to: request)
            let write: MockResponse.StreamWriter = { body in
                try await withTaskCancellationHandler {
                    do {
                        for try await data in transfer.body { try await body.write(data) }
                    } catch let error as URLError {
                        throw Pen.CutError(error: error)
                    }
                } onCancel: {
                    task.cancel()
                }
            }
            var answer = MockResponse(
                .content(.stream(write)), status: head.statusCode, headers: head.lines + response.plainLength)
            answer.isAsSeen = true
            return answer
        }
    }

    private func session(_ state: inout State) -> URLSession {
        if let session = state.session { return session }
        let configuration = URLSessionConfiguration.passing
        configuration.timeoutIntervalForRequest = 3_600
        let lane = LaneRegistry.shared.take(for: core)
        configuration.protocolClasses = [lane.type]
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        LaneRegistry.shared.release(lane, with: session)
        state.session = session
        return session
    }

    /// The session holds its delegate until then.
    func end() {
        state.withLock { state in
            defer { state.session = nil }
            return state.session
        }?.finishTasksAndInvalidate()
    }

    // MARK: What the session tells

    private func transfer(_ task: URLSessionTask) -> Transfer? {
        state.withLock { $0.transfers[ObjectIdentifier(task)] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { transfer(dataTask)?.head.give(.success(response)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(dataTask)?.continuation.yield(data)
    }

    /// The client follows by itself, so that each step is recorded.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = state.withLock({ $0.transfers.removeValue(forKey: ObjectIdentifier(task)) }) else {
            return
        }
        if let error {
            transfer.head.give(.failure(error))
            return transfer.continuation.finish(throwing: error)
        }
        let response = task.response as? HTTPURLResponse
        transfer.head.give(response.map(Result.success) ?? .failure(URLError(.badServerResponse)))
        transfer.continuation.finish()
    }
}

extension HTTPURLResponse {
    /// `Content-Length`, where it is that of the bytes that come.
    fileprivate var plainLength: [MockRequest.Headers.Element] {
        guard value(forHTTPHeaderField: "Content-Encoding") == nil,
            let length = value(forHTTPHeaderField: "Content-Length")
        else { return [] }
        return [(name: "Content-Length", value: length)]
    }
}
