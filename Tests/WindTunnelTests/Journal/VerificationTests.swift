import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct VerificationTests {
    private let server = MockServer("https://api.example.com") {
        Stub(.post("/login"), returning: .status(204))
        Stub(.get("/me"), returning: .status(200))
    }

    private func send(_ requests: (String, String)...) async throws {
        for (method, path) in requests { _ = try await server.session.data(for: URLRequest(method, path)) }
    }

    @Test
    func `a query with a matcher that cannot be checked is a fault of its line, told once`() async throws {
        let line = #line + 1
        for _ in 0..<2 { #expect(server.requests(.get("/users/{id")).isEmpty) }
        let fault = try #require(server.faults.first)
        #expect(server.faults.count == 1)
        #expect(fault.location.line == line)
        #expect(fault.message.hasPrefix(#".get("/users/{id") cannot be checked: "#))
        #expect(throws: VerificationError.self) { try server.verify(.any, times: 0) }
    }

    @Test(
        arguments: [
            (1, true), (0, false), (.atLeast(1), true), (.atLeast(2), false), (.between(1...3), true), (.never, false),
            (.atMost(1), true), (.exactly(1), true),
        ] as [(RequestCount, Bool)])
    func `a count holds or is told`(_ count: RequestCount, _ holds: Bool) async throws {
        try await send(("POST", "/login"))
        if holds {
            try server.verify(.post("/login"), times: count)
        } else {
            let error = #expect(throws: VerificationError.self) { try server.verify(.post("/login"), times: count) }
            #expect(
                error?.description == """
                    Expected .post("/login") \(count), but it came once.

                    Its stub:

                        Stub(.post("/login"))                                   VerificationTests.swift:9

                    What came:

                        POST https://api.example.com/login

                    """)
        }
    }

    @Test func `what never came says so, at the caller's line`() {
        // Outside of the macro, which shifts lines.
        let line = #line + 1
        let check = { try server.verify(.get("/me"), .header("X"), times: 2) }
        let error = #expect(throws: VerificationError.self) { try check() }
        #expect(
            error?.description
                == "Expected .get(\"/me\"), .header(\"X\") twice, but it never came. Nothing came at all.")
        #expect(error?.location.line == line)
    }

    @Test func `the closest request, its answer and the stub for the expected one are shown`() async throws {
        let line = #line + 2
        let server = MockServer("https://api.example.com") {
            Stub(.post("/users"), .json(["name": "Ann"]), returning: .status(201))
            Stub(.post("/users"), returning: .status(422))
        }
        _ = try? await server.session.data(from: api("/users"))  // nobody answers it
        _ = try await server.session.data(for: URLRequest("POST", "/users", body: Data(#"{"name":"Bo"}"#.utf8)))
        let error = #expect(throws: VerificationError.self) {
            try server.verify(.post("/users"), .json(["name": "Ann"]), times: 1)
        }
        #expect(
            error?.description == """
                Expected .post("/users"), .json(["name": "Ann"]) once, but it never came.

                The closest of 2 requests:

                    POST https://api.example.com/users
                      matches   POST /users
                      differs   json body: $.name is "Bo", expected "Ann"
                      answered  by Stub(.post("/users")) of VerificationTests.swift:\(line + 1)

                Its stub:

                    Stub(.post("/users"), .json(["name": "Ann"]))           VerificationTests.swift:\(line)

                What came:

                    GET https://api.example.com/users
                    POST https://api.example.com/users

                """)
    }

    @Test func `all checks at once tell all that is wrong`() async throws {
        _ = try? await server.session.data(from: api("/other"))
        let error = #expect(throws: VerificationError.self) { try server.verifyAll() }
        let text = try #require(error?.description)
        #expect(text.hasPrefix("Unexpected request: GET https://api.example.com/other\n\n"))
        #expect(text.contains("\n\n2 stubs were never used:\n\n    Stub(.post(\"/login\"))"))
        try await send(("POST", "/login"), ("GET", "/me"))
        #expect(throws: VerificationError.self) { try server.verifyAll() }
        let good = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .status(200)) }
        _ = try await good.session.data(from: api("/a"))
        try good.verifyAll()
    }

    @Test func `a long list of what came is cut`() async throws {
        for _ in 0..<25 { try await send(("GET", "/me")) }
        let error = #expect(throws: VerificationError.self) { try server.verify(.put("/x")) }
        #expect(error?.description.hasSuffix("    GET https://api.example.com/me\n    … and 5 more\n") == true)
    }

    @Test func `order counts, with others between`() async throws {
        try await send(("POST", "/login"), ("GET", "/me"), ("GET", "/me"))
        try server.verifyInOrder(.post("/login"), .get("/me"), .get("/me"))
        let error = #expect(throws: VerificationError.self) { try server.verifyInOrder(.get("/me"), .post("/login")) }
        let start = "Expected .post(\"/login\") after .get(\"/me\"), but it came only before."
        #expect(error?.description.hasPrefix(start) == true)
        let other = #expect(throws: VerificationError.self) { try server.verifyInOrder(.get("/me"), .get("/x")) }
        #expect(other?.description.hasPrefix("Expected .get(\"/x\") after .get(\"/me\"), but it did not come.") == true)
    }

    @Test(arguments: [0, .atLeast(1), .atMost(2)] as [RequestCount])
    func `a matcher that cannot be checked is an error, whatever the count`(_ count: RequestCount) async throws {
        try await send(("GET", "/me"))
        let error = #expect(throws: VerificationError.self) { try server.verify(.get("/me/{id"), times: count) }
        #expect(
            error?.description
                == #".get("/me/{id") cannot be checked: the pattern "/me/{id" cannot be read: it has a { without a }"#)
        #expect(throws: VerificationError.self) { try server.verifyInOrder(.get("/me"), !.get("me")) }
    }

    @Test func `an unexpected request is kept, although its error was swallowed`() async throws {
        _ = try? await server.session.data(from: api("/other"))
        let error = #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
        #expect(error?.description.hasPrefix("Unexpected request: GET https://api.example.com/other\n") == true)
    }

    @Test func `nothing unexpected is nothing to tell`() async throws {
        try await send(("GET", "/me"))
        try server.verifyNothingUnexpected()
    }

    @Test func `unused stubs are listed in order, but not optional and hidden ones`() async throws {
        let line = #line + 2
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a"), returning: .status(200))
            Stub(.get("/b"), returning: .status(200)).optional()
            Stub(.get("/c"), returning: .status(200))
            Stub(.get("/d"), inTurn: .status(200), .status(500)).times(5)
        }
        server.stub(.get("/c"), returning: .status(201))
        _ = try await server.session.data(from: api("/c"))
        _ = try await server.session.data(from: api("/d"))
        let error = #expect(throws: VerificationError.self) { try server.verifyAllStubsUsed() }
        #expect(
            error?.description == """
                A stub was never used:

                    Stub(.get("/a"))          VerificationTests.swift:\(line)

                """)
    }

    @Test func `every check tells of a faulty stub, with its line`() throws {
        let line = #line + 1
        let server = MockServer { Stub(.get("/{"), returning: .status(200)) }
        let expected = "VerificationTests.swift:\(line): the pattern \"/{\" cannot be read: it has a { without a }"
        for check in [
            { try server.verifyNothingUnexpected() }, { try server.verifyAllStubsUsed() },
            { try server.verify(.any, times: 0) }, { try server.verifyInOrder(.any) },
        ] as [() throws -> Void] {
            #expect(throws: VerificationError.self) { try check() }
            do { try check() } catch { #expect("\(error)" == expected) }
        }
    }
}
