import TestSupport
import Testing
import WindTunnel

/// Redirects. In process the library follows; on a socket the client does by itself.
@Suite(.timeLimit(.minutes(3)))
struct RedirectBehavior {
    @Test(arguments: Transport.allCases, [301, 302, 303, 307, 308])
    func `a redirect is followed`(_ transport: Transport, _ status: Int) async throws {
        let server = MockServer(origin) {
            Stub(.any("/old"), returning: .redirect(to: "/new?x=1", status: status))
            Stub(.any("/new"), .query("x", "1")) { request in
                .text("\(request.method) \(request.headers["Authorization"] ?? "none")", status: 201)
            }
        }
        try await transport.with(server) { client in
            let answer = try await client.get("/old", ["Authorization": "Bearer t"])
            #expect(answer.status == 201 && answer.text == "GET Bearer t")
            #expect(answer.response.url == client.url("/new?x=1"))
            if status < 307 {
                #expect(await client.outcome(.post("body", to: "/old")) == "201 GET none")
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `the hops of a redirect`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/1"), returning: .redirect(to: "/2", status: 301))
            Stub(.get("/2"), returning: .redirect(to: "/3", status: 307))
            Stub(.get("/3"), returning: .text("end"))
        }
        try await transport.with(server) { client in #expect(await client.outcome("/1") == "200 end") }
        let story = transport.differs(
            .hopsAreExchanges, inProcess: ["GET /1 → 200"], socket: ["GET /1 → 301", "GET /2 → 307", "GET /3 → 200"])
        #expect(server.story == story)
        let hops = transport.differs(.hopsAreExchanges, inProcess: ["/1 301", "/2 307"], socket: [])
        #expect(server.exchanges.first?.hops.map { "\($0.request.path) \($0.statusCode)" } == hops)
        #expect(server.requests.count == story.count)
        try server.verifyAllStubsUsed()
    }

    @Test(arguments: Transport.allCases)
    func `a loop ends after twenty hops`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/20"), returning: .text("end"))
            Stub(.get("/{n}")) { request in .redirect(to: "/\(try request.path["n", as: Int.self] + 1)") }
        }
        try await transport.with(server) { client in
            #expect(await client.outcome("/0") == "200 end")
            #expect(await client.outcome("/21") == "URLError \(URLError.Code.httpTooManyRedirects.rawValue)")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a delegate is asked, and may refuse`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/old"), returning: .redirect(to: "/new").header("X-Old", "1"))
            Stub(.get("/new"), returning: .text("new"))
        }
        for (refuses, outcome) in [(false, "200 new"), (true, "302")] {
            let recorder = Recorder { refuses ? nil : $0 }
            try await transport.with(server, recorder: recorder) { client in
                _ = client.start(.get("/old"))
                await recorder.completion()
                #expect(recorder.outcome == outcome)
                #expect(recorder.redirects == [client.url("/new")])
            }
            #expect(recorder.response?.value(forHTTPHeaderField: "X-Old") == (refuses ? "1" : nil))
        }
    }

    @Test(arguments: Transport.allCases, ["https://api.example.com", "https://other.example.com"])
    func `a target may be absolute, or leave out scheme or host, and stays with the server`(
        _ transport: Transport, _ start: String
    ) async throws {
        let server = MockServer(origin) {
            Stub(.get("https://api.example.com/1"), returning: .redirect(to: "https://other.example.com/end"))
            Stub(.get("https://api.example.com/2"), returning: .redirect(to: "//other.example.com/end"))
            Stub(.get("https://api.example.com/3"), returning: .redirect(to: "/end"))
            Stub(.get("https://other.example.com/1"), returning: .redirect(to: "https://api.example.com/end"))
            Stub(.get("https://other.example.com/2"), returning: .redirect(to: "//api.example.com/end"))
            Stub(.get("https://other.example.com/3"), returning: .redirect(to: "/end"))
            Stub(.any) { request in .text("\(request.url)") }
        }
        try await transport.with(server) { client in
            // The server's own origin is the socket's own address.
            let target = { (path: String) in start == origin ? path : start + path }
            let other = start == origin ? "https://other.example.com" : origin
            #expect(await client.outcome(target("/1")) == "200 \(other)/end")
            #expect(await client.outcome(target("/2")) == "200 \(other)/end")
            #expect(await client.outcome(target("/3")) == "200 \(start)/end")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a redirect to where no stub answers is unexpected`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.get("/a"), returning: .redirect(to: "/nowhere")) }
        try await transport.with(server) { client in
            let expected = transport.differs(.unexpectedIsAnAnswer, inProcess: "URLError -1008", socket: "404 ")
            #expect(await client.outcome("/a").hasPrefix(expected))
        }
        #expect(server.exchanges.last?.isUnexpected == true)
    }

    @Test(arguments: Transport.allCases)
    func `credentials on the way to another host`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/a"), returning: .redirect(to: "https://other.example.com/end"))
            Stub(.get("https://other.example.com/end")) { .text($0.headers["Authorization"] ?? "none") }
        }
        try await transport.with(server) { client in
            let expected = transport.differs(.socketIsOneOrigin, inProcess: "none", socket: "Bearer t")
            #expect(await client.outcome(.get("/a", ["Authorization": "Bearer t"])) == "200 " + expected)
        }
    }

    /// Where Foundation's own loader on Linux does what neither standard nor other loaders do, and the library does not copy it.
    @Test(.enabled(if: !Loader.isDarwin), arguments: Transport.allCases)
    func `redirects that Foundation on Linux takes in its own way`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            for status in [307] { Stub(.any("/\(status)"), returning: .redirect(to: "/end", status: status)) }
            Stub(.get("/a/relative"), returning: .redirect(to: "end"))
            Stub(.get("/proxy"), returning: .status(305).header("Location", "/end"))
            Stub(.get("/app"), returning: .redirect(to: "my-app://callback"))
            Stub(.get("/bare"), returning: .text("see", status: 302))
            Stub(.any) { request in
                .text(
                    "\(request.method) \(request.path) \(request.headers["Content-Type"] ?? "-") \(request.text ?? "")")
            }
        }
        try await transport.with(server) { client in
            let rows = [
                // The body is lost.
                (Ask.post("body", to: "/307"), "200 POST /end text/plain body", "200 POST /end text/plain "),
                // A relative target is taken from the root.
                (.get("/a/relative"), "200 GET /a/end - ", "200 GET /end - "),
                // What is no redirect is followed.
                (.get("/proxy"), "305 ", "200 GET /end - "),
                // Another scheme is tried.
                (.get("/app"), "302 ", "URLError -1000"),
                // The body of a redirect to nowhere is lost.
                (.get("/bare"), "302 see", "302 "),
            ]
            for (ask, inProcess, socket) in rows {
                let expected = transport.differs(.redirectsAreTheLoaders, inProcess: inProcess, socket: socket)
                #expect(await client.outcome(ask) == expected, "\(ask)")
            }
        }
    }
}
