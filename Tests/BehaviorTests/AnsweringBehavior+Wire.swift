import TestSupport
import Testing
import WindTunnel

/// What a wire changes of an answer.
extension AnsweringBehavior {
    @Test(arguments: Transport.allCases)
    func `headers of an answer`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/chunks"), returning: .events("one"))
            Stub(.get("/spaces"), returning: .text("x").header("X-Space", "  a"))
        }
        try await transport.with(server) { client in
            let coding = try await client.get("/chunks").header("Transfer-Encoding")
            #expect(coding == transport.differs(.headersAreOfTheWire, inProcess: nil, socket: "chunked"))
            let space = try await client.get("/spaces").header("X-Space")
            #expect(space == transport.differs(.headersAreOfTheWire, inProcess: "  a", socket: "a"))
        }
    }

    @Test(arguments: Transport.allCases)
    func `a length that is not true`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/short"), returning: .text("hello").header("Content-Length", "3"))
            Stub(.get("/long"), returning: .text("hello").header("Content-Length", "9"))
        }
        try await transport.with(server) { client in
            #expect(await client.outcome("/long") == Loader.brokenBody)
            // The last: a client may use the connection again before it notices that it has ended.
            #expect(await client.outcome("/short") == "200 hel")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a body in gzip`(_ transport: Transport) async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA=="))
        let server = MockServer(origin) { Stub(.any, returning: .data(gzip).header("Content-Encoding", "gzip")) }
        try await transport.with(server) { client in
            let text = try await client.get("/a").text
            #expect(text == "hello")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a status of 1xx`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(103)) }
        let recorder = Recorder()
        try await transport.with(server, recorder: recorder) { client in
            _ = client.start(.get("/a"))
            await recorder.completion()
        }
        let outcome = transport.differs(.informationalIsNoAnswer, inProcess: "103", socket: Loader.noAnswer)
        #expect(recorder.outcome.hasSuffix(outcome))
    }

    @Test(arguments: Transport.allCases)
    func `cookies of an answer come back with the next request`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/login"), returning: .status(200).header("Set-Cookie", "a=1; Path=/"))
            Stub(.any) { request in .text(request.headers["Cookie"] ?? "none") }
        }
        try await transport.with(server) { client in
            _ = try await client.get("/login")
            #expect(try await client.get("/a").text == "a=1")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a WebSocket that is asked for by a plain request`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub.webSocket("/chat") { _ in } }
        try await transport.with(server) { client in
            let expected = transport.differs(.webSocketsExist, inProcess: "URLError -1002", socket: "426 ")
            #expect(await client.outcome("/chat").hasPrefix(expected))
        }
    }

    @Test(arguments: Transport.allCases)
    func `the URL of an answer`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any) { request in .text("\(request.url) \(request.receivedURL)") } }
        try await transport.with(server) { client in
            let answer = try await client.get("/a?x=1")
            let url = transport.differs(
                .urlsAreTheSockets, inProcess: "https://api.example.com/a?x=1", socket: "\(client.base)/a?x=1")
            #expect(answer.response.url?.absoluteString == url)
            #expect(answer.text == "https://api.example.com/a?x=1 \(url)")
        }
    }
}
