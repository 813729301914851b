import Foundation
import Testing
import WindTunnelTesting

private let id = 42
private let name = "Ann"
private let pages = [User(id: 1, name: "one"), User(id: 2, name: "two")]
private let big = Data(repeating: 0x61, count: 250_000)
private let url = temporaryFile("a;b", "csv")

/// The promised spellings, letter for letter.
// swift-format-ignore
@StubBuilder private func fence() -> [Stub] {
    Stub(.get("/a"), returning: .json(ann))                          // any Encodable & Sendable, or a JSON literal
    Stub(.get("/b"), inTurn: .text("hi"), .status(503), .json(ann))      // one after the other; the last one repeats
    Stub(.get("/b2"), inTurn: pages.map { .json($0) })
    Stub(.get("/user"), returning: .fixture("user.json"))            // __Fixtures__/ beside the test file, then the bundle
    Stub(.get("/v"), returning: .json(["id": .value(id), "name": "\(name)", "tags": ["a", 1, nil]]))   // a literal with variables
    Stub(.get("/raw"), returning: .json(text: #"{"id":1}"#))         // checked when the stub is made
    Stub(.get("/c"), returning: .data(png, contentType: "image/png"))
    Stub(.get("/d"), returning: .file(url))                          // mapped, not loaded; type from the extension
    Stub(.get("/e"), returning: .status(204))
    Stub(.get("/f"), returning: .redirect(to: "/g", status: 307))    // followed like a real one, delegate asked
    Stub(.get("/h"), returning: .failure(.notConnectedToInternet))   // URLError.Code, or any Error
    Stub(.get("/i"), returning: .json(ann).delayed(by: .seconds(2)))
    Stub(.get("/j"), returning: .json(ann).header("ETag", "\"1\"").header("Set-Cookie", "a=1").header("Set-Cookie", "b=2"))
    Stub(.get("/k"), returning: .data(big).throttled(bytesPerSecond: 100_000))
    Stub(.get("/l"), returning: .data(big).cut(after: 1_000, error: .networkConnectionLost))
    Stub(.get("/m"), returning: .never)                              // until cancelled, timed out or the server ends
    Stub(.get("/n"), returning: .events("one", .init("two", event: "end", id: "7", retry: .seconds(1))))
    Stub(.get("/o")) { _ in
        .stream(contentType: "text/event-stream") { body in
            for word in ["a", "b"] {
                try await body.write("data: \(word)\n\n")
                try await body.sleep(for: .milliseconds(20))         // on the server's clock
            }
        }
    }
    Stub(.get("/p"), returning: .json(ann)).requiring(.basic(user: "ann", password: "pw", realm: "x"))   // 401 and a challenge until then
    Stub(.get("/q"), returning: .passthrough)                        // this one may use the network
    Stub(.get("/r")) { request in                                    // sync or async, may throw
        guard request.headers["Authorization"] == "Bearer t" else { return .status(401) }
        return .json(["id": 1])
    }
    .times(1)            // then it no longer matches
    .named("first try")      // (request.attempt is 1, 2, 3 … for this stub)
    .optional()          // no complaint when it is never used
    .when("cart", is: "empty")     // scenario: matches only in this state
    .setting("cart", to: "full")   // and moves it on, atomically with the choice
}

private let annJSON = #"{"id":42,"name":"Ann"}"#

/// Writes down what a session tells its delegate about redirects and data.
private final class Witness: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // the delegate queue is serial
    private let lock = NSLock()
    private var redirects: [String] = []
    private var bytes = 0

    var seen: (redirects: [String], bytes: Int) { lock.withLock { (redirects, bytes) } }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        lock.withLock { redirects.append("\(response.statusCode) \(request.url?.absoluteString ?? "")") }
        completionHandler(request)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.withLock { bytes += data.count }
    }
}

@Suite("promised spellings: answering", .timeLimit(.minutes(3)))
struct PromisedAnswering {
    private let clock = ManualClock()
    private let server: MockServer

    init() {
        server = MockServer("https://api.example.com", clock: clock, states: ["cart": "empty"]) { fence() }
    }

    private func get(_ target: String) async throws -> Reply { try await server.session.get(target) }

    /// What a request gets that takes time, and how long it took on the clock.
    private func timed(_ target: String) async throws -> (reply: Reply, time: Duration) {
        async let answer = get(target)
        try await server.nextRequest(.get(target))
        await clock.run()
        let reply = try await answer
        let exchange = try #require(server.exchanges.last)
        return (reply, try #require(exchange.completion) - exchange.arrival)
    }

    @Test("no line of the fence is at fault, and each answers nothing but its own path")
    func nothingElse() async throws {
        #expect(server.faults.isEmpty)
        server.checks = []
        #expect(try await server.session.failure("/zz").code == .resourceUnavailable)
    }

    @Test("`.json` encodes an Encodable, keys sorted")
    func encodable() async throws {
        let reply = try await get("/a")
        #expect(reply.text == annJSON)
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == "application/json")
        #expect(reply.header("Content-Length") == "22")
    }

