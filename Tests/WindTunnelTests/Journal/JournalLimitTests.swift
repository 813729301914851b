import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct JournalLimitTests {
    private func server(_ limit: Int) -> MockServer {
        MockServer(origin, journal: .last(limit)) { Stub(.get("/{n}"), returning: .status(200)) }
    }

    @Test(arguments: [0, 1, 3, 100])
    func `a bounded journal keeps the last requests, in order`(_ limit: Int) async throws {
        let server = server(limit)
        for n in 0..<200 {
            _ = try await server.get("/\(n)")
            #expect(server.requests.count == min(limit, n + 1))
        }
        #expect(server.requests.map { "\($0.path)" } == (200 - limit..<200).map { "/\($0)" })
        #expect(server.exchanges.allSatisfy { "\($0)".hasSuffix("→ 200") })
    }

    @Test func `a bounded journal holds no more memory than its limit`() async throws {
        let server = server(10)
        for n in 0..<1_000 { _ = try await server.get("/\(n)") }
        #expect(server.core.state.withLock { $0.journal.keptCount } <= 10 + 16)
    }

    @Test func `a check that needs what was dropped does not guess`() async throws {
        let server = server(2)
        for n in 0..<3 { _ = try await server.get("/\(n)") }
        try server.verify(.get("/2"))
        try server.verify(.get("/{n}"), times: .atLeast(2))
        let text =
            "The journal keeps the last 2 requests, and 1 more came before them: they cannot be checked. "
            + "Make the server with a longer journal."
        for check in [
            { try server.verify(.get("/0")) }, { try server.verify(.get("/2"), times: 1) },
            { try server.verify(.get("/9"), times: .never) }, { try server.verifyInOrder(.get("/1"), .get("/2")) },
        ] as [() throws -> Void] {
            do {
                try check()
                Issue.record("nothing was thrown")
            } catch { #expect("\(error)" == text) }
        }
    }

    @Test func `an unexpected request is not forgotten when the journal drops it`() async throws {
        let server = server(1)
        _ = await server.error(of: "/a/b")
        _ = try await server.get("/1")
        let error = #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
        #expect(error?.description == "Unexpected requests that the journal keeps no longer: 1\n")
    }

    @Test(
        arguments: [
            (0, "no requests, and 3 came"), (1, "the last request, and 2 more came before it"),
            (2, "the last 2 requests, and 1 more came before them"),
        ])
    func `what is kept is told`(_ limit: Int, _ kept: String) async throws {
        let server = server(limit)
        for n in 0..<3 { _ = try await server.get("/\(n)") }
        let error = #expect(throws: VerificationError.self) { try server.verifyInOrder(.get("/0")) }
        #expect(
            error?.description
                == "The journal keeps \(kept): they cannot be checked. Make the server with a longer journal.")
    }

    @Test func `what was dropped is not nothing to one who waits`() async throws {
        let server = server(0)
        for n in 0..<3 { _ = try await server.get("/\(n)") }
        let error = await #expect(throws: WaitingError.self) {
            try await server.nextRequest(.get("/x"), within: .milliseconds(1))
        }
        #expect(
            error?.description
                == "No request .get(\"/x\") came within 0.001 seconds. The journal keeps none of the 3 requests that came."
        )
        let other = self.server(1)
        for n in 0..<3 { _ = try await other.get("/\(n)") }
        let second = await #expect(throws: WaitingError.self) {
            try await other.nextRequest(.post("/x"), within: .milliseconds(1))
        }
        let list = "What came last, behind 2 that the journal keeps no longer:\n\n    GET \(origin)/2\n"
        #expect(second?.description.hasSuffix(list) == true)
    }

    @Test func `a request that is dropped while it is under way still gets its answer`() async throws {
        let server = MockServer(origin, journal: .last(1)) {
            Stub(.get("/held"), returning: .held)
            Stub(.get("/{n}"), returning: .status(200))
        }
        async let held = server.get("/held")
        let pending = try await server.nextPending()
        for n in 0..<100 { _ = try await server.get("/\(n)") }
        pending.respond(.text("x"))
        #expect(try await held.text == "x")
        #expect(server.requests.map { "\($0.path)" } == ["/99"])
        #expect(try await server.nextRequest().path == "/99")
    }
}
