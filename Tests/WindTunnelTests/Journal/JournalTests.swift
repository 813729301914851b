import TestSupport
import Testing
import WindTunnel

extension MockExchange {
    var outcomeName: String {
        switch outcome {
        case .pending: "pending"
        case .response(let response): "response \(response.statusCode)"
        case .failure(let error as URLError): "failure \(error.code.rawValue)"
        case .failure: "failure"
        case .cancelled: "cancelled"
        case .passedThrough: "passed through"
        }
    }
}

@Suite(.timeLimit(.minutes(3)))
struct JournalTests {
    @Test func `requests are kept in order, as they were sent`() async throws {
        let server = MockServer(origin) { Stub(.post("/login"), returning: .status(204)) }
        let body = Data(#"{"user":"ann"}"#.utf8)
        let sent = URLRequest("/login?x=1&x=2", method: "POST", headers: ["Accept": "a/b", "X-Y": "z"], body: body)
        _ = try await server.session.answer(sent)
        _ = await server.error(of: "/other")
        #expect(server.requests.map(\.url) == [api("/login?x=1&x=2"), api("/other")])
        let request = try #require(server.requests(.post("/login")).first)
        #expect(request.method == "POST")
        #expect(request.headers["accept"] == "a/b")
        #expect(request.query["x"] == "1")
        #expect(request.query.all("x") == ["1", "2"])
        #expect(request.body == body)
        struct Login: Decodable { var user: String }
        let login: Login = try request.json()
        #expect(login.user == "ann")
    }

    @Test func `queries compose like the matchers of a stub`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        for path in ["/users/1", "/users/2?a=1", "/b"] { _ = try await server.get(path) }
        #expect(server.requests(.get("/users/{id}")).map { $0.path.description } == ["/users/1", "/users/2"])
        #expect(server.requests(.get("/users/{id}"), .query("a", "1")).count == 1)
        #expect(server.requests(!.get("/b")).count == 2)
        #expect(server.requests(.post("/b")).isEmpty)
    }

    @Test func `an exchange says what became of its request`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/response"), returning: .text("body", status: 201).header("X", "y")).named("ready")
            Stub(.get("/failure"), returning: .failure(.timedOut))
            Stub(.get("/never"), returning: .never)
            Stub(.get("/held"), returning: .held)
            Stub(.get("/thrown")) { _ in throw URLError(.cannotFindHost) }
            Stub(.get("/cut"), returning: .text("abc").cut(after: 1))
        }
        _ = try await server.get("/response")
        for path in ["/failure", "/thrown", "/cut", "/unexpected"] { _ = await server.error(of: path) }
        let cancelled = Task { try await server.get("/never") }
        try await server.nextRequest(.get("/never"))
        cancelled.cancel()
        _ = await cancelled.result
        async let held = server.get("/held")
        let pending = try await server.nextPending()

        let exchanges = server.exchanges
        #expect(
            exchanges.map { "\($0.request.path) \($0.outcomeName)" } == [
                "/response response 201", "/failure failure -1001", "/thrown failure -1003", "/cut failure -1005",
                "/unexpected failure -1008", "/never cancelled", "/held pending",
            ])
        #expect(exchanges.map(\.isUnexpected) == [false, false, false, false, true, false, false])
        #expect(exchanges.map { $0.completion == nil } == [false, false, false, false, false, false, true])
        #expect(exchanges[4].stub == nil)
        let first = exchanges[0]
        #expect(first.stubDescription == #"Stub(.get("/response")).named("ready")"#)
        #expect(first.stub?.fileID.hasSuffix("JournalTests.swift") == true)
        #expect("\(first)" == "GET https://api.example.com/response → 201")
        guard case .response(let response) = first.outcome else {
            Issue.record("no response")
            return
        }
        #expect(response.body == Data("body".utf8))
        #expect(response.headers["x"] == "y")
        pending.respond(.status(200))
        _ = try await held
        #expect(server.exchanges.last?.outcomeName == "response 200")
    }

    @Test func `the body of a stream is kept as it was delivered`() async throws {
        let server = MockServer(origin, clock: .immediate) {
            Stub(.any) { _ in
                .stream { body in
                    for word in ["a", "b"] {
                        try await body.write(word)
                        try await body.sleep(for: .seconds(1))
                    }
                }
            }
        }
        _ = try await server.get("/a")
        guard case .response(let response) = try #require(server.exchanges.first).outcome else {
            Issue.record("no response")
            return
        }
        #expect(response.body == Data("ab".utf8))
    }

    @Test func `a request after close is refused, late, and no request of the test`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        _ = try await server.get("/a")
        server.close()
        let error = try #require(await server.error(of: "/late"))
        #expect(error.code == .cancelled)
        #expect(
            error.localizedDescription.hasPrefix(
                "GET https://api.example.com/late was refused: it came after the MockServer of JournalTests.swift:"))
        #expect(server.requests.map { $0.path.description } == ["/a"])
        #expect(server.exchanges.map(\.isLate) == [false, true])
    }

    @Test func `arrival and completion are moments of the server's clock`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) { Stub(.any, returning: .text("x").delayed(by: .seconds(2))) }
        await clock.advance(by: .seconds(5))
        async let answer = server.get("/a")
        try await server.nextRequest()
        await clock.advance(by: .seconds(2))
        _ = try await answer
        #expect(server.exchanges.first?.arrival == .seconds(5))
        #expect(server.exchanges.first?.completion == .seconds(7))
    }
}
