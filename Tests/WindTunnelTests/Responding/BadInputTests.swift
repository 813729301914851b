import TestSupport
import Testing
import WindTunnel

/// What cannot be is an error with the stub's file and line, in the request, in the journal and in `faults`.
@Suite(.timeLimit(.minutes(3)))
struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let message: String
        let response: MockResponse
        init(_ message: String, _ response: MockResponse) { (self.message, self.response) = (message, response) }
        var testDescription: String { message }
    }

    static let responses = [
        Case("the status 99 is not in 100...999", .status(99)),
        Case("the status 1000 is not in 100...999", .text("x", status: 1_000)),
        Case("the status -1 is not in 100...999", .json(["a": 1]).status(-1)),
        Case("the status 0 is not in 100...999", .stream(status: 0) { _ in }),
        Case(#"the header X has a line break in its value: "a\nb""#, .status(200).header("X", "a\nb")),
        Case(#"the header X has a control character in its value: "a\u{1}b""#, .status(200).header("X", "a\u{1}b")),
        Case(
            #"the header X has a line break in its value: "a\r\nSet-Cookie: b""#,
            .status(200).addingHeader("X", "a\r\nSet-Cookie: b")),
        Case(#""X Y" is no name of a header"#, .status(200).header("X Y", "1")),
        Case(#""" is no name of a header"#, .status(200).header("", "1")),
        Case(#""X\r" is no name of a header"#, .status(200).header("X\r", "1")),
        Case("200 is no redirect; use 301, 302, 303, 307 or 308", .redirect(to: "/a", status: 200)),
        Case(#"the redirect's target "" is no URL"#, .redirect(to: "")),
        Case(#"the redirect's target "http://[" is no URL"#, .redirect(to: "http://[")),
        Case("throttled(bytesPerSecond: 0) is less than 1", .text("x").throttled(bytesPerSecond: 0)),
        Case("cut(after: -1) is negative", .text("x").cut(after: -1)),
    ]

    @Test(arguments: responses)
    func `an answer that cannot be sent fails its request and says where it stands`(_ bad: Case) async throws {
        let line = #line + 2
        let server = MockServer(origin) {
            Stub(.get("/ready"), returning: bad.response)
            Stub(.get("/handled")) { _ in bad.response }
            Stub(.get("/held"), returning: .held)
        }
        #expect(server.faults.map(\.description) == ["BadInputTests.swift:\(line): \(bad.message)"])
        let ready = try #require(await server.error(of: "/ready"))
        #expect(ready.localizedDescription == "the stub of BadInputTests.swift:\(line) failed: \(bad.message)")
        let handled = try #require(await server.error(of: "/handled"))
        #expect(handled.localizedDescription == "the stub of BadInputTests.swift:\(line + 1) failed: \(bad.message)")
        async let held = server.error(of: "/held")
        try await server.nextPending().respond(bad.response)
        #expect(
            await held?.localizedDescription == "the stub of BadInputTests.swift:\(line + 2) failed: \(bad.message)")
        for exchange in server.exchanges {
            guard case .failure(let error) = exchange.outcome else {
                Issue.record("\(exchange)")
                continue
            }
            #expect(error.localizedDescription.hasSuffix(" failed: \(bad.message)"))
        }
    }

    @Test func `a status that is mended is no fault`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(5).status(200)) }
        #expect(server.faults.isEmpty)
        #expect(try await server.get("/a").status == 200)
    }

    struct BadStub: Sendable, CustomTestStringConvertible {
        let message: String
        let stub: Stub
        init(_ message: String, _ stub: Stub) { (self.message, self.stub) = (message, stub) }
        var testDescription: String { message }
    }

    static let stubs = [
        BadStub("inTurn: has no response", Stub(.any, inTurn: [])),
        BadStub("times(0) never matches; leave the stub out", Stub(.any, returning: .status(200)).times(0)),
        BadStub("times(-3) never matches; leave the stub out", Stub(.any, returning: .status(200)).times(-3)),
    ]

    @Test(arguments: stubs)
    func `a stub that cannot answer matches nothing and stands in the report`(_ bad: BadStub) async throws {
        let server = MockServer(origin) { bad.stub }
        let fault = "\(bad.stub.location): \(bad.message)"
        #expect(fault.hasPrefix("BadInputTests.swift:"))
        #expect(server.faults.map(\.description) == [fault])
        let error = try #require(await server.error(of: "/a"))
        #expect(error.localizedDescription.hasPrefix("Unexpected request: GET https://api.example.com/a"))
        #expect(error.localizedDescription.contains(fault))
        #expect(server.exchanges.first?.isUnexpected == true)
        guard case .failure(let kept) = try #require(server.exchanges.first).outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
        #expect(kept.localizedDescription == error.localizedDescription)
    }

    @Test func `a handle's bad modifier is a fault too`() async throws {
        let server = MockServer(origin) {}
        server.stub(.any, returning: .status(200)).times(0)
        #expect(server.faults.map(\.message) == ["times(0) never matches; leave the stub out"])
        #expect(await server.error(of: "/a")?.localizedDescription.contains("times(0)") ?? false)
    }

    @Test(arguments: ["", "not an origin", "/path", "https://a.b:99999"])
    func `an origin that is none makes every request fail and says so`(_ text: String) async throws {
        let server = MockServer(text) { Stub(.any, returning: .status(200)) }
        let fault = try #require(server.faults.first)
        #expect(server.faults.count == 1)
        #expect("\(fault)".hasPrefix("BadInputTests.swift:"))
        let error = try #require(await server.error(of: "/a"))
        #expect(error.localizedDescription.contains(fault.message))
    }

    @Test(arguments: ["https://exa mple.com/", "/users/{id"])
    func `a pattern that cannot be parsed matches nothing`(_ pattern: String) async throws {
        let server = MockServer(origin) { Stub(.get(pattern), returning: .status(200)) }
        let fault = try #require(server.faults.first)
        #expect("\(fault)".hasPrefix("BadInputTests.swift:"))
        let error = try #require(await server.error(of: "/users/1"))
        #expect(error.localizedDescription.contains("\(fault)"))
    }

    @Test func `a policy's answer that cannot be sent fails by the server's line`() async throws {
        let server = MockServer(origin, unhandled: .respond(.status(99))) {}
        let error = try #require(await server.error(of: "/a"))
        #expect(error.localizedDescription.hasPrefix("the MockServer of BadInputTests.swift:"))
        #expect(error.localizedDescription.hasSuffix(" failed: the status 99 is not in 100...999"))
    }
}
