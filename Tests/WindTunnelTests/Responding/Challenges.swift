import TestSupport
import Testing
import WindTunnel

/// What a delegate was asked.
struct Question: Sendable, Equatable, CustomStringConvertible {
    var method: String
    var space: String
    var proposal: String
    var failures: Int
    var status: Int

    init(_ challenge: URLAuthenticationChallenge) {
        let place = challenge.protectionSpace
        method = place.authenticationMethod.replacingOccurrences(of: "NSURLAuthenticationMethodHTTP", with: "")
        space = "\(place.protocol ?? "-")://\(place.host):\(place.port) \(place.realm ?? "-")"
        let credential = challenge.proposedCredential
        proposal = credential.map { "\($0.user ?? "-"):\($0.password ?? "-")" } ?? "nobody"
        failures = challenge.previousFailureCount
        status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 0
    }

    var description: String { "\(method) \(space), proposes \(proposal), \(failures) failures, \(status)" }
}

/// `Basic realm="x"`
let basicChallenge = #"Basic realm="x""#

typealias Decide = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

/// A delegate that answers challenges, and keeps what it was asked and told.
final class Gatekeeper: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, Sendable {
    struct State: Sendable {
        var questions: [Question] = []
        var data = Data()
        var statuses: [Int] = []
        var ends = 0
        var streams = 0
        var isOnQueue = true
    }

    let state = Box(State())
    let asked = AsyncStream.makeStream(of: Void.self)
    private let ended = AsyncStream.makeStream(of: (any Error)?.self)
    private let answer: @Sendable (Question, @escaping Decide) -> Void

    init(_ answer: @escaping @Sendable (Question, @escaping Decide) -> Void) { self.answer = answer }

    /// Gives credentials one after the other, then leaves it to the default.
    convenience init(_ logins: (String, String)...) {
        self.init { question, decide in
            guard question.failures < logins.count else { return decide(.performDefaultHandling, nil) }
            let (user, password) = logins[question.failures]
            decide(.useCredential, URLCredential(user: user, password: password, persistence: .none))
        }
    }

    var questions: [String] { state.value.questions.map(\.description) }

    /// The task's error, when it has ended.
    func end() async -> (any Error)? {
        for await error in ended.stream { return error }
        return nil
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping Decide
    ) {
        let question = Question(challenge)
        let isOnQueue = OperationQueue.current === session.delegateQueue
        state.change {
            $0.questions.append(question)
            $0.isOnQueue = $0.isOnQueue && isOnQueue
        }
        asked.continuation.yield()
        answer(question, completionHandler)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        state.change { $0.statuses.append((response as? HTTPURLResponse)?.statusCode ?? 0) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.change { $0.data += data }
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        let data = (try? Data(contentsOf: location)) ?? Data()
        state.change { $0.data = data }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        state.change { $0.streams += 1 }
        completionHandler(InputStream(data: Data("up".utf8)))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.change { $0.ends += 1 }
        ended.continuation.yield(error)
    }
}

extension Gatekeeper {
    static func server() -> MockServer {
        MockServer(origin) {
            Stub(.any("/basic")) { request in .text("in \(request.text ?? "")") }.requiring(
                .basic(user: "ann", password: "pw", realm: "x"))
            Stub(.any("/plain"), returning: .text("out", status: 401).header("WWW-Authenticate", basicChallenge))
        }
    }

    /// How ``server()`` asks.
    static func basic(_ failures: Int, proposes proposal: String = "nobody") -> String {
        "Basic https://api.example.com:443 x, proposes \(proposal), \(failures) failures, 401"
    }
}

/// Every kind of task, with a delegate that is asked for credentials.
enum AskedWay: String, CaseIterable, Sendable {
    case dataDelegate, dataHandler, dataAsync, dataCallDelegate, uploadData, uploadFile, uploadStream, uploadAsync
    case downloadDelegate, downloadHandler, downloadAsync

    var isUpload: Bool { rawValue.hasPrefix("upload") }

    /// Status and body, or the error.
    func ask(_ server: MockServer, _ request: URLRequest, _ delegate: Gatekeeper) async throws -> String {
        let session = URLSession(
            configuration: server.configuration(), delegate: self == .dataCallDelegate ? nil : delegate,
            delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let body = Data("up".utf8)
        switch self {
        case .dataDelegate: return try await run(session.dataTask(with: request), delegate)
        case .uploadData: return try await run(session.uploadTask(with: request, from: body), delegate)
        case .uploadStream: return try await run(session.uploadTask(withStreamedRequest: request), delegate)
        case .downloadDelegate: return try await run(session.downloadTask(with: request), delegate)
        case .dataAsync: return text(try await session.data(for: request))
        case .dataCallDelegate: return text(try await session.data(for: request, delegate: delegate))
        case .uploadAsync: return text(try await session.upload(for: request, from: body))
        case .uploadFile:
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try body.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return text(try await session.upload(for: request, fromFile: file))
        case .downloadAsync:
            let (file, response) = try await session.download(for: request)
            return text((try Data(contentsOf: file), response))
        case .dataHandler:
            return try await withCheckedThrowingContinuation { continuation in
                session.dataTask(with: request) { data, response, error in
                    continuation.resume(with: Result { text((data ?? Data(), try Self.response(response, error))) })
                }.resume()
            }
        case .downloadHandler:
            return try await withCheckedThrowingContinuation { continuation in
                session.downloadTask(with: request) { file, response, error in
                    let data = file.flatMap { try? Data(contentsOf: $0) } ?? Data()
                    continuation.resume(with: Result { text((data, try Self.response(response, error))) })
                }.resume()
            }
        }
    }

    private func run(_ task: URLSessionTask, _ delegate: Gatekeeper) async throws -> String {
        task.resume()
        if let error = await delegate.end() { throw error }
        return text((delegate.state.value.data, try #require(task.response)))
    }

    private static func response(_ response: URLResponse?, _ error: (any Error)?) throws -> URLResponse {
        if let error { throw error }
        return try #require(response)
    }

    private func text(_ answer: (Data, URLResponse)) -> String {
        "\((answer.1 as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: answer.0, as: UTF8.self))"
    }
}
