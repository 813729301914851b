import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct WaysInTests {
    @Test func `a client without a URLSession asks the server itself`() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.post("/a")) { request in .text(request.text ?? "", status: 201) }
        }
        let (body, response) = try await server.respond(to: URLRequest("POST", "/a", body: Data("x".utf8)))
        #expect(body == Data("x".utf8))
        #expect(response.statusCode == 201)
        #expect(server.requests.count == 1)
        await #expect(throws: URLError.self) { try await server.respond(to: URLRequest("GET", "/other")) }
    }

    @Test func `the session is ephemeral, has no cache and is always the same`() {
        let server = MockServer()
        #expect(server.session === server.session)
        #expect(server.session.configuration.urlCache == nil)
    }

    @Test func `every configuration is a fresh one`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
        let (one, two) = (server.configuration(), server.configuration())
        #expect(one !== two)
        for configuration in [one, two] {
            #expect(try await URLSession(configuration: configuration).text("/a") == "x")
        }
    }

    @Test func `an intercepted configuration keeps its other classes behind ours`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("ours")) }
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = [Foreign.self]
        server.intercept(configuration)
        #expect(configuration.protocolClasses?.count == 2)
        #expect(configuration.protocolClasses?.last == Foreign.self)
        #expect(try await URLSession(configuration: configuration).text("/a") == "ours")
    }

    @Test func `intercepting again hands the configuration to the other server`() async throws {
        let one = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("one")) }
        let two = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("two")) }
        let configuration = URLSessionConfiguration.ephemeral
        one.intercept(configuration)
        two.intercept(configuration)
        two.intercept(configuration)
        #expect(configuration.protocolClasses?.filter { $0 is InterceptingProtocol.Type }.count == 1)
        #expect(try await URLSession(configuration: configuration).text("/a") == "two")
    }

    @Test func `a session made before the stubs is answered by them`() async throws {
        let server = MockServer("https://api.example.com")
        let session = server.session
        server.add { Stub(.get("/a"), returning: .text("x")) }
        #expect(try await session.text("/a") == "x")
    }

    @Test func `a session with a delegate of its own and a cache is answered`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
        let configuration = URLSessionConfiguration.default
        server.intercept(configuration)
        configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        let delegate = CollectingDelegate()
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: api("/a")).resume()
        #expect(try await delegate.finished() == Data("x".utf8))
    }

    @Test func `every factory method of URLSession is answered`() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.any("/echo")) { request in .data(request.body.isEmpty ? Data("none".utf8) : request.body) }
        }
        let session = server.session
        let body = Data("body".utf8)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        try body.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let post = URLRequest("POST", "/echo")

        #expect(try await session.data(from: api("/echo")).0 == Data("none".utf8))
        #expect(try await session.data(for: URLRequest("POST", "/echo", body: body)).0 == body)
        #expect(try await session.upload(for: post, from: body).0 == body)
        #expect(try await session.upload(for: post, fromFile: file).0 == body)
        for task in [TaskMaker.data, .dataRequest, .uploadData, .uploadFile] {
            let expected = task == .data || task == .dataRequest ? Data("none".utf8) : body
            #expect(try await task.run(session, post, body, file) == expected)
        }
        for location in [
            try await session.download(from: api("/echo")).0,
            try await session.download(for: URLRequest("POST", "/echo", body: body)).0,
        ] {
            #expect(try [Data("none".utf8), body].contains(Data(contentsOf: location)))
            try FileManager.default.removeItem(at: location)
        }
        #expect(server.requests.count == 10)
    }

    private enum TaskMaker {
        case data, dataRequest, uploadData, uploadFile

        func run(_ session: URLSession, _ request: URLRequest, _ body: Data, _ file: URL) async throws -> Data {
            try await withCheckedThrowingContinuation { continuation in
                let done: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, _, error in
                    continuation.resume(with: error.map(Result.failure) ?? .success(data ?? Data()))
                }
                switch self {
                case .data: session.dataTask(with: request.url!, completionHandler: done).resume()
                case .dataRequest: session.dataTask(with: request, completionHandler: done).resume()
                case .uploadData: session.uploadTask(with: request, from: body, completionHandler: done).resume()
                case .uploadFile: session.uploadTask(with: request, fromFile: file, completionHandler: done).resume()
                }
            }
        }
    }

    private final class Foreign: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func startLoading() { client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL)) }
        override func stopLoading() {}
    }
}

/// Collects what a delegate hears.
final class CollectingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, Sendable {
    struct Heard: Sendable {
        var chunks: [Data] = []
        var responses: [Int] = []
        var files: [Data] = []
        var completions: [(any Error)?] = []
    }

    let heard = Box(Heard())
    private let stream = AsyncStream.makeStream(of: Void.self)

    func finished() async throws -> Data {
        for await _ in stream.stream { break }
        if let error = heard.value.completions.first.flatMap({ $0 }) { throw error }
        return heard.value.chunks.reduce(Data(), +)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        heard.change { $0.responses.append((response as? HTTPURLResponse)?.statusCode ?? 0) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        heard.change { $0.chunks.append(data) }
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        let data = (try? Data(contentsOf: location)) ?? Data()
        heard.change { $0.files.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        heard.change { $0.completions.append(error) }
        stream.continuation.yield()
    }
}

@Suite(.timeLimit(.minutes(3))) struct StorageTests {
    /// Lanes keep their configuration, whose storages must not carry anything from one server to the next.
    @Test func `no cookie, credential, header or policy passes from one server to the next`() async throws {
        // Held, so that two of them are one only if a lane was used again.
        var storages: [HTTPCookieStorage] = []
        for _ in 0..<50 {
            let server = MockServer()
            // Who holds the session's configuration holds the lane: it goes before the server does.
            storages.append(try soil(server.session.configuration))
        }
        #expect(Set(storages.map(ObjectIdentifier.init)).count < 50, "lanes were not used again")
    }

    /// Expects a fresh configuration, and leaves something in everything.
    private func soil(_ configuration: URLSessionConfiguration) throws -> HTTPCookieStorage {
        let policy = URLSessionConfiguration.ephemeral.httpCookieStorage?.cookieAcceptPolicy
        let storage = try #require(configuration.httpCookieStorage)
        #expect(storage.cookies ?? [] == [])
        #expect(storage.cookieAcceptPolicy == policy)
        #expect(storage !== HTTPCookieStorage.shared)
        #expect(configuration.urlCredentialStorage?.allCredentials.isEmpty ?? true)
        #expect(configuration.httpAdditionalHeaders == nil && configuration.timeoutIntervalForRequest == 60)
        let cookie = HTTPCookie(properties: [.name: "a", .value: "1", .domain: "api.example.com", .path: "/"])
        storage.setCookie(try #require(cookie))
        storage.cookieAcceptPolicy = .never
        configuration.urlCredentialStorage?.set(
            URLCredential(user: "a", password: "b", persistence: .forSession),
            for: URLProtectionSpace(host: "h", port: 1, protocol: "http", realm: "r", authenticationMethod: nil))
        // The session's own copy: it ends with the session.
        configuration.httpAdditionalHeaders = ["X": "1"]
        configuration.timeoutIntervalForRequest = 1
        return storage
    }

    @Test func `two live servers have storages of their own`() {
        let (one, two) = (MockServer(), MockServer())
        #expect(one.session.configuration.httpCookieStorage !== two.session.configuration.httpCookieStorage)
    }
}
