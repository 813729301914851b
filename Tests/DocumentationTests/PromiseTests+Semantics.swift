import Foundation
import Testing
import WindTunnelTesting

/// Spellings and meanings of section 11 that belong to the sections that exist.
@Suite("promised spellings: what it means", .timeLimit(.minutes(3)))
struct PromisedSemantics {
    private func serve(@StubBuilder _ stubs: () -> [Stub]) -> MockServer {
        MockServer("https://api.example.com", unhandled: .respond(.status(404)), stubs: stubs)
    }

    @Test("a model of the main actor needs no `Sendable`; an encoding error is a fault of the stub")
    @MainActor
    func encodes() async throws {
        struct NotANumber: Encodable { var value = Double.nan }
        final class Model: Encodable { var id = 1 }
        let server = faulty {
            Stub(.get("/model"), returning: .json(Model()))
            Stub(.get("/bad"), returning: .json(NotANumber()))
        }
        #expect(try await server.session.get("/model").text == #"{"id":1}"#)
        #expect(server.faults.count == 1)
        let text = try await server.session.failure("/bad").localizedDescription
        #expect(text.contains("NotANumber does not encode to JSON"))
    }

    @Test("literals and Encodables give the same bytes; integers stay exact")
    func bytes() async throws {
        let big = Int64.max
        let server = serve {
            Stub(.get("/literal"), returning: .json(["b": 9_223_372_036_854_775_807, "a": "/"]))
            Stub(.get("/value"), returning: .json(["b": .value(big), "a": "/"]))
        }
        let expected = #"{"a":"/","b":9223372036854775807}"#
        #expect(try await server.session.get("/literal").text == expected)
        #expect(try await server.session.get("/value").text == expected)
    }

    @Test("a String that is itself a JSON object is reported")
    func stringThatIsJSON() async throws {
        let text = #"{"id":1}"#
        let server = faulty { Stub(.get("/a"), returning: .json(text)) }
        #expect(server.faults.map(\.message) == ["a String that is JSON itself; did you mean .json(text:)?"])
    }

    @Test("`request.path` prints as the path, equals a string and has the captures")
    func path() async throws {
        let server = serve {
            Stub(.get("/users/{id}/{name}")) { request in
                #expect(request.path == "/users/42/a%20b")
                let id = try request.path["id", as: Int.self]
                return .text("\(request.path) \(id) \(request.path["name"] ?? "nil") \(request.path["other"] ?? "nil")")
            }
        }
        #expect(try await server.session.get("/users/42/a%20b").text == "/users/42/a%20b 42 a b nil")
    }

    @Test("`query` and `headers`: the first or the joined, and all")
    func multipleValues() async throws {
        let server = serve { Stub(.any, returning: .status(200)) }
        _ = try await server.session.send(Sent("GET", "/a?t=1&t=2", ["Accept": "a, b"]))
        let request = try #require(server.requests.first)
        #expect(request.query["t"] == "1")
        #expect(request.query.all("t") == ["1", "2"])
        #expect(request.query["x"] == nil)
        #expect(request.headers["accept"] == "a, b")
        #expect(request.headers.all("accept") == ["a", "b"])
    }

    @Test("`.header` replaces, `Set-Cookie` adds, `.addingHeader` always adds, `.status` changes any response")
    func headers() async throws {
        let response: MockResponse = .text("x").header("A", "1").header("a", "2").addingHeader("A", "3")
        #expect(response.headers.all("A") == ["2", "3"])
        let cookies = response.header("Set-Cookie", "a=1").header("Set-Cookie", "b=2")
        #expect(cookies.headers.all("Set-Cookie") == ["a=1", "b=2"])
        #expect(response.status(201).statusCode == 201)
        #expect(MockResponse.redirect(to: "/x").status(303).statusCode == 303)
    }

    // swift-format-ignore
    @Test("streams of sequences, emitted events, GraphQL answers")
    func streams() async throws {
        let server = serve {
            Stub(.get("/data"), returning: .stream(AsyncStream { continuation in
                continuation.yield(Data("a".utf8))
                continuation.yield(Data("b".utf8))
                continuation.finish()
            }))
            Stub(.get("/text"), returning: .stream(AsyncStream { continuation in
                continuation.yield("a")
                continuation.yield("b")
                continuation.finish()
            }))
            Stub(.get("/events"), returning: .events { emit in
                try await emit("one")
                try await emit(.init("two", id: "2"))
            })
            Stub(.get("/graphql"), returning: .graphQL(data: ["user": ["id": 42]]))
            Stub(.get("/graphql-errors"), returning: .graphQL(errors: "no", "not you"))
        }
        #expect(try await server.session.get("/data").text == "ab")
        #expect(try await server.session.get("/text").text == "ab")
        #expect(try await server.session.get("/events").text == "data: one\n\nid: 2\ndata: two\n\n")
        #expect(try await server.session.get("/graphql").text == #"{"data":{"user":{"id":42}}}"#)
        #expect(
            try await server.session.get("/graphql-errors").text
                == #"{"errors":[{"message":"no"},{"message":"not you"}]}"#)
    }

