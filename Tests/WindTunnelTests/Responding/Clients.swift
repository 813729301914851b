import TestSupport
import Testing
import WindTunnel

/// A value behind a lock, for what callbacks tell.
final class Box<Value: Sendable>: @unchecked Sendable {  // every access holds `lock`
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value { lock.withLock { stored } }

    @discardableResult
    func change<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&stored) } }
}

extension MockServer {
    /// One request by `session`, as an async call.
    func get(_ path: String, method: String = "GET", headers: [String: String] = [:]) async throws -> Answer {
        try await session.answer(path, method: method, headers: headers)
    }

    /// The error of a request that must fail.
    func error(of path: String, method: String = "GET") async -> URLError? {
        await error(of: URLRequest(path, method: method))
    }

    /// The same of any request.
    func error(of request: URLRequest) async -> URLError? {
        do {
            _ = try await session.answer(request)
            return nil
        } catch {
            return error as? URLError
        }
    }
}

/// What a client got.
struct Answer: Sendable {
    var data: Data
    var response: HTTPURLResponse

    var text: String { String(decoding: data, as: UTF8.self) }
    var status: Int { response.statusCode }
    func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
}

extension URLRequest {
    init(_ path: String, method: String = "GET", headers: [String: String] = [:], body: Data? = nil) {
        self.init(url: path.hasPrefix("http") ? URL(string: path)! : api(path))
        httpMethod = method
        for (name, value) in headers { setValue(value, forHTTPHeaderField: name) }
        httpBody = body
    }
}

extension URLSession {
    func answer(_ path: String, method: String = "GET", headers: [String: String] = [:]) async throws -> Answer {
        try await answer(URLRequest(path, method: method, headers: headers))
    }

    func answer(_ request: URLRequest) async throws -> Answer {
        let (data, response) = try await data(for: request)
        return Answer(data: data, response: try #require(response as? HTTPURLResponse))
    }
}

/// The ways in which a client can ask.
enum Way: String, CaseIterable, Sendable {
    case asyncCall, completionHandler, delegate, upload, download

    /// Asks by a session of its own, made from the server's configuration.
    func ask(_ server: MockServer, _ request: URLRequest) async throws -> Answer {
        let session = URLSession(configuration: server.configuration())
        defer { session.finishTasksAndInvalidate() }
        switch self {
        case .asyncCall: return try await session.answer(request)
        case .completionHandler:
            return try await answer { done in session.dataTask(with: request, completionHandler: done).resume() }
        case .upload:
            return try await answer { done in
                session.uploadTask(with: request, from: Data("up".utf8), completionHandler: done).resume()
            }
        case .download:
            return try await answer { done in
                session.downloadTask(with: request) { file, response, error in
                    done(file.flatMap { try? Data(contentsOf: $0) }, response, error)
                }.resume()
            }
        case .delegate:
            let recorder = Recorder()
            let own = URLSession(configuration: server.configuration(), delegate: recorder, delegateQueue: nil)
            defer { own.finishTasksAndInvalidate() }
            return try await recorder.run(own.dataTask(with: request))
        }
    }

    private func answer(
        _ start: (@escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) -> Void
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            start { data, response, error in
                if let error { return continuation.resume(throwing: error) }
                guard let response = response as? HTTPURLResponse else {
                    return continuation.resume(throwing: URLError(.unknown))
                }
                continuation.resume(returning: Answer(data: data ?? Data(), response: response))
            }
        }
    }
}

/// A delegate that keeps what it is told.
final class Recorder: NSObject, URLSessionDataDelegate, Sendable {
    struct State: Sendable {
        var response: HTTPURLResponse?
        var chunks: [Data] = []
        var error: (any Error)?
        var redirects: [URLRequest] = []
        var isComplete = false
    }

    let state = Box(State())
    /// What the delegate answers to a redirect; nil refuses it.
    let redirect: @Sendable (URLRequest) -> URLRequest?
    private let (stream, events) = AsyncStream.makeStream(of: Void.self)

    init(redirect: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }) { self.redirect = redirect }

    var texts: [String] { state.value.chunks.map { String(decoding: $0, as: UTF8.self) } }

    func run(_ task: URLSessionTask) async throws -> Answer {
        task.resume()
        await completion()
        let state = state.value
        if let error = state.error { throw error }
        return Answer(data: state.chunks.reduce(Data(), +), response: try #require(state.response))
    }

    func completion() async { for await _ in stream where state.value.isComplete { return } }

    /// Returns when so many chunks have come.
    func chunks(_ count: Int) async { for await _ in stream where state.value.chunks.count >= count { return } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        state.change { $0.response = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.change { $0.chunks.append(data) }
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
        state.change { $0.redirects.append(request) }
        completionHandler(redirect(request))
    }
}

/// `https://api.example.com`
let origin = "https://api.example.com"
