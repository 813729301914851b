import TestSupport
import Testing
import WindTunnel

/// `https://api.example.com`
let origin = "https://api.example.com"

/// The ways in which requests come to a server. Every behaviour is stated once and holds for all of them, but for what
/// ``Difference`` lists.
enum Transport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case inProcess = "in process"
    case socket = "on a socket"

    var testDescription: String { rawValue }

    /// Lets a client ask the server, and ends what that needed, whatever happens.
    ///
    /// - Parameters:
    ///   - server: Its origin is ``origin``.
    ///   - recorder: A delegate for the session.
    ///   - configure: Changes the session's configuration.
    func with<R>(
        _ server: MockServer, recorder: Recorder? = nil, configure: ((URLSessionConfiguration) -> Void)? = nil,
        _ body: (Client) async throws -> R
    ) async throws -> R {
        let base = self == .socket ? try await server.listen().absoluteString : origin
        let session = session(for: server, recorder, configure)
        func end() async {
            if session !== server.session { session.invalidateAndCancel() }
            await server.stopListening()
        }
        do {
            let result = try await body(Client(transport: self, base: base, session: session))
            await end()
            return result
        } catch {
            await end()
            throw error
        }
    }

    private func session(
        for server: MockServer, _ recorder: Recorder?, _ configure: ((URLSessionConfiguration) -> Void)?
    ) -> URLSession {
        if self == .inProcess, recorder == nil, configure == nil { return server.session }
        let configuration = self == .inProcess ? server.configuration() : URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configure?(configuration)
        return URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
    }

    /// What is expected where the two must differ.
    func differs<Value>(_ difference: Difference, inProcess: Value, socket: Value) -> Value {
        self == .inProcess ? inProcess : socket
    }
}

/// What a client asks: a value, since the URL depends on the transport.
struct Ask: Sendable {
    var method = "GET"
    /// A path, or a whole URL when it is not one of ``origin``.
    var target = "/a"
    var headers: [String: String] = [:]
    var body: Data?
    var timeout: TimeInterval?

    static func get(_ target: String, _ headers: [String: String] = [:]) -> Ask {
        Ask(target: target, headers: headers)
    }

    static func post(_ body: String, to target: String = "/a", type: String = "text/plain") -> Ask {
        Ask(method: "POST", target: target, headers: ["Content-Type": type], body: Data(body.utf8))
    }

    static func json(_ body: String, to target: String = "/a") -> Ask {
        post(body, to: target, type: "application/json")
    }

    static func form(_ body: String, to target: String = "/a") -> Ask {
        post(body, to: target, type: "application/x-www-form-urlencoded")
    }
}

/// A client of a server, by one of the transports.
struct Client: Sendable {
    let transport: Transport
    /// In place of the origin.
    let base: String
    let session: URLSession

    /// Where the client finds a URL of the stubs.
    func url(_ target: String) -> URL {
        guard let range = target.range(of: "://") else { return URL(string: base + target)! }
        guard transport == .socket else { return URL(string: target)! }
        return URL(string: base + "/__origin/" + target[range.upperBound...])!
    }

    func request(_ ask: Ask) -> URLRequest {
        var request = URLRequest(url: url(ask.target))
        request.httpMethod = ask.method
        request.httpBody = ask.body
        for (name, value) in ask.headers { request.setValue(value, forHTTPHeaderField: name) }
        if let timeout = ask.timeout { request.timeoutInterval = timeout }
        return request
    }

    func send(_ ask: Ask) async throws -> Answer { try Answer(try await session.data(for: request(ask))) }

    func get(_ target: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send(.get(target, headers))
    }

    /// `200 text`, or `URLError -1011`.
    func outcome(_ ask: Ask) async -> String {
        do {
            let answer = try await send(ask)
            return "\(answer.status) \(answer.text)"
        } catch {
            return Self.name(of: error)
        }
    }

    func outcome(_ target: String) async -> String { await outcome(.get(target)) }

    func error(_ ask: Ask) async -> URLError? {
        do {
            _ = try await send(ask)
            return nil
        } catch {
            return error as? URLError
        }
    }

    static func name(of error: any Error) -> String { "URLError \((error as? URLError)?.code.rawValue ?? 0)" }

    /// A task that the session's recorder hears.
    func start(_ ask: Ask) -> URLSessionDataTask {
        let task = session.dataTask(with: request(ask))
        task.resume()
        return task
    }
}

/// What a client got.
struct Answer: Sendable {
    let data: Data
    let response: HTTPURLResponse

    init(_ parts: (Data, URLResponse)) throws {
        data = parts.0
        response = try #require(parts.1 as? HTTPURLResponse)
    }

    var text: String { String(decoding: data, as: UTF8.self) }
    var status: Int { response.statusCode }
    func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
}

/// A delegate that keeps what it is told.
final class Recorder: NSObject, URLSessionDataDelegate, Sendable {
    struct State: Sendable {
        var response: HTTPURLResponse?
        var data = Data()
        var error: (any Error)?
        var redirects: [URL] = []
        var isComplete = false
    }

    private let state = Box(State())
    private let redirect: @Sendable (URLRequest) -> URLRequest?
    private let bodyStream: Data?
    private let (stream, events) = AsyncStream.makeStream(of: Void.self)

    /// A recorder.
    ///
    /// - Parameters:
    ///   - bodyStream: What is given as the body of a streamed upload.
    ///   - redirect: What is answered to a redirect; nil refuses it.
    init(bodyStream: Data? = nil, redirect: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }) {
        self.bodyStream = bodyStream
        self.redirect = redirect
    }

    var response: HTTPURLResponse? { state.value.response }
    var data: Data { state.value.data }
    var text: String { String(decoding: data, as: UTF8.self) }
    var redirects: [URL] { state.value.redirects }
    var code: URLError.Code? { (state.value.error as? URLError)?.code }

    /// `200 text`, with the error behind it if there was one.
    var outcome: String {
        let state = state.value
        let parts: [String?] = [
            state.response.map { "\($0.statusCode)" }, text.isEmpty ? nil : text, state.error.map(Client.name),
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    func completion() async { await wait { $0.isComplete } }

    /// Returns when so many bytes have come, or the task has ended.
    func bytes(_ count: Int) async { await wait { $0.data.count >= count || $0.isComplete } }

    func head() async { await wait { $0.response != nil || $0.isComplete } }

    private func wait(_ holds: (State) -> Bool) async {
        if holds(state.value) { return }
        for await _ in stream where holds(state.value) { return }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        state.change { $0.response = response as? HTTPURLResponse }
        events.yield()
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.change { $0.data += data }
        events.yield()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.change {
            $0.error = error
            $0.isComplete = true
        }
        events.yield()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        state.change { $0.redirects += [request.url].compactMap { $0 } }
        completionHandler(redirect(request))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(bodyStream.map { InputStream(data: $0) })
    }
}

extension MockServer {
    /// `GET /a → 200`, in order of arrival.
    var story: [String] {
        exchanges.map { $0.description.replacingOccurrences(of: " " + origin, with: " ") }
    }

    /// Returns when every exchange has come to an end: over a socket the client's leaving takes a moment.
    func settled() async {
        await eventually { self.exchanges.allSatisfy { $0.completion != nil } }
    }
}
