import Foundation
import TestSupport
import Testing
import WindTunnel

/// A client of the socket; nothing of it is intercepted.
struct SocketClient: Sendable {
    let base: URL
    let session = URLSession(configuration: .ephemeral)

    init(_ server: MockServer) async throws { base = try await server.listen() }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> (status: Int, text: String) {
        var request = URLRequest(url: URL(string: base.absoluteString + path)!)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }
}

extension RawClient {
    /// Connects to what `listen` returned.
    convenience init(_ url: URL) { self.init(url.port ?? 0) }

    func get(_ target: String, host: String = "localhost", _ lines: String...) async -> String {
        let head = ["GET \(target) HTTP/1.1", "Host: \(host)", "Connection: close"] + lines
        write(head.joined(separator: "\r\n") + "\r\n\r\n")
        return await read()
    }
}

extension String {
    /// What stands behind the head of a response.
    var responseBody: String { range(of: "\r\n\r\n").map { String(self[$0.upperBound...]) } ?? "" }
}

@Suite("Listening", .timeLimit(.minutes(3)))
struct ListeningTests {
    @Test("One set of stubs answers in process and on a socket, with one journal, one count and one state")
    func bothWays() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/n"), inTurn: .text("one"), .text("two"), .text("three"))
            Stub(.put("/cart"), returning: .status(204)).setting("cart", to: "full")
            Stub(.get("/cart"), returning: .text("full")).when("cart", is: "full")
            Stub(.get("/cart"), returning: .text("empty"))
        }
        let client = try await SocketClient(server)
        #expect(try await client.get("/n").text == "one")
        #expect(try await server.session.text("/n") == "two")
        #expect(try await client.get("/n").text == "three")
        #expect(try await client.get("/cart").text == "empty")
        _ = try await server.session.data(for: URLRequest("PUT", "/cart"))
        #expect(try await client.get("/cart").text == "full")
        #expect(
            server.requests.map { "\($0.method) \($0.path)" }
                == ["GET /n", "GET /n", "GET /n", "GET /cart", "PUT /cart", "GET /cart"])
        #expect(server.requests.allSatisfy { $0.url.host == "api.example.com" })
        #expect(server.requests[0].receivedURL == URL(string: client.base.absoluteString + "/n"))
        #expect(server.requests[1].receivedURL == api("/n"))
        try server.verifyAllStubsUsed()
        await server.stopListening()
    }

    @Test("The URL of a listener has the path of the origin, and stands for it")
    func basePath() async throws {
        let server = MockServer("https://api.example.com/v2") { Stub(.get("/users"), returning: .text("v2")) }
        let client = try await SocketClient(server)
        #expect(client.base.path == "/v2")
        #expect(try await client.get("/users").text == "v2")
        #expect(server.requests.first?.url == api("/v2/users"))
        await server.stopListening()
    }

    @Test("A server without an origin answers relative patterns under the loopback address")
    func noOrigin() async throws {
        let server = MockServer { Stub(.get("/a"), returning: .text("a")) }
        let client = try await SocketClient(server)
        #expect(try await client.get("/a?q=1").text == "a")
        #expect(server.requests.first?.url == URL(string: client.base.absoluteString + "/a?q=1"))
        await server.stopListening()
    }

    @Test(
        "The origin is taken from a path, from Host or from a whole URL as the target",
        arguments: [
            ("/__origin/cdn.example.com/logo?a=1", "localhost", "https://cdn.example.com/logo?a=1"),
            ("/__origin/plain.example.com:8080/logo", "localhost", "http://plain.example.com:8080/logo"),
            ("/logo", "cdn.example.com", "https://cdn.example.com/logo"),
            ("/logo", "CDN.example.com", "https://cdn.example.com/logo"),
            ("http://plain.example.com:8080/logo", "plain.example.com:8080", "http://plain.example.com:8080/logo"),
            ("/logo", "127.0.0.1", "https://api.example.com/logo"),
        ])
    func origins(_ target: String, _ host: String, _ url: String) async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("https://cdn.example.com/logo"), returning: .text("https://cdn.example.com"))
            Stub(.get("http://plain.example.com:8080/logo"), returning: .text("http://plain.example.com:8080"))
            Stub(.get("/logo"), returning: .text("https://api.example.com"))
        }
        let text = await RawClient(try await server.listen()).get(target, host: host)
        #expect(server.requests.map(\.url.absoluteString) == [url])
        #expect(url.hasPrefix(text.responseBody) && !text.responseBody.isEmpty)
        await server.stopListening()
    }

    @Test("A host that no stub knows is refused, and not journalled: a page could have been told to find it here")
    func rebinding() async throws {
        let server = MockServer("https://api.example.com") { Stub(.any, returning: .text("secret")) }
        let base = try await server.listen()
        let text = await RawClient(base).get("/", host: "evil.example")
        #expect(text.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n") && !text.contains("secret"))
        #expect(server.requests.isEmpty)
        await server.stopListening()
    }

    @Test("A redirect to an origin that is served here stays here, one to another host goes there")
    func redirects() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/own"), returning: .redirect(to: "https://api.example.com/a?b=c#d"))
            Stub(.get("/cdn"), returning: .redirect(to: "https://cdn.example.com/a"))
            Stub(.get("/relative"), returning: .redirect(to: "a", status: 308))
            Stub(.get("/other"), returning: .redirect(to: "https://other.example/a"))
            Stub(.get("https://cdn.example.com/a"), returning: .text("cdn"))
            Stub(.get("/a"), returning: .text("own"))
        }
        let client = try await SocketClient(server)
        for (path, location) in [
            ("/own", client.base.absoluteString + "/a?b=c#d"),
            ("/cdn", client.base.absoluteString + "/__origin/cdn.example.com/a"), ("/relative", "a"),
            ("/other", "https://other.example/a"),
        ] {
            let text = await RawClient(client.base).get(path, host: "127.0.0.1:\(client.base.port ?? 0)")
            #expect(text.contains("\r\nLocation: \(location)\r\n"), "\(path)")
        }
        #expect(try await client.get("/own").text == "own")
        #expect(try await client.get("/cdn").text == "cdn")
        #expect(try await client.get("/relative").text == "own")
        await server.stopListening()
    }

    @Test("An unexpected request gets 404 and the report, as text or as JSON")
    func unexpected() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/users"), returning: .json([])) }
        let client = try await SocketClient(server)
        let report = """
            Unexpected request: GET https://api.example.com/user

            The only stub:

                Stub(.get("/users"))
            """
        let text = try await client.get("/user")
        #expect(text.status == 404 && text.text.hasPrefix(report), "\(text.text)")
        let json = try await client.get("/user?token=1", ["Accept": "application/json, text/plain"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: String])
        #expect(object["error"] == "unexpected request" && object["method"] == "GET")
        #expect(object["url"] == "https://api.example.com/user?token=•••")
        #expect(object["report"]?.hasPrefix("Unexpected request: GET") == true)
        #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
        let base = try await server.listen(unexpectedStatus: 500)
        #expect(await RawClient(base).get("/x").hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        await server.stopListening()
    }

    @Test("A policy with a response answers what no stub does")
    func policy() async throws {
        let server = MockServer("https://api.example.com", unhandled: .respond(.text("nobody", status: 418)))
        let client = try await SocketClient(server)
        let answer = try await client.get("/x")
        #expect(answer.status == 418 && answer.text == "nobody")
        await server.stopListening()
    }

    @Test("What is passed through goes to the real network, and comes back as it was")
    func passthrough() async throws {
        let network = LoopbackEcho { text in
            text.hasPrefix("POST /echo HTTP/1.1")
                ? LoopbackEcho.response(201, text.responseBody, ["X-Real: yes"])
                : LoopbackEcho.response(302, "moved", ["Location: /elsewhere"])
        }
        let origin = "http://127.0.0.1:\(network.port)"
        let server = MockServer(origin, unhandled: .passthrough)
        let client = try await SocketClient(server)
        var request = URLRequest(url: URL(string: client.base.absoluteString + "/echo")!)
        request.httpMethod = "POST"
        request.httpBody = Data("payload".utf8)
        request.setValue("here", forHTTPHeaderField: "X-Sent")
        let (data, response) = try await client.session.data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "payload")
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
        #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Real") == "yes")
        #expect(network.requests.first?.contains("X-Sent: here\r\n") == true)
        guard case .passedThrough(status: 201) = server.exchanges.first?.outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
        // A redirect of the network is the client's to follow.
        let text = await RawClient(client.base).get("/old")
        #expect(text.hasPrefix("HTTP/1.1 302 Found\r\n") && text.contains("\r\nLocation: /elsewhere\r\n"))
        await server.stopListening()
    }

    @Test("What is passed through goes to hosts that the stubs name, whatever a page asks for")
    func passthroughToStrangers() async throws {
        let network = LoopbackEcho { _ in LoopbackEcho.response(200, "secret") }
        let server = MockServer("https://api.example.com", unhandled: .passthrough)
        let base = try await server.listen()
        let text = await RawClient(base).get("/__origin/127.0.0.1:\(network.port)/a")
        #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        #expect(
            text.responseBody
                == "GET https://127.0.0.1:\(network.port)/a cannot be passed through: no stub of this server names its host\n"
        )
        #expect(network.requests.isEmpty)
        await server.stopListening()
    }

    @Test("A server listens several times, and each port answers until all stop")
    func several() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("a")) }
        let bases = [
            try await server.listen(), try await server.listen(), try await server.listen(host: "localhost"),
        ]
        #expect(Set(bases.map(\.port)).count == 3)
        #expect(bases.map(\.host) == ["127.0.0.1", "127.0.0.1", "localhost"])
        let session = URLSession(configuration: .ephemeral)
        for base in bases {
            let (data, _) = try await session.data(from: URL(string: base.absoluteString + "/a")!)
            #expect(data == Data("a".utf8))
        }
        await server.stopListening()
        for base in bases {
            await #expect(throws: URLError.self) { try await session.data(from: base) }
        }
        // And again.
        let client = try await SocketClient(server)
        #expect(try await client.get("/a").text == "a")
        await server.stopListening()
    }

    @Test("A server listens on an address of IPv6", .enabled(if: Tool.path("curl") != nil, "curl is not installed"))
    func ipv6() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("six")) }
        // A machine may have no such address.
        guard let base = try? await server.listen(host: "::1") else { return }
        #expect(base.absoluteString.hasPrefix("http://[::1]:"))
        // URLSession on Linux takes no URL with such a host.
        #expect(try await Tool.run("curl", ["-sS", "-g", "--max-time", "20", "\(base)/a"]) == "six")
        #expect(server.requests.first?.url == api("/a"))
        await server.stopListening()
    }

    @Test("A server that is closed, or has gone, ends its listeners", arguments: ["closed", "gone"])
    func ends(_ way: String) async throws {
        var server: MockServer? = MockServer("https://api.example.com") { Stub(.any, returning: .never) }
        let base = try await #require(server).listen()
        let client = RawClient(base)
        client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        if way == "closed" {
            try await server?.nextRequest(.get("/"))
            server?.close()
        } else {
            server = nil
        }
        #expect(await client.read() == "")
        if way == "closed" {
            let error = await #expect(throws: ListeningError.self) { try await server?.listen() }
            #expect(error?.description.hasSuffix("was closed; a closed server does not listen") == true)
        }
    }

    @Test("Stopping with a drain lets a held request be answered; without, it is cut and journalled as a failure")
    func draining() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/held"), returning: .held) }
        let client = try await SocketClient(server)
        async let first = client.get("/held")
        let pending = try await server.nextPending(.get("/held"))
        async let stopped: Void = server.stopListening(drain: .seconds(20))
        pending.respond(.text("at last"))
        #expect(try await first.text == "at last")
        await stopped

        let other = try await SocketClient(server)
        async let second = other.get("/held")
        _ = try await server.nextPending(.get("/held"))
        await server.stopListening()
        do {
            _ = try await second
            Issue.record("a cut request was answered")
        } catch { #expect(error is URLError) }
        guard case .cancelled = server.exchanges.last?.outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
    }

    @Test("What cannot be listened on is an error that says so")
    func errors() async throws {
        let server = MockServer("https://api.example.com")
        let port = try await server.listen().port ?? 0
        for (call, text) in [
            (
                { @Sendable in try await server.listen(port: port) },
                "cannot listen on 127.0.0.1:\(port): bind to 127.0.0.1:\(port): Address already in use"
            ),
            (
                { @Sendable in try await server.listen(port: -1) },
                "cannot listen on 127.0.0.1:-1: listen on port -1: Invalid argument"
            ),
            ({ @Sendable in try await server.listen(unexpectedStatus: 9) }, "the status 9 is not in 100...999"),
        ] {
            let error = await #expect(throws: ListeningError.self) { try await call() }
            #expect(error?.description == text)
            #expect(error?.localizedDescription == text)
        }
        await server.stopListening()
    }

    @Test("Delays run on the server's clock, and a client that leaves is journalled as cancelled")
    func clock() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            Stub(.get("/slow"), returning: .text("late").delayed(by: .seconds(3_600)))
        }
        let client = try await SocketClient(server)
        async let answer = client.get("/slow")
        try await server.nextRequest(.get("/slow"))
        await clock.advance(by: .seconds(3_600))
        #expect(try await answer.text == "late")
        #expect(server.exchanges.first?.completion == .seconds(3_600))

        let leaver = RawClient(client.base)
        leaver.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await server.nextRequest(.get("/slow"))
        leaver.endWriting()
        #expect(await leaver.read() == "")
        guard case .cancelled = server.exchanges.last?.outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
        await server.stopListening()
    }

    @Test(
        "A matcher and a handler of the user run where they hold up nobody, and a handler that throws is answered 500")
    func userCode() async throws {
        struct Broken: Error, CustomStringConvertible { let description = "the table is gone" }
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a"), .custom("is slow") { _ in true }) { request in .text(request.headers["X"] ?? "") }
            Stub(.get("/b")) { _ in throw Broken() }
        }
        let client = try await SocketClient(server)
        #expect(try await client.get("/a", ["X": "seen"]).text == "seen")
        let answer = try await client.get("/b")
        #expect(answer.status == 500)
        #expect(
            answer.text.hasPrefix("the stub of ListeningTests.swift:")
                && answer.text.hasSuffix("failed: the table is gone\n"))
        await server.stopListening()
    }

    @Test(
        "A target that is no URL is still a request",
        arguments: ["/a%zz", "/a|b", "/%", "/a%2", "/\"quoted\"", "/a?x=%"])
    func oddTargets(_ target: String) async throws {
        let server = MockServer("https://api.example.com") { Stub(.any, returning: .text("ok")) }
        let base = try await server.listen()
        #expect(await RawClient(base).get(target).responseBody == "ok")
        #expect(server.requests.first?.url.host == "api.example.com")
        #expect(server.requests.first?.description == "GET https://api.example.com\(target)")
        await server.stopListening()
    }
}
