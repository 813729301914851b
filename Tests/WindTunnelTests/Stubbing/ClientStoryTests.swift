import Foundation
import TestSupport
import Testing
import WindTunnel

/// Situations of real clients, from what users of other libraries reported.
@Suite(.timeLimit(.minutes(3))) struct ClientStoryTests {
    /// The same URL answers 401, then another is asked for a token, then it answers.
    @Test(arguments: [true, false])
    func `a token is refreshed between two answers of one URL`(_ usesScenario: Bool) async throws {
        let server = MockServer("https://api.example.com", states: ["token": "old"]) {
            if usesScenario {
                Stub(.get("/me"), returning: .json(["name": "Ann"])).when("token", is: "new")
                Stub(.get("/me"), returning: .status(401)).when("token", is: "old")
            } else {
                Stub(.get("/me"), inTurn: .status(401), .json(["name": "Ann"]))
            }
            Stub(.post("/token"), returning: .json(["token": "t"])).setting("token", to: "new")
        }
        #expect(try await status(server, "/me") == 401)
        #expect(try await status(server, "/token", "POST") == 200)
        #expect(try await server.session.text("/me") == #"{"name":"Ann"}"#)
        try server.verifyInOrder(.get("/me"), .post("/token"), .get("/me"))
    }

    /// A client that handles 304 itself sees it, with no cache in between.
    @Test func `a conditional request gets its 304 and no body`() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a"), .header("If-None-Match", "\"1\""), returning: .text("never sent").status(304))
            Stub(.get("/a"), returning: .text("body").header("ETag", "\"1\""))
        }
        let (_, first) = try await server.session.data(from: api("/a"))
        let tag = try #require((first as? HTTPURLResponse)?.value(forHTTPHeaderField: "ETag"))
        var request = URLRequest(url: api("/a"))
        request.setValue(tag, forHTTPHeaderField: "If-None-Match")
        let (data, second) = try await server.session.data(for: request)
        #expect((second as? HTTPURLResponse)?.statusCode == 304)
        #expect(data.isEmpty)
    }

    /// Schemes that no loader of the system knows are answered, or refused with a report, like every other.
    @Test(arguments: ["ftp://files.example.com/a", "myapp://host/a"])
    func `an unusual scheme is answered or refused, once`(_ text: String) async throws {
        let url = try #require(URL(string: text))
        let server = MockServer()
        let error = await #expect(throws: URLError.self) { try await server.session.data(from: url) }
        #expect(error?.localizedDescription.hasPrefix("Unexpected request: GET \(text)\n") == true)
        server.stub(.get(text), returning: .text("x"))
        #expect(try await server.session.data(from: url).0 == Data("x".utf8))
    }

    /// A delegate that waits for metrics is no reason to wait for it.
    @Test func `a failure completes a delegate's task once`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.any, returning: .failure(.timedOut)) }
        let delegate = CollectingDelegate()
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: api("/a")).resume()
        let error = await #expect(throws: URLError.self) { try await delegate.finished() }
        #expect(error?.code == .timedOut)
        #expect(delegate.heard.value.completions.count == 1)
    }

    /// A stub that is replaced while a poller runs gives its own answer or the other's, and nothing else.
    @Test func `a stub is replaced under a poller without a gap`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("0")) }
        let isOver = Box(false)
        let poller = Task {
            var heard: Set<String> = []
            while !isOver.value { heard.insert(try await server.session.text("/a")) }
            return heard
        }
        var old = server.stub(.get("/a"), returning: .text("1"))
        for number in 2..<200 {
            let new = server.stub(.get("/a"), returning: .text("\(number)"))
            old.remove()
            old = new
            await Task.yield()
        }
        isOver.change { $0 = true }
        let heard = try await poller.value
        #expect(heard.isSubset(of: Set((0..<200).map(String.init))))
        #expect(try await server.session.text("/a") == "199")
    }

    private func status(_ server: MockServer, _ path: String, _ method: String = "GET") async throws -> Int? {
        (try await server.session.data(for: URLRequest(method, path)).1 as? HTTPURLResponse)?.statusCode
    }
}
