import TestSupport
import Testing
import WindTunnel

/// What a stub answers.
@Suite(.timeLimit(.minutes(3)))
struct AnsweringBehavior {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let response: MockResponse
        var status = 200
        let body: String
        let type: String?
        var length = -1

        var testDescription: String { name }
    }

    struct User: Codable, Sendable {
        var id: Int
        var name: String
    }

    /// `abc`, for each that asks.
    struct Words: AsyncSequence, Sendable {
        func makeAsyncIterator() -> AsyncStream<String>.Iterator {
            AsyncStream { words in
                for word in ["a", "b", "c"] { words.yield(word) }
                words.finish()
            }.makeAsyncIterator()
        }
    }

    static let rows: [Row] = [
        Row(
            name: "text", response: .text("grün"), body: "grün", type: "text/plain; charset=utf-8",
            length: 5),
        Row(
            name: "JSON literal", response: .json(["b": [1, nil], "a": "x"]), body: #"{"a":"x","b":[1,null]}"#,
            type: "application/json", length: 22),
        Row(
            name: "Encodable", response: .json(User(id: 42, name: "Ann"), status: 201), status: 201,
            body: #"{"id":42,"name":"Ann"}"#, type: "application/json", length: 22),
        Row(
            name: "JSON text", response: .json(text: #"{ "id": 1 }"#), body: #"{ "id": 1 }"#, type: "application/json",
            length: 11),
        Row(
            name: "bytes", response: .data(Data("png".utf8), contentType: "image/png"), body: "png", type: "image/png",
            length: 3),
        Row(
            name: "fixture", response: .fixture("user.json"), body: "{\"id\":42,\"name\":\"Ann\"}\n",
            type: "application/json", length: 23),
        Row(name: "status", response: .status(202), status: 202, body: "", type: nil, length: 0),
        Row(
            name: "no content", response: .text("x", status: 204), status: 204, body: "",
            type: "text/plain; charset=utf-8"),
        Row(name: "not modified", response: .status(304), status: 304, body: "", type: nil),
        Row(
            name: "an error's page", response: .text("down", status: 503), status: 503, body: "down",
            type: "text/plain; charset=utf-8", length: 4),
        Row(
            name: "an odd status", response: .text("x").status(799), status: 799, body: "x",
            type: "text/plain; charset=utf-8", length: 1),
        Row(
            name: "GraphQL data", response: .graphQL(data: ["user": nil]), body: #"{"data":{"user":null}}"#,
            type: "application/json", length: 22),
        Row(
            name: "GraphQL errors", response: .graphQL(errors: "no"), body: #"{"errors":[{"message":"no"}]}"#,
            type: "application/json", length: 29),
        Row(
            name: "events", response: .events("one", .init("two", event: "end", id: "7", retry: .seconds(1))),
            body: "data: one\n\nevent: end\nid: 7\nretry: 1000\ndata: two\n\n", type: "text/event-stream"),
        Row(
            name: "emitted events",
            response: .events { emit in
                try await emit("one")
                try await emit("two")
            }, body: "data: one\n\ndata: two\n\n", type: "text/event-stream"),
        Row(
            name: "stream",
            response: .stream(contentType: "text/plain") { body in
                for word in ["a", "", "b"] { try await body.write(word) }
            }, body: "ab", type: "text/plain"),
        Row(
            name: "sequence", response: .stream(Words()), body: "abc", type: "text/plain; charset=utf-8"),
        Row(
            name: "unknown length", response: .text("hello").removingHeader("Content-Length"), body: "hello",
            type: "text/plain; charset=utf-8"),
    ]

    @Test(arguments: Transport.allCases, rows)
    func `status, type, length and body arrive`(_ transport: Transport, _ row: Row) async throws {
        let server = MockServer(origin) { Stub(.any, returning: row.response) }
        try await transport.with(server) { client in
            let answer = try await client.get("/a")
            #expect(answer.status == row.status)
            #expect(answer.text == row.body)
            #expect(answer.header("Content-Type") == row.type)
            #expect(answer.response.expectedContentLength == row.length)
            #expect(answer.response.mimeType == row.type.map { String($0.prefix { $0 != ";" }) })
        }
        #expect(server.story == ["GET /a → \(row.status)"])
        #expect(server.faults.isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func `HEAD gets what GET would, without the body`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.any("/text"), returning: .text("hello").header("ETag", "\"1\""))
            Stub(.any("/chunks"), returning: .events("one"))
            Stub(.any("/slow"), returning: .text("hello").delayed(by: .nanoseconds(1)))
            Stub(.any("/unknown"), returning: .text("hello").removingHeader("Content-Length"))
            Stub(.head("/only"), returning: .status(200))
        }
        try await transport.with(server) { client in
            for (path, length) in [("/text", "5"), ("/chunks", nil), ("/slow", "5"), ("/unknown", nil), ("/only", "0")]
            {
                let answer = try await client.send(Ask(method: "HEAD", target: path))
                #expect(answer.text == "" && answer.status == 200)
                #expect(answer.header("Content-Length") == length, "\(path)")
            }
            #expect(try await client.send(Ask(method: "HEAD", target: "/text")).header("ETag") == "\"1\"")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a file arrives byte by byte`(_ transport: Transport) async throws {
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("b-\(UUID().uuidString).png")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = MockServer(origin) { Stub(.get("/file"), returning: .file(file)) }
        try await transport.with(server) { client in
            let answer = try await client.get("/file")
            #expect(answer.data == bytes)
            #expect(answer.header("Content-Type") == "image/png")
        }
    }

    @Test(arguments: Transport.allCases)
    func `headers arrive as written, and repeated ones are joined`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(
                .any,
                returning: .json([]).header("ETag", "1").header("etag", "2").addingHeader("X-List", "a").addingHeader(
                    "X-List", "b, c"
                ).header("Set-Cookie", "a=1; Path=/").header("Set-Cookie", "b=2").header("X-Text", "grün"))
        }
        try await transport.with(server) { client in
            let answer = try await client.get("/a")
            #expect(answer.header("ETag") == "2")
            #expect(answer.header("X-List") == "a, b, c")
            #expect(answer.header("X-Text") == "grün")
            let fields = try #require(answer.response.allHeaderFields as? [String: String])
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: api("/a"))
            #expect(cookies.map { "\($0.name)=\($0.value)" }.sorted() == ["a=1", "b=2"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `answers come in turn, and the last one repeats`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/b"), inTurn: .text("hi"), .status(503), .json(1))
            Stub(.get("/pages"), inTurn: (1...3).map { .text("page \($0)") })
        }
        try await transport.with(server) { client in
            for expected in ["200 hi", "503 ", "200 1", "200 1"] { #expect(await client.outcome("/b") == expected) }
            for page in [1, 2, 3, 3] { #expect(await client.outcome("/pages") == "200 page \(page)") }
        }
    }

    @Test(arguments: Transport.allCases)
    func `times is a limit`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/a"), returning: .text("limited")).times(2)
            Stub(.get("/a"), returning: .text("rest"))
        }
        try await transport.with(server) { client in
            for expected in ["limited", "limited", "rest"] { #expect(await client.outcome("/a") == "200 " + expected) }
        }
    }

    @Test(arguments: Transport.allCases)
    func `a scenario moves with its requests`(_ transport: Transport) async throws {
        let server = MockServer(origin, states: ["cart": "empty"]) {
            Stub(.get("/cart"), returning: .text("nothing")).when("cart", is: "empty")
            Stub(.post("/cart"), returning: .status(201)).when("cart", is: "empty").setting("cart", to: "full")
            Stub(.get("/cart"), returning: .text("something")).when("cart", is: "full")
        }
        try await transport.with(server) { client in
            #expect(await client.outcome("/cart") == "200 nothing")
            #expect(await client.outcome(.post("x", to: "/cart")) == "201 ")
            #expect(await client.outcome("/cart") == "200 something")
            #expect(server.states["cart"] == "full")
            server.states["cart"] = "empty"
            #expect(await client.outcome("/cart") == "200 nothing")
        }
    }

    @Test(arguments: Transport.allCases)
    func `credentials let in, and others get a challenge`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/bearer"), returning: .text("in")).requiring(.bearer("t", realm: "x"))
            Stub(.get("/basic"), returning: .text("in")).requiring(.basic(user: "ann", password: "pw", realm: "x"))
        }
        try await transport.with(server) { client in
            let refused = try await client.get("/bearer")
            #expect(refused.status == 401)
            #expect(refused.header("WWW-Authenticate") == #"Bearer realm="x""#)
            #expect(await client.outcome(.get("/bearer", ["Authorization": "Bearer wrong"])) == "401 ")
            #expect(await client.outcome(.get("/bearer", ["Authorization": "Bearer t"])) == "200 in")
            // A Basic challenge hangs Foundation's own loader on Linux, so nobody here comes without the right password.
            #expect(await client.outcome(.get("/basic", ["Authorization": "Basic YW5uOnB3"])) == "200 in")
        }
        #expect(server.story.count == 4)
    }

    @Test(arguments: Transport.allCases)
    func `a handler sees the request, its captures and which attempt it is`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.post("/users/{id}")) { request in
                let id = try request.path["id", as: Int.self]
                guard request.headers["Authorization"] == "Bearer t" else { return .status(401) }
                return .text("\(id) \(request.query["x"] ?? "") \(request.text ?? "") \(request.attempt)", status: 201)
            }
        }
        try await transport.with(server) { client in
            var ask = Ask.post("body", to: "/users/42?x=a%20b")
            #expect(await client.outcome(ask) == "401 ")
            ask.headers["Authorization"] = "Bearer t"
            #expect(await client.outcome(ask) == "201 42 a b body 2")
            #expect(await client.outcome(ask) == "201 42 a b body 3")
        }
    }

    @Test(arguments: Transport.allCases)
    func `handlers run with the task-local values of the server's place`(_ transport: Transport) async throws {
        let server = Place.$name.withValue("here") { MockServer(origin) { Stub(.any) { _ in .text(Place.name) } } }
        try await transport.with(server) { client in #expect(await client.outcome("/a") == "200 here") }
    }

    private enum Place { @TaskLocal static var name = "nowhere" }

    @Test(arguments: Transport.allCases)
    func `what cannot be answered tells why`(_ transport: Transport) async throws {
        struct Mine: Error {}
        let server = MockServer(origin) {
            Stub(.get("/throws")) { _ in throw Mine() }
            Stub(.get("/status"), returning: .status(7))
        }
        try await transport.with(server) { client in
            for (path, reason) in [("/throws", "Mine()"), ("/status", "the status 7 is not in 100...999")] {
                let outcome = await client.outcome(path)
                let expected = transport.differs(
                    .faultIsAnAnswer, inProcess: "URLError -1011", socket: "500 the stub of ")
                #expect(outcome.hasPrefix(expected))
                let text = await client.error(.get(path))?.localizedDescription ?? outcome
                #expect(text.contains("the stub of AnsweringBehavior.swift:"))
                #expect(text.trimmingCharacters(in: .newlines).hasSuffix("failed: \(reason)"))
            }
        }
        #expect(server.story.allSatisfy { $0.hasSuffix("→ URLError -1011") })
    }

    @Test(arguments: Transport.allCases)
    func `a request that no stub answers gets the report`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.post("/users"), .json(["name": "Ann"]), returning: .status(201)) }
        try await transport.with(server) { client in
            let ask = Ask.json(#"{"name":"Bo"}"#, to: "/users")
            let outcome = await client.outcome(ask)
            let expected = transport.differs(
                .unexpectedIsAnAnswer, inProcess: "URLError \(URLError.Code.resourceUnavailable.rawValue)",
                socket: "404 Unexpected request: POST https://api.example.com/users\n")
            #expect(outcome.hasPrefix(expected))
            let report = await client.error(ask)?.localizedDescription ?? outcome
            #expect(report.contains(#"      differs   json body: $.name is "Bo", expected "Ann""#))
        }
        #expect(server.exchanges.allSatisfy { $0.isUnexpected })
        let error = #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
        #expect(error?.description.hasPrefix("Unexpected request: POST https://api.example.com/users\n") == true)
    }

    @Test(arguments: Transport.allCases)
    func `a policy may answer what no stub does, and it still counts as unexpected`(_ transport: Transport) async throws
    {
        let server = MockServer(origin, unhandled: .respond(.text("teapot", status: 418)))
        try await transport.with(server) { client in #expect(await client.outcome("/a") == "418 teapot") }
        #expect(server.exchanges.map(\.isUnexpected) == [true])
        #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
    }

    @Test(arguments: Transport.allCases)
    func `passthrough asks the real network`(_ transport: Transport) async throws {
        let network = LoopbackEcho { request in
            let line = request.components(separatedBy: "\r\n")[0]
            return LoopbackEcho.response(201, line, ["X-Real: yes"])
        }
        let server = MockServer(origin)
        server.stub(.get(network.url("/real").absoluteString), returning: .passthrough)
        try await transport.with(server) { client in
            let answer = try await client.get(network.url("/real?x=1").absoluteString)
            #expect("\(answer.status) \(answer.text)" == "201 GET /real?x=1 HTTP/1.1")
            #expect(answer.header("X-Real") == "yes")
        }
        await server.settled()
        #expect(server.exchanges.map { $0.description.suffix(13) } == ["→ network 201"])
    }

    @Test(arguments: Transport.allCases)
    func `removed stubs answer no more`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .text("old")) }
        try await transport.with(server) { client in
            #expect(await client.outcome("/a") == "200 old")
            server.removeAllStubs()
            server.stub(.get("/a"), returning: .text("new"))
            #expect(await client.outcome("/a") == "200 new")
        }
    }

    @Test(arguments: Transport.allCases)
    func `many requests at once each get their own answer`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/ready/{n}"), returning: .text("ready"))
            Stub(.get("/made/{n}")) { request in .text(request.path["n"] ?? "") }
        }
        try await transport.with(server) { client in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        #expect(await client.outcome("/made/\(number)") == "200 \(number)")
                        #expect(await client.outcome("/ready/\(number)") == "200 ready")
                    }
                }
            }
        }
        #expect(server.requests.count == 100)
        #expect(server.story.allSatisfy { $0.hasSuffix("→ 200") })
    }
}
