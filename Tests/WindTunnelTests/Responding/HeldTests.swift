import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct HeldTests {
    @Test func `a held request waits for the test's answer`() async throws {
        let server = MockServer(origin) { Stub(.get("/feed"), returning: .held) }
        async let answer = server.get("/feed")
        let pending = try await server.nextPending(.get("/feed"))
        #expect(pending.request.url == api("/feed"))
        #expect("\(pending)" == "GET https://api.example.com/feed")
        guard case .pending = try #require(server.exchanges.first).outcome else {
            Issue.record("it was not held")
            return
        }
        #expect(pending.respond(.json(["id": 1])))
        #expect(!pending.respond(.text("second")))
        #expect(!pending.fail(.timedOut))
        #expect(try await answer.text == #"{"id":1}"#)
        #expect(!pending.respond(.text("late")))
    }

    @Test func `a held request can be failed`() async throws {
        struct Mine: Error, Equatable {}
        let server = MockServer(origin) { Stub(.any, returning: .held) }
        async let first = server.error(of: "/a")
        #expect(try await server.nextPending(.get("/a")).fail(.timedOut))
        #expect(await first?.code == .timedOut)
        let second = Task { try await server.get("/b") }
        #expect(try await server.nextPending(.get("/b")).fail(Mine()))
        await #expect(throws: Mine()) { try await second.value }
    }

    @Test func `a request that the client has left takes no answer and is not handed out`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .held) }
        let tasks = ["/a", "/b"].map { path in Task { try await server.get(path) } }
        let pending = try await server.nextPending(.get("/a"))
        try await server.nextRequest(.get("/b"))
        for task in tasks {
            task.cancel()
            _ = await task.result
        }
        #expect(!pending.respond(.text("x")))
        let error = await #expect(throws: WaitingError.self) { try await server.nextPending(within: .milliseconds(10)) }
        #expect(error?.description.hasPrefix("No held request .any came within 0.01 seconds.") == true)
        for exchange in server.exchanges {
            guard case .cancelled = exchange.outcome else {
                Issue.record("\(exchange)")
                continue
            }
        }
    }

    @Test func `two requests are held apart and answered in any order`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .held) }
        async let first = server.get("/1")
        async let second = server.get("/2")
        let pendingSecond = try await server.nextPending(.get("/2"))
        let pendingFirst = try await server.nextPending()
        #expect(pendingFirst.request.path == "/1")
        pendingSecond.respond(.text("two"))
        #expect(try await second.text == "two")
        pendingFirst.respond(.text("one"))
        #expect(try await first.text == "one")
    }

    @Test func `what the test answers may take time, from the answer on`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) { Stub(.any, returning: .held) }
        async let answer = server.get("/a")
        let pending = try await server.nextPending()
        await clock.advance(by: .seconds(20))
        pending.respond(.text("x").delayed(by: .seconds(5)))
        await clock.advance(by: .seconds(5) - .nanoseconds(1))
        guard case .pending = try #require(server.exchanges.first).outcome else {
            Issue.record("answered before its delay was over")
            return
        }
        await clock.advance(by: .nanoseconds(1))
        #expect(try await answer.text == "x")
        #expect(server.exchanges.first?.completion == .seconds(25))
    }

    @Test func `a held request may be answered by any kind of answer`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/next"), returning: .text("next"))
            Stub(.any, returning: .held)
        }
        async let redirected = server.get("/a")
        try await server.nextPending().respond(.redirect(to: "/next"))
        #expect(try await redirected.text == "next")
        async let streamed = server.get("/b")
        try await server.nextPending().respond(.stream { try await $0.write("streamed") })
        #expect(try await streamed.text == "streamed")
        async let heldAgain = server.get("/c")
        try await server.nextPending().respond(.held)
        try await server.nextPending().respond(.text("at last"))
        #expect(try await heldAgain.text == "at last")
    }

    @Test func `never answers nobody until the client cancels`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .never) }
        let task = Task { try await server.get("/a") }
        try await server.nextRequest()
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        guard case .cancelled = try #require(server.exchanges.first).outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
    }

    @Test func `closing the server ends what never answers and what is held`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/never"), returning: .never)
            Stub(.get("/held"), returning: .held)
        }
        async let never = server.error(of: "/never")
        async let held = server.error(of: "/held")
        try await server.nextRequest(.get("/never"))
        _ = try await server.nextPending()
        server.close()
        #expect(await never?.localizedDescription.hasSuffix("was closed before it had answered") ?? false)
        #expect(await held?.localizedDescription.hasSuffix("was closed before it had answered") ?? false)
    }
}
