import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct PlainResponseTests {
    struct Plain: Sendable, CustomTestStringConvertible {
        let name: String
        let response: MockResponse
        let status: Int
        let type: String?
        let body: String
        var testDescription: String { name }
    }

    static let plain = [
        Plain(name: "status", response: .status(204), status: 204, type: nil, body: ""),
        Plain(name: "text", response: .text("hi"), status: 200, type: "text/plain; charset=utf-8", body: "hi"),
        Plain(
            name: "data", response: .data(Data("png".utf8), contentType: "image/png", status: 201), status: 201,
            type: "image/png", body: "png"),
        Plain(name: "json", response: .json(["id": 1]), status: 200, type: "application/json", body: #"{"id":1}"#),
        Plain(
            name: "json text", response: .json(text: #"{"id": 1}"#, status: 202), status: 202, type: "application/json",
            body: #"{"id": 1}"#),
        Plain(
            name: "graphQL data", response: .graphQL(data: ["user": nil]), status: 200, type: "application/json",
            body: #"{"data":{"user":null}}"#),
        Plain(
            name: "graphQL errors", response: .graphQL(errors: "a", "b"), status: 200, type: "application/json",
            body: #"{"errors":[{"message":"a"},{"message":"b"}]}"#),
        Plain(
            name: "events", response: .events("one", "two"), status: 200, type: "text/event-stream",
            body: "data: one\n\ndata: two\n\n"),
        Plain(
            name: "stream",
            response: .stream(contentType: "text/x") { body in
                try await body.write("a")
                try await body.write("b")
            }, status: 200, type: "text/x", body: "ab"),
        Plain(
            name: "changed status", response: .text("x").status(418), status: 418, type: "text/plain; charset=utf-8",
            body: "x"),
    ]

    @Test(arguments: plain, Way.allCases)
    func `every kind of answer reaches every kind of client`(_ plain: Plain, _ way: Way) async throws {
        let server = MockServer(origin) { Stub(.post("/a"), returning: plain.response) }
        let answer = try await way.ask(server, URLRequest("/a", method: "POST"))
        #expect(answer.status == plain.status)
        #expect(answer.text == plain.body)
        #expect(answer.header("content-type") == plain.type)
        #expect(answer.response.url == api("/a"))
    }

    @Test(arguments: Way.allCases)
    func `a failure reaches every kind of client as it was written`(_ way: Way) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .failure(.notConnectedToInternet)) }
        let error = await #expect(throws: URLError.self) { try await way.ask(server, URLRequest("/a", method: "POST")) }
        #expect(error?.code == .notConnectedToInternet)
        #expect(error?.userInfo[NSURLErrorFailingURLErrorKey] as? URL == api("/a"))
    }

    @Test func `an error of the test's own type reaches an async call`() async throws {
        struct Mine: Error, Equatable { let number: Int }
        let server = MockServer(origin) {
            Stub(.get("/now"), returning: .failure(Mine(number: 7)))
            Stub(.get("/handled")) { _ in .failure(Mine(number: 8)) }
        }
        await #expect(throws: Mine(number: 7)) { try await server.get("/now") }
        await #expect(throws: Mine(number: 8)) { try await server.get("/handled") }
    }

    @Test func `a failure that is a cancellation ends the load`() async throws {
        let server = MockServer(origin, clock: .immediate) {
            Stub(.get("/handler")) { _ in .failure(CancellationError()) }
            Stub(.get("/delayed"), returning: .failure(CancellationError()).delayed(by: .seconds(1)))
            Stub(.get("/thrown")) { _ in throw CancellationError() }
            Stub(.get("/stream"), returning: .stream { _ in throw CancellationError() })
        }
        for path in ["/handler", "/delayed", "/thrown", "/stream"] {
            await #expect(throws: (any Error).self) { try await server.get(path) }
            guard case .failure = try #require(server.exchanges.last).outcome else {
                Issue.record("\(path) did not fail")
                continue
            }
        }
    }

    @Test(arguments: [204, 304])
    func `a status without a body carries none`(_ status: Int) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .text("body").status(status)) }
        let answer = try await server.get("/a")
        #expect(answer.status == status)
        #expect(answer.data.isEmpty)
        #expect(answer.header("Content-Length") == (status == 304 ? "4" : nil))
    }

    @Test func `HEAD has the length of the GET and no body`() async throws {
        let server = MockServer(origin) {
            Stub(.any("/ready"), returning: .text("body"))
            Stub(.any("/slow"), returning: .text("body").delayed(by: .milliseconds(1)))
            Stub(.any("/stream"), returning: .stream { try await $0.write("body") })
        }
        for path in ["/ready", "/slow", "/stream"] {
            let answer = try await server.get(path, method: "HEAD")
            #expect(answer.data.isEmpty)
            #expect(answer.header("Content-Length") == (path == "/stream" ? nil : "4"))
        }
    }

    @Test(arguments: [100, 199, 200, 299, 599, 999])
    func `a status in its bounds is sent`(_ status: Int) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(status)) }
        #expect(try await server.get("/a").status == status)
        #expect(server.faults.isEmpty)
    }
}