    @TaskLocal static var place = "nowhere"

    @Test("handlers see the task-local values of the place that made the server, and its actor's state")
    @MainActor
    func handlers() async throws {
        final class Model { var name = "Ann" }
        let model = Model()
        let server = Self.$place.withValue("here") {
            serve { Stub(.get("/a")) { _ in .text("\(model.name) \(Self.place)") } }
        }
        model.name = "Bo"
        #expect(try await server.session.get("/a").text == "Bo here")
    }

    @Test("`interceptingSharedSession` runs where its caller runs")
    @MainActor
    func isolation() async throws {
        final class Model { var text = "" }
        let model = Model()
        let server = serve { Stub(.get("/a"), returning: .text("x")) }
        try await server.interceptingSharedSession { model.text = try await URLSession.shared.get("/a").text }
        #expect(model.text == "x")
    }

    @Test("a scenario starts in the server's state, else in \"start\"")
    func states() async throws {
        let server = MockServer(states: ["cart": "empty"])
        #expect(server.states["cart"] == "empty")
        #expect(server.states["other"] == "start")
        server.states["cart"] = "full"
        #expect(server.states["cart"] == "full")
    }

    @Test(
        "`.json(containing:)`: objects by subset, arrays in order and length, unless it is loosened",
        arguments: [
            (#"{"a":[1,2],"b":0}"#, RequestMatcher.json(containing: ["a": [1, 2]]), true),
            (#"{"a":[1.0,2e0]}"#, .json(containing: ["a": [1, 2]]), true),
            (#"{"a":[2,1]}"#, .json(containing: ["a": [1, 2]]), false),
            (#"{"a":[1,2,3]}"#, .json(containing: ["a": [1, 2]]), false),
            (#"{"a":[2,1]}"#, .json(containing: ["a": [1, 2]], ignoringArrayOrder: true), true),
            (#"{"a":[1,2,3]}"#, .json(containing: ["a": [1, 2]], ignoringExtraElements: true), true),
            (#"{"a":[1,3]}"#, .json(containing: ["a": [1, 2]], ignoringExtraElements: true), false),
            (#"{"a":[2,1]}"#, .json(["a": [1, 2]], ignoringArrayOrder: true), true),
            (#"{"a":[2,1]}"#, .json(["a": [1, 2]]), false),
        ] as [(String, RequestMatcher, Bool)])
    func containing(_ body: String, _ matcher: RequestMatcher, _ holds: Bool) async throws {
        let server = serve { Stub(.post("/a"), matcher, returning: .status(200)) }
        #expect(try await server.session.send(Sent("POST", "/a", [:], body)).status == (holds ? 200 : 404))
    }

    @Test("`requests` holds what the client sent; hops are parts of their exchange")
    func hops() async throws {
        let server = serve {
            Stub(.get("/a"), returning: .redirect(to: "/b"))
            Stub(.get("/b"), returning: .text("b"))
        }
        #expect(try await server.session.get("/a").text == "b")
        #expect(server.requests.map(\.url.path) == ["/a"])
        #expect(server.exchanges.flatMap(\.hops).map(\.request.url.path) == ["/a"])
    }

    @Test("`.never` on `.immediate` times out at once")
    func neverAtOnce() async throws {
        let server = MockServer("https://api.example.com", clock: .immediate) { Stub(.any, returning: .never) }
        #expect(try await server.session.failure("/a").code == .timedOut)
    }

    @Test("`advance` before a sleeper registers is not lost")
    func earlyAdvance() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            Stub(.get("/a"), returning: .text("x").delayed(by: .seconds(1)))
        }
        async let reply = server.session.get("/a")
        try await server.nextRequest(.get("/a"))
        await clock.advance(by: .seconds(1))
        #expect(try await reply.text == "x")
    }

    @Test("a test library hears of every fault")
    func reporter() {
        // The hook is one for the process, so faults of other tests are heard too.
        let heard = Heard()
        let before = MockServer.issueReporter
        defer { MockServer.issueReporter = before }
        MockServer.issueReporter = { fault in heard.append(fault.message) }
        _ = faulty { Stub(.get("/a"), returning: .status(7)) }
        #expect(heard.messages.contains("the status 7 is not in 100...999"))
    }

    private final class Heard: @unchecked Sendable {  // `lock` guards `texts`
        private let lock = NSLock()
        private var texts: [String] = []
        var messages: [String] { lock.withLock { texts } }
        func append(_ text: String) { lock.withLock { texts.append(text) } }
    }
}
