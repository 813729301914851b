import Testing
import WindTunnelTesting

struct Mishap: Error, CustomStringConvertible { var description: String { "a mishap" } }

/// Asks, and swallows every error, as bad clients do.
func visit(_ path: String) async {
    _ = try? await MockServer.current.session.data(from: URL(string: "https://api.example.com\(path)")!)
}

// A comment with an arrow says what must be told of the test, at that line, in that order; Scripts/frameworks reads
// them.

@Suite(.mockServer("https://api.example.com") { Stub(.get("/ok"), returning: .text("ok")) })
struct Failing {
    @Test func swallows() async {  // -> unexpected
        await visit("/swallowed")
    }

    @Test(
        .mockServer {
            Stub(.get("/ok"), returning: .text("x"))
            Stub(.get("/trait"), .query("a", "b"), returning: .text("x"))  // -> unused
        })
    func leavesATraitsStub() async {
        await visit("/ok")
    }

    @Test(.mockServer { for path in ["/looped"] { Stub(.get(path), returning: .text("x")) } })
    func leavesALoopsStub() async {  // -> unused
        await visit("/ok")
    }

    @Test func leavesAStub() async {
        MockServer.current.stub(.get("/own"), returning: .text("x"))  // -> unused
    }

    @Test func throwsAfterwards() async throws {  // -> error unexpected
        await visit("/thrown")
        throw Mishap()
    }

    @Test func throwsTheReport() async throws {  // -> unexpected
        _ = try await MockServer.current.session.data(from: URL(string: "https://api.example.com/report")!)
    }

    @Test func verifies() async throws {
        await visit("/ok")
        try MockServer.current.verify(.get("/ok"), times: 2)  // -> verification
    }

    @Test func hasABadHandler() async {
        MockServer.current.stub(.get("/handler")) { _ in throw Mishap() }  // -> handler
        await visit("/handler")
    }

    @Test func hasAFault() async {
        MockServer.current.stub(.get("users"), returning: .status(200))  // -> fault
    }

    @Test func expectsInVain() async {
        await visit("/ok")
        #expect(MockServer.current.requests.count == 2)  // -> expectation
    }

    @Test func expectsInAHandler() async {
        MockServer.current.stub(.get("/expecting")) { request in
            #expect(request.method == "POST")  // -> expectation
            return .status(200)
        }
        await visit("/expecting")
    }

    @Test(arguments: 1...4)  // -> unexpected
    func cases(_ number: Int) async {
        await visit(number == 3 ? "/case3" : "/ok")
    }

    @Test func isCancelled() async throws {
        MockServer.current.stub(.get("/unused"), returning: .status(200))
        try Test.cancel("on purpose")
    }

    @Test func isQuiet() async { await visit("/ok") }
}

@Suite(.mockServer("https://api.example.com"))
struct Recorded {
    @Test(.replaying("nowhere"))  // -> missing
    func hasNoRecording() async {
        #expect(Bool(false), "it must not run")
    }

    @Test(.replaying("old"))  // -> unexpected
    func asksForMore() async {
        await visit("/ok")
        await visit("/more")
    }

    @Test(.replaying("old", expires: .after(days: 30, .fails)))  // -> expired
    func isTooOld() async {
        await visit("/ok")
    }

    @Test(.replaying("old", expires: .after(days: 30)))
    func isOld() async {
        await visit("/ok")
    }
}

@Suite struct Untraited {
    @Test func drops() async {
        let server = MockServer("https://api.example.com")  // -> unexpected
        _ = try? await server.session.data(from: URL(string: "https://api.example.com/dropped")!)
    }

    @Test func asksInVain() async {  // -> current
        await visit("/nobody")
    }

    @Test func keepsASession() async throws {
        let session = try await withMockServer("https://api.example.com") { $0.session }
        _ = try? await session.data(from: URL(string: "https://api.example.com/late")!)
    }
}

@Suite(.timeLimit(.minutes(1)), .mockServer("https://api.example.com") { Stub(.get("/never"), returning: .never) })
struct Slow {
    @Test func takesTooLong() async {  // -> limit
        await visit("/never")
    }
}
