import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct NextRequestTests {
    private func server() -> MockServer { MockServer(origin) { Stub(.any, returning: .status(200)) } }

    @Test func `a request that came before the call is handed out, each once and in order`() async throws {
        let server = server()
        for path in ["/1", "/2", "/3"] { _ = try await server.get(path) }
        #expect(try await server.nextRequest().path == "/1")
        #expect(try await server.nextRequest(.get("/3")).path == "/3")
        #expect(try await server.nextRequest().path == "/2")
        await #expect(throws: WaitingError.self) { try await server.nextRequest(within: .zero) }
    }

    @Test func `a request that comes later is waited for`() async throws {
        let server = server()
        async let next = server.nextRequest(.post("/sync"), within: .seconds(30))
        _ = try await server.get("/other")
        _ = try await server.get("/sync", method: "POST")
        #expect(try await next.method == "POST")
    }

    @Test func `a matcher that cannot be checked is not waited for`() async throws {
        let error = await #expect(throws: WaitingError.self) { try await server().nextRequest(.get("sync")) }
        #expect(error?.reason == .faultyMatcher)
        #expect(error?.description.hasPrefix(#".get("sync") cannot be checked: the pattern "sync""#) == true)
    }

    @Test func `an error of a wait knows where it was called`() async throws {
        let line = #line + 1
        let error = await #expect(throws: WaitingError.self) { try await server().nextRequest(within: .zero) }
        #expect(error?.location.map { "\($0)" } == "NextRequestTests.swift:\(line)")
    }

    @Test func `two waiters get two different requests`() async throws {
        for _ in 0..<50 {
            let server = server()
            async let first = server.nextRequest()
            async let second = server.nextRequest()
            async let answers = [server.get("/1"), server.get("/2")]
            let paths = try await [first.url.path, second.url.path]
            #expect(Set(paths) == ["/1", "/2"])
            _ = try await answers
        }
    }

    @Test func `a waiter can be cancelled`() async throws {
        let server = server()
        let tasks = (0..<50).map { _ in Task { try await server.nextRequest(within: .seconds(1_000)) } }
        for task in tasks {
            task.cancel()
            let error = await #expect(throws: WaitingError.self) { try await task.value }
            #expect(error?.reason == .cancelled)
            #expect(
                error?.description
                    == "No request .any came before the wait was cancelled. Nothing came at all.")
        }
        let pending = Task { try await server.nextPending(within: .seconds(1_000)) }
        pending.cancel()
        let error = await #expect(throws: WaitingError.self) { try await pending.value }
        #expect(error?.reason == .cancelled)
    }

    @Test func `a wait that ends in vain says what came`() async throws {
        let server = server()
        var error = await #expect(throws: WaitingError.self) { try await server.nextRequest(within: .milliseconds(5)) }
        #expect(error?.description == "No request .any came within 0.005 seconds. Nothing came at all.")
        _ = try await server.get("/a?token=secret&q=1")
        _ = try await server.get("/b", method: "POST")
        error = await #expect(throws: WaitingError.self) {
            try await server.nextRequest(.put("/c"), .header("X"), within: .milliseconds(5))
        }
        #expect(
            error?.description == """
                No request .put("/c") && .header("X") came within 0.005 seconds. What came:

                    GET https://api.example.com/a?token=•••&q=1
                    POST https://api.example.com/b

                """)
        let pending = await #expect(throws: WaitingError.self) {
            try await server.nextPending(.get("/a"), within: .zero)
        }
        #expect(pending?.description.hasPrefix(#"No held request .get("/a") came within 0.0 seconds."#) == true)
    }

    @Test func `a closed server ends a wait`() async throws {
        let server = server()
        let task = Task { try await server.nextRequest(within: .seconds(1_000)) }
        server.close()
        await #expect(throws: WaitingError.self) { try await task.value }
    }

    @Test func `a request that is under way or unexpected is handed out too`() async throws {
        let server = MockServer(origin) { Stub(.get("/held"), returning: .held) }
        async let held = server.get("/held")
        #expect(try await server.nextRequest().path == "/held")
        _ = await server.error(of: "/unexpected")
        #expect(try await server.nextRequest().path == "/unexpected")
        try await server.nextPending().respond(.status(200))
        _ = try await held
    }
}
