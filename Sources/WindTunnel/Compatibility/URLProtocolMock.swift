/// The class that half of the Swift world has pasted into a test target, free of data races.
///
/// ```swift
/// let url = URL(string: "https://api.example.com/users")!
/// let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
/// URLProtocolMock.mockURLs = [url: (nil, Data("[]".utf8), response)]
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.protocolClasses = [URLProtocolMock.self]
/// ```
///
/// What was wrong with the snippet is right here: an error ends the load, a missing response becomes a 200, and a URL
/// that was never mocked fails with a report. The table is one for the process; a ``MockServer`` is one for each test.
open class URLProtocolMock: URLProtocol {
    /// What the snippet's table holds for a URL.
    public typealias Mock = (error: (any Error)?, data: Data?, response: HTTPURLResponse?)

    private struct State {
        var mockURLs: [URL?: Mock] = [:]
        var requestHandler: Unchecked<((URLRequest) throws -> (HTTPURLResponse, Data?))?> = Unchecked(nil)
    }

    private static let lock = NSRecursiveLock()
    // Guarded by `lock`, which is held while the table is changed in place.
    private nonisolated(unsafe) static var state = State()

    private static let core: ServerCore = {
        let core = ServerCore.unread("URLProtocolMock")
        core.add([Stub(.any) { request in try response(to: request) }])
        return core
    }()

    private var load: ProtocolLoad?

    /// What each URL answers: an error, data, a response.
    public static var mockURLs: [URL?: Mock] {
        get { lock.withLock { state.mockURLs } }
        set {
            FoundationInternals.prepare()
            lock.withLock { state.mockURLs = newValue }
        }
        _modify {
            FoundationInternals.prepare()
            lock.lock()
            defer { lock.unlock() }
            yield &state.mockURLs
        }
    }

    /// The snippet's other form: a closure that answers every request; it comes before the table.
    ///
    /// It runs off the loader's thread, and may be called from several threads at once.
    public static var requestHandler: ((URLRequest) throws -> (HTTPURLResponse, Data?))? {
        get { lock.withLock { state.requestHandler.value } }
        set {
            FoundationInternals.prepare()
            lock.withLock { state.requestHandler = Unchecked(newValue) }
        }
    }

    /// Every request.
    override open class func canInit(with request: URLRequest) -> Bool { true }

    /// Every task.
    override open class func canInit(with task: URLSessionTask) -> Bool { true }

    /// The request itself.
    override open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Begins to answer.
    override open func startLoading() {
        guard FoundationInternals.isPrepared || Platform.isDarwin else { return prepareElsewhere() }
        let load = self.load ?? ProtocolLoad(self, core: Self.core)
        self.load = load
        load.start()
    }

    /// Stops answering.
    override open func stopLoading() { load?.stop() }

    /// A table that was never written to has prepared nothing; what this does here would end the process.
    private func prepareElsewhere() {
        guard let task else { return }
        DispatchQueue.global().async {
            FoundationInternals.prepare()
            // Foundation then calls `startLoading` again.
            task.suspend()
            task.resume()
        }
    }

    private static func response(to request: MockRequest) throws -> MockResponse {
        let (handler, mock) = lock.withLock { (state.requestHandler.value, state.mockURLs[request.urlRequest.url]) }
        if let handler {
            do {
                let (response, data) = try handler(unread(request))
                return .wrapping(response, data)
            } catch {
                return .failure(error)
            }
        }
        guard let mock else { return .failure(unmocked(request)) }
        if let error = mock.error { return .failure(error) }
        return .wrapping(mock.response, mock.data)
    }

    /// The request with its body, as a handler looks for it: the stream of the client has been read, and uploads have
    /// none.
    private static func unread(_ request: MockRequest) -> URLRequest {
        var unread = request.urlRequest
        guard unread.httpBody == nil, !request.body.isEmpty else { return unread }
        // On Apple platforms a protocol sees each body as a stream, and handlers are written for that.
        if Platform.isDarwin {
            unread.httpBodyStream = InputStream(data: request.body)
        } else {
            unread.httpBody = request.body
        }
        return unread
    }

    private static func unmocked(_ request: MockRequest) -> URLError {
        let known = mockURLs.keys.map { $0?.absoluteString ?? "nil" }.sorted()
        let list =
            known.isEmpty ? "The table is empty." : "It has:\n\n" + known.map { "    \($0)" }.joined(separator: "\n")
        return .mock(
            .resourceUnavailable, "URLProtocolMock.mockURLs has no entry for \(RequestText.url(request)). \(list)",
            for: request)
    }
}

extension MockResponse {
    /// A response object of Foundation, with the headers it has and no others.
    fileprivate static func wrapping(_ response: HTTPURLResponse?, _ data: Data?) -> MockResponse {
        let fields = (response?.allHeaderFields ?? [:]).map { (name: "\($0.key)", value: "\($0.value)") }
        var mock = MockResponse(
            .content(.data(data ?? Data())), status: response?.statusCode ?? 200,
            headers: fields.sorted { $0.name < $1.name })
        mock.hidesLength = true
        mock.isAsSeen = true
        return mock
    }
}