    @Test("`inTurn:` answers one after the other, the last one repeats")
    func inTurn() async throws {
        #expect(try await get("/b").text == "hi")
        #expect(try await get("/b").status == 503)
        #expect(try await get("/b").text == annJSON)
        #expect(try await get("/b").text == annJSON)
    }

    @Test("`inTurn:` takes an array")
    func inTurnArray() async throws {
        for expected in [#"{"id":1,"name":"one"}"#, #"{"id":2,"name":"two"}"#, #"{"id":2,"name":"two"}"#] {
            #expect(try await get("/b2").text == expected)
        }
    }

    @Test("`.fixture` is the file beside the test")
    func fixture() async throws {
        let reply = try await get("/user")
        #expect(reply.text == annJSON + "\n")
        #expect(reply.header("Content-Type") == "application/json")
    }

    @Test("a literal takes variables; a JSON text is sent as written")
    func literals() async throws {
        #expect(try await get("/v").text == #"{"id":42,"name":"Ann","tags":["a",1,null]}"#)
        #expect(try await get("/raw").text == #"{"id":1}"#)
        let server = faulty { Stub(.get("/raw"), returning: .json(text: "{")) }
        #expect(server.faults.count == 1)
    }

    @Test("`.data`, `.file` and `.status`")
    func plainAnswers() async throws {
        let data = try await get("/c")
        #expect(data.body == png)
        #expect(data.header("Content-Type") == "image/png")
        let file = try await get("/d")
        #expect(file.text == "a;b")
        #expect(file.header("Content-Type") == "text/csv; charset=utf-8")
        let empty = try await get("/e")
        #expect(empty.status == 204)
        #expect(empty.body.isEmpty)
    }

    @Test("a redirect is followed like a real one, and the delegate is asked")
    func redirect() async throws {
        server.add { Stub(.get("/g"), returning: .text("there")) }
        let reply = try await get("/f")
        #expect(reply.text == "there")
        #expect(reply.url?.absoluteString == "https://api.example.com/g")
        #expect(server.exchanges.map { $0.hops.map(\.statusCode) } == [[307]])

        let witness = Witness()
        let session = URLSession(configuration: server.configuration(), delegate: witness, delegateQueue: nil)
        #expect(try await session.get("/f").text == "there")
        #expect(witness.seen.redirects == ["307 https://api.example.com/g"])
    }

    @Test("a failure is the URLError it was told, or any other error")
    func failure() async throws {
        #expect(try await server.session.failure("/h").code == .notConnectedToInternet)
        let error: any Error = URLError(.dnsLookupFailed)
        server.add { Stub(.get("/h"), returning: .failure(error)) }
        #expect(try await server.session.failure("/h").code == .dnsLookupFailed)
    }

    @Test("a delay is waited for on the server's clock")
    func delay() async throws {
        async let answer = get("/i")
        try await server.nextRequest(.get("/i"))
        await clock.advance(by: .milliseconds(1_999))
        #expect(server.exchanges.first?.completion == nil)
        await clock.advance(by: .milliseconds(1))
        #expect(try await answer.text == annJSON)
        #expect(server.exchanges.first?.completion == .seconds(2))
    }

