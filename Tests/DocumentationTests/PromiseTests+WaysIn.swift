import Foundation
import Testing
import WindTunnelTesting

/// The shape of a client library that makes its own session from a configuration.
private enum Alamofire {
    struct Session {
        let session: URLSession
        init(configuration: URLSessionConfiguration) { session = URLSession(configuration: configuration) }
    }
}

private final class MyDelegate: NSObject, URLSessionTaskDelegate {}

/// Answers nothing: it stands for another tool's class.
private final class ForeignProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() { client?.urlProtocol(self, didFailWithError: URLError(.unknown)) }
    override func stopLoading() {}
}

@Suite("promised spellings: ways in", .timeLimit(.minutes(3)))
struct PromisedWaysIn {
    private let url = URL(string: "https://api.example.com/users/42")!

    // swift-format-ignore
    @Test("a configuration, a delegate, a library's session and the shared session all lead to the server")
    func waysIn() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(ann)) }
        let myDelegate = MyDelegate()

        let configuration = URLSessionConfiguration.default
        server.intercept(configuration)                     // puts the server first in protocolClasses; returns nothing
        let session = URLSession(configuration: configuration, delegate: myDelegate, delegateQueue: nil)
        let client = Alamofire.Session(configuration: server.configuration())        // a fresh, intercepted configuration
        let shared = try await server.interceptingSharedSession { try await APIClient(session: URLSession.shared).user(42) }

        #expect(shared == ann)
        #expect(try await APIClient(session: session).user(42) == ann)
        #expect(try await APIClient(session: client.session).user(42) == ann)
        #expect(server.requests.count == 3)
        #expect(server.configuration() !== server.configuration())
        let nothing: Void = server.intercept(configuration)
        #expect(nothing == ())
    }

    @Test("a server stands before classes that were there, and leaves them there")
    func foreignClasses() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(ann)) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ForeignProtocol.self]
        server.intercept(configuration)
        server.intercept(configuration)
        let classes = try #require(configuration.protocolClasses)
        #expect(classes.count == 2)
        #expect(classes.last == ForeignProtocol.self)
        #expect(try await APIClient(session: URLSession(configuration: configuration)).user(42) == ann)
    }

    @Test("the shared session is answered inside a scope, each scope by its own server, at the same time")
    func sharedSessionInParallel() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<8 {
                group.addTask {
                    let server = MockServer("https://api.example.com") {
                        Stub(.get("/users/42"), returning: .json(User(id: id, name: "Ann")))
                    }
                    let user = try await server.interceptingSharedSession {
                        try await APIClient(session: .shared).user(42)
                    }
                    #expect(user.id == id)
                    #expect(server.requests.count == 1)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("`session` is always the same one; a session answers for as long as it lives")
    func sessionOutlivesServer() async throws {
        let kept = MockServer("https://api.example.com")
        #expect(kept.session === kept.session)
        let client = APIClient(session: MockServer { Stub(.any, returning: .json(ann)) }.session)
        #expect(try await client.user(42) == ann)
    }

    @Test("`close()` ends it: what comes later is refused by name")
    func refusesAfterClose() async throws {
        let line = #line + 1
        let server = MockServer("https://api.example.com") { Stub(.any, returning: .json(ann)) }
        let session = server.session
        server.close()
        let error = try await session.failure("/users/42")
        #expect(error.code == .cancelled)
        #expect(
            error.localizedDescription == """
                GET https://api.example.com/users/42 was refused: it came after the MockServer of \
                PromiseTests+WaysIn.swift:\(line) was closed. A task outlived its test; wait for it, or cancel it.
                """)
        #expect(server.requests.isEmpty)
        #expect(server.exchanges.count == 1)
        #expect(server.exchanges.first?.isLate == true)
    }

    @Test("two servers never see each other's requests, and no header is added to any")
    func twoServers() async throws {
        let first = MockServer("https://api.example.com") { Stub(.any, returning: .text("first")) }
        let second = MockServer("https://api.example.com") { Stub(.any, returning: .text("second")) }
        async let one = first.session.get("/a")
        async let two = second.session.get("/a")
        #expect(try await [one.text, two.text] == ["first", "second"])
        #expect(first.requests.count == 1)
        #expect(second.requests.count == 1)
        #expect(first.requests[0].urlRequest.allHTTPHeaderFields ?? [:] == [:])
    }

    @Test("without an origin stubs name whole URLs; both may be mixed")
    func origins() async throws {
        let server = MockServer {
            Stub(.get("https://cdn.example.com/a"), returning: .text("cdn"))
            Stub(.get("/a"), returning: .text("any host"))
        }
        #expect(try await server.session.get("https://cdn.example.com/a").text == "cdn")
        #expect(try await server.session.get("https://elsewhere.example/a").text == "any host")
        let mixed = MockServer("https://api.example.com/v1") {
            Stub(.get("https://cdn.example.com/a"), returning: .text("cdn"))
            Stub(.get("/a"), returning: .text("api"))
        }
        #expect(try await mixed.session.get("https://cdn.example.com/a").text == "cdn")
        #expect(try await mixed.session.get("/v1/a").text == "api")
        mixed.checks = []
        let error = try await mixed.session.failure("https://elsewhere.example/v1/a")
        #expect(error.code == .resourceUnavailable)
    }

    @Test("a request that no stub answers fails with the report, and is kept")
    func unexpected() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .status(200)) }
        server.checks = []
        let error = try await server.session.failure("/b")
        #expect(error.code == .resourceUnavailable)
        #expect(error.localizedDescription.hasPrefix("Unexpected request: GET https://api.example.com/b\n"))
        #expect(server.requests.map(\.description) == ["GET https://api.example.com/b"])
        #expect(server.exchanges.map(\.isUnexpected) == [true])
    }
}
