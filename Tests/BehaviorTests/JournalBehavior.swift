import TestSupport
import Testing
import WindTunnel

/// What came.
@Suite(.timeLimit(.minutes(3)))
struct JournalBehavior {
    @Test(arguments: Transport.allCases)
    func `requests are kept as they were sent, in order`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        try await transport.with(server) { client in
            _ = try await client.send(.get("/users/a%2Fb?page=2&t=1&t=2", ["X-Debug": "1"]))
            _ = try await client.send(.post("hello", to: "/login"))
            _ = try await client.send(.get("https://cdn.example.com/a.png"))
        }
        let requests = server.requests
        try #require(requests.count == 3)
        #expect(
            requests.map(\.description) == [
                "GET https://api.example.com/users/a%2Fb?page=2&t=1&t=2", "POST https://api.example.com/login",
                "GET https://cdn.example.com/a.png",
            ])
        #expect(requests[0].url == api("/users/a%2Fb?page=2&t=1&t=2"))
        #expect(requests[0].path == "/users/a%2Fb")
        #expect(requests[0].query["page"] == "2" && requests[0].query.all("t") == ["1", "2"])
        #expect(requests[0].headers["x-debug"] == "1")
        #expect(requests[0].body.isEmpty)
        #expect(requests[1].method == "POST" && requests[1].text == "hello")
        #expect(server.requests(.post("/login")).count == 1)
        #expect(server.requests(.get("/login")).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func `the headers that a request has`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        try await transport.with(server) { client in _ = try await client.get("/a", ["X-Debug": "1"]) }
        let names = try #require(server.requests.first).headers.map(\.name)
        let own = transport.differs(.loaderHasHeadersOfItsOwn, inProcess: [], socket: ["Accept", "Host", "User-Agent"])
        #expect(["Accept", "Host", "User-Agent"].filter(names.contains) == own)
        #expect(names.contains("X-Debug"))
    }

    @Test(arguments: Transport.allCases)
    func `the path of a request with dots`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        try await transport.with(server) { client in _ = try await client.get("/a/../b/./c#top") }
        let expected = transport.differs(.loaderChangesPaths, inProcess: "/a/../b/./c", socket: "/b/c")
        #expect(server.requests.first?.path.description == expected)
        let fragment = transport.differs(.loaderChangesPaths, inProcess: "top", socket: nil)
        #expect(server.requests.first?.url.fragment == fragment)
    }

    @Test(arguments: Transport.allCases)
    func `an exchange says which stub answered, and with what`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/a"), returning: .json(["id": 1], status: 201).header("X-List", "a")).named("first")
            Stub(.get("/b")) { _ in .text("made") }
        }
        try await transport.with(server) { client in
            for path in ["/a", "/b", "/c"] { _ = await client.outcome(path) }
            let exchanges = server.exchanges
            try #require(exchanges.count == 3)
            #expect(
                exchanges.map(\.stubDescription) == [#"Stub(.get("/a")).named("first")"#, #"Stub(.get("/b"))"#, nil])
            #expect(exchanges.map(\.isUnexpected) == [false, false, true])
            #expect(exchanges.allSatisfy { $0.completion.map { $0 >= .zero } ?? false })
            guard case .response(let first) = exchanges[0].outcome, case .response(let second) = exchanges[1].outcome
            else {
                Issue.record("\(exchanges)")
                return
            }
            #expect(first.statusCode == 201 && first.body == Data(#"{"id":1}"#.utf8))
            #expect(first.headers["X-List"] == "a" && first.headers["Content-Length"] == "8")
            #expect(second.body == Data("made".utf8))
        }
        #expect(server.story.last == "GET /c → URLError -1008")
    }

    /// Whoever has the answer finds it in the journal, also when the client knows the end of the body before the server says it.
    @Test(arguments: Transport.allCases)
    func `the journal is complete when the client has its answer`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.any("/ready"), returning: .text("x"))
            Stub(.any("/made")) { _ in .text("x") }
            Stub(.any("/empty")) { _ in .status(200) }
            Stub(.any("/none")) { _ in .status(204) }
            Stub(.any("/slow"), returning: .text("x").throttled(bytesPerSecond: 1_000_000))
            Stub(.any("/head"), returning: .text("x").fault(.slowHeaders(over: .nanoseconds(100))))
            Stub(.any("/stream"), returning: .stream { try await $0.write("x") })
        }
        try await transport.with(server) { client in
            for number in 0..<20 {
                for path in ["/ready", "/made", "/empty", "/none", "/slow", "/head", "/stream"] {
                    let method = number.isMultiple(of: 2) ? "GET" : "HEAD"
                    let answer = try await client.send(Ask(method: method, target: path))
                    #expect(server.exchanges.last?.description.hasSuffix("→ \(answer.status)") == true, "\(path)")
                }
            }
        }
        #expect(server.exchanges.count == 140)
    }

    @Test(arguments: Transport.allCases)
    func `next requests are handed out once, also those that came before`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        try await transport.with(server) { client async throws in
            for path in ["/sync?n=1", "/other", "/sync?n=2"] { _ = await client.outcome(path) }
            #expect(try await server.nextRequest(.get("/sync")).query["n"] == "1")
            #expect(try await server.nextRequest(.get("/sync")).query["n"] == "2")
            async let later = client.outcome("/sync?n=3")
            #expect(try await server.nextRequest(.get("/sync")).query["n"] == "3")
            _ = await later
            #expect(try await server.nextRequest().path == "/other")
            let error = await #expect(throws: WaitingError.self) { try await server.nextRequest(within: .zero) }
            #expect(error?.description.hasPrefix("No request .any came within 0.0 seconds. What came:\n") == true)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a handle knows its requests`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(404)) }
        let login = server.stub(.post("/login"), returning: .status(204)).times(1)
        try await transport.with(server) { client in
            #expect(!login.isUsed)
            #expect(await client.outcome(.post("x", to: "/login")) == "204 ")
            #expect(login.isUsed)
            #expect(await client.outcome(.post("y", to: "/login")) == "404 ")
        }
        #expect(login.requests.map(\.text) == ["x"])
    }

    @Test(
        arguments: Transport.allCases,
        [
            (1, true), (0, false), (.atLeast(1), true), (.atLeast(2), false), (.between(1...3), true), (.never, false),
        ] as [(RequestCount, Bool)])
    func `a count holds or is told`(_ transport: Transport, _ row: (RequestCount, Bool)) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        try await transport.with(server) { client in _ = await client.outcome(.post("x", to: "/login")) }
        let check = { try server.verify(.post("/login"), times: row.0) }
        if row.1 { return try check() }
        let error = #expect(throws: VerificationError.self) { try check() }
        #expect(
            error?.description == """
                Expected .post("/login") \(row.0), but it came once. What came:

                    POST https://api.example.com/login

                """)
    }

    @Test(arguments: Transport.allCases)
    func `order is verified`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        try await transport.with(server) { client in
            for path in ["/login", "/me", "/me"] { _ = await client.outcome(path) }
        }
        try server.verifyInOrder(.get("/login"), .get("/me"), .get("/me"))
        let error = #expect(throws: VerificationError.self) { try server.verifyInOrder(.get("/me"), .get("/login")) }
        #expect(
            error?.description.hasPrefix(#"Expected .get("/login") after .get("/me"), but it came only before."#)
                == true)
    }

    @Test(arguments: Transport.allCases)
    func `unused stubs are told, and unexpected requests are not forgotten`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/used"), returning: .status(200))
            Stub(.get("/unused"), returning: .status(200))
            Stub(.get("/spare"), returning: .status(200)).optional()
        }
        try await transport.with(server) { client in
            #expect(await client.outcome("/used") == "200 ")
            try server.verifyNothingUnexpected()
            _ = await client.outcome("/other")
        }
        let unused = #expect(throws: VerificationError.self) { try server.verifyAllStubsUsed() }
        #expect(unused?.description.hasPrefix("A stub was never used:\n\n    Stub(.get(\"/unused\")) ") == true)
        let unexpected = #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
        #expect(unexpected?.description.hasPrefix("Unexpected request: GET https://api.example.com/other\n") == true)
    }

    @Test(arguments: Transport.allCases)
    func `one journal for all that asks a server`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, inTurn: .text("1"), .text("2"), .text("3")) }
        try await transport.with(server) { client async throws in
            #expect(await client.outcome("/a") == "200 1")
            #expect(try await server.session.text("/b") == "2")
            #expect(await client.outcome("/c") == "200 3")
        }
        #expect(server.story == ["GET /a → 200", "GET /b → 200", "GET /c → 200"])
    }
}