    @Test("headers are set; cookies add up")
    func headers() async throws {
        let reply = try await get("/j")
        #expect(reply.header("ETag") == "\"1\"")
        #expect(reply.header("Set-Cookie") == "a=1, b=2")
        let target = URL(string: "https://api.example.com/j")!
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: reply.headers, for: target)
        #expect(Set(cookies.map(\.name)) == ["a", "b"])
    }

    @Test("a throttled body takes its size by its rate")
    func throttle() async throws {
        let (reply, time) = try await timed("/k")
        #expect(reply.body == big)
        #expect(time == .milliseconds(2_500))
    }

    @Test("a cut body breaks off after its bytes, with its error")
    func cut() async throws {
        #expect(try await server.session.failure("/l").code == .networkConnectionLost)
        let witness = Witness()
        let session = URLSession(configuration: server.configuration(), delegate: witness, delegateQueue: nil)
        let task = session.dataTask(with: URL(string: "https://api.example.com/l")!)
        task.resume()
        try await server.nextRequest(.get("/l"))
        try await server.nextRequest(.get("/l"))
        session.finishTasksAndInvalidate()
        // The delegate's queue is in order: what is added behind the end of the task runs after it.
        while task.state != .completed { await Task.yield() }
        await withCheckedContinuation { continuation in session.delegateQueue.addOperation { continuation.resume() } }
        #expect(witness.seen.bytes == 1_000)
    }

    @Test("`.never` ends when it is cancelled, times out or the server ends")
    func never() async throws {
        let task = Task { try await get("/m") }
        try await server.nextRequest(.get("/m"))
        task.cancel()
        let cancelled = await #expect(throws: URLError.self) { try await task.value }
        #expect(cancelled?.code == .cancelled)

        async let timedOut = server.session.failure("/m")
        try await server.nextRequest(.get("/m"))
        await clock.advance(by: .seconds(61))
        #expect(try await timedOut.code == .timedOut)

        async let closed = server.session.failure("/m")
        try await server.nextRequest(.get("/m"))
        server.close()
        #expect(try await closed.code == .cancelled)
    }

    @Test("server-sent events as the standard writes them")
    func events() async throws {
        let reply = try await get("/n")
        #expect(reply.text == "data: one\n\nevent: end\nid: 7\nretry: 1000\ndata: two\n\n")
        #expect(reply.header("Content-Type") == "text/event-stream")
    }

    @Test("a stream is written piece by piece, on the server's clock")
    func stream() async throws {
        let (reply, time) = try await timed("/o")
        #expect(reply.text == "data: a\n\ndata: b\n\n")
        #expect(reply.header("Content-Type") == "text/event-stream")
        #expect(time == .milliseconds(40))
    }

    @Test("credentials: 401 and a challenge until they are sent")
    func credentials() async throws {
        let refused = try await get("/p")
        #expect(refused.status == 401)
        #expect(refused.header("WWW-Authenticate") == #"Basic realm="x", charset="UTF-8""#)
        let header = ["Authorization": "Basic \(Data("ann:pw".utf8).base64EncodedString())"]
        #expect(try await server.session.send(Sent("GET", "/p", header)).text == annJSON)
    }

    @Test("`.passthrough` uses the network, and no other line does")
    func passthrough() async throws {
        let real = try LoopbackServer(body: "real")
        let server = MockServer(real.origin) { fence() }
        #expect(try await server.session.get("/q", origin: real.origin).text == "real")
        #expect(try await server.session.get("/a", origin: real.origin).text == annJSON)
        guard case .passedThrough(200)? = server.exchanges.first?.outcome else {
            Issue.record("not passed through: \(server.exchanges)")
            return
        }
    }

    @Test("a handler decides; `.times`, `.when` and `.setting` say when it may")
    func handler() async throws {
        #expect(server.states["cart"] == "empty")
        #expect(try await server.session.send(Sent("GET", "/r", ["Authorization": "Bearer t"])).text == #"{"id":1}"#)
        #expect(server.states["cart"] == "full")
        #expect(server.exchanges.first?.stubDescription == #"Stub(.get("/r")).named("first try")"#)
        server.checks = []
        let used = try await server.session.failure("/r")
        #expect(used.code == .resourceUnavailable)
        server.states["cart"] = "empty"
        #expect(try await server.session.failure("/r").code == .resourceUnavailable)

        let fresh = MockServer("https://api.example.com", states: ["cart": "empty"]) { fence() }
        #expect(try await fresh.session.get("/r").status == 401)
        let full = MockServer("https://api.example.com", states: ["cart": "full"]) { fence() }
        full.checks = []
        #expect(try await full.session.failure("/r").code == .resourceUnavailable)
    }

    @Test("`request.attempt` counts from 1; a handler may wait and may throw")
    func attempts() async throws {
        struct Refused: Error {}
        let line = #line + 2
        let server = MockServer("https://api.example.com") {
            Stub(.get("/r")) { request in
                await Task.yield()
                guard request.attempt < 3 else { throw Refused() }
                return .text("\(request.attempt)")
            }
        }
        #expect(try await server.session.get("/r").text == "1")
        #expect(try await server.session.get("/r").text == "2")
        let error = try await server.session.failure("/r")
        #expect(error.localizedDescription == "the stub of PromiseTests+Answering.swift:\(line) failed: Refused()")
    }

    @Test("a response is a value: the same one serves many stubs, changed copies leave it alone")
    func values() async throws {
        let response: MockResponse = .text("x")
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a"), returning: response.status(201).header("A", "1"))
            Stub(.get("/b"), returning: response)
        }
        #expect(try await server.session.get("/a").status == 201)
        let plain = try await server.session.get("/b")
        #expect(plain.status == 200)
        #expect(plain.header("A") == nil)
    }
}
