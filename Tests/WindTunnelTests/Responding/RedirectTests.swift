import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct RedirectTests {
    struct Case: Sendable {
        let status: Int
        let method: String
        let arrives: String
        let keepsBody: Bool
    }

    static let cases = [301, 302, 303, 307, 308].flatMap { status in
        ["GET", "POST", "PUT"].map { method in
            let isRewritten = status == 303 ? method != "GET" : status < 303 && method == "POST"
            return Case(
                status: status, method: method, arrives: isRewritten ? "GET" : method,
                keepsBody: !isRewritten && method != "GET")
        }
    }

    @Test(arguments: cases)
    func `method and body go on as the standard and URLSession have it`(_ row: Case) async throws {
        let server = MockServer(origin) {
            Stub(.request(row.method, "/old"), returning: .redirect(to: "/new", status: row.status))
            Stub(.any("/new")) { request in
                .text("\(request.method) \(request.text ?? "")", status: 201).header(
                    "X-Type", request.headers["Content-Type"] ?? "none")
            }
        }
        let body = row.method == "GET" ? nil : Data("body".utf8)
        let answer = try await server.session.answer(
            URLRequest(
                "/old", method: row.method, headers: row.method == "GET" ? [:] : ["Content-Type": "a/b"], body: body))
        #expect(answer.text == "\(row.arrives) \(row.keepsBody ? "body" : "")")
        // On Linux the loader sends what described the body also where there is none any more.
        let keepsType = row.keepsBody || (Loader.keepsContentType && row.method != "GET")
        #expect(answer.header("X-Type") == (keepsType ? "a/b" : "none"))
        #expect(answer.status == 201)
        #expect(answer.response.url == api("/new"))
    }

    @Test(arguments: [
        ("next", "https://api.example.com/a/next"), ("/next", "https://api.example.com/next"),
        ("../next?x=1", "https://api.example.com/next?x=1"), ("//other.example.com/x", "https://other.example.com/x"),
        ("https://other.example.com/x", "https://other.example.com/x"),
    ])
    func `a target may be relative or absolute`(_ target: String, _ url: String) async throws {
        let server = MockServer {
            Stub(.get("https://api.example.com/a/b"), returning: .redirect(to: target))
            Stub(.any) { request in .text(request.url.absoluteString) }
        }
        #expect(try await server.get("/a/b").text == url)
    }

    @Test func `credentials do not follow to another origin`() async throws {
        let server = MockServer {
            Stub(.get("https://api.example.com/same"), returning: .redirect(to: "/end"))
            Stub(.get("https://api.example.com/other"), returning: .redirect(to: "https://other.example.com/end"))
            Stub(.any) { request in .text(request.headers["Authorization"] ?? "none") }
        }
        let headers = ["Authorization": "Bearer t"]
        #expect(try await server.get("/same", headers: headers).text == "Bearer t")
        #expect(try await server.get("/other", headers: headers).text == "none")
    }

    @Test func `the hops are parts of one exchange`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/1"), returning: .redirect(to: "/2", status: 301))
            Stub(.get("/2"), returning: .redirect(to: "/3", status: 307))
            Stub(.get("/3"), returning: .text("end"))
        }
        #expect(try await server.get("/1").text == "end")
        #expect(server.requests.map { $0.path.description } == ["/1"])
        let exchange = try #require(server.exchanges.first)
        #expect(server.exchanges.count == 1)
        #expect(exchange.hops.map { "\($0.request.path) \($0.statusCode)" } == ["/1 301", "/2 307"])
        #expect(exchange.outcomeName == "response 200")
        #expect(exchange.stubDescription == #"Stub(.get("/3"))"#)
    }

    @Test func `a loop ends`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/a"), returning: .redirect(to: "/b"))
            Stub(.get("/b"), returning: .redirect(to: "/a"))
        }
        #expect(await server.error(of: "/a")?.code == .httpTooManyRedirects)
        #expect(server.exchanges.first?.hops.count == 20)
        #expect(server.exchanges.first?.outcomeName == "failure \(URLError.Code.httpTooManyRedirects.rawValue)")
    }

    @Test func `a target without a stub fails as unexpected`() async throws {
        let server = MockServer(origin) { Stub(.get("/a"), returning: .redirect(to: "/nowhere")) }
        let error = try #require(await server.error(of: "/a"))
        #expect(error.localizedDescription.hasPrefix("Unexpected request: GET https://api.example.com/nowhere"))
        #expect(server.exchanges.first?.isUnexpected == true)
        #expect(server.exchanges.count == 1)
    }

    @Test func `a delegate is asked, follows, changes or refuses`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/old"), returning: .redirect(to: "/new").header("X-Old", "1"))
            Stub(.get("/new"), returning: .text("new"))
            Stub(.get("/changed"), returning: .text("changed"))
        }
        let following = await record(server, URLRequest("/old"))
        #expect(following.texts == ["new"])
        #expect(following.state.value.redirects.map(\.url) == [api("/new")])
        let changing = await record(server, URLRequest("/old"), Recorder { _ in URLRequest("/changed") })
        #expect(changing.texts == ["changed"])
        let refusing = await record(server, URLRequest("/old"), Recorder { _ in nil })
        #expect(refusing.state.value.response?.statusCode == 302)
        #expect(refusing.state.value.response?.value(forHTTPHeaderField: "X-Old") == "1")
        #expect(refusing.state.value.error == nil)
        #expect(server.exchanges.last?.outcomeName == "response 302")
    }

    @Test func `a 3xx without a target is an answer`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/plain"), returning: .text("see", status: 302))
            Stub(.get("/304"), returning: .status(304).header("Location", "/x"))
            Stub(.get("/app"), returning: .redirect(to: "my-app://callback?code=1"))
        }
        #expect(try await server.get("/plain").status == 302)
        #expect(try await server.get("/304").status == 304)
        #expect(try await server.get("/app").header("Location") == "my-app://callback?code=1")
    }

    @Test func `a thousand loops and a thousand chains end right, all at once`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/loop"), returning: .redirect(to: "/loop"))
            Stub(.get("/chain/{id}"), returning: .redirect(to: "/next"))
            Stub(.get("/next"), returning: .redirect(to: "/end", status: 307))
            Stub(.get("/end"), returning: .text("end"))
        }
        let ends = await withTaskGroup(of: String.self) { group in
            for number in 0..<1_000 {
                group.addTask { (try? await server.get("/chain/\(number)").text) ?? "failed" }
                group.addTask { (await server.error(of: "/loop")).map { "\($0.code.rawValue)" } ?? "no error" }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(ends == ["end": 1_000, "\(URLError.Code.httpTooManyRedirects.rawValue)": 1_000])
        #expect(server.exchanges.allSatisfy { [2, 20].contains($0.hops.count) })
    }

    @Test func `hops may take time`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.get("/1"), returning: .redirect(to: "/2").delayed(by: .seconds(10)))
            Stub(.get("/2"), returning: .text("end").delayed(by: .seconds(10)))
        }
        async let answer = server.get("/1")
        try await server.nextRequest()
        await clock.advance(by: .seconds(20))
        #expect(server.exchanges.first?.completion == .seconds(20))
        #expect(try await answer.text == "end")
    }
}

private enum Loader {
    #if canImport(FoundationNetworking)
        static let keepsContentType = true
    #else
        static let keepsContentType = false
    #endif
}
