import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct JournalEventTests {
    @Test func `arrivals and completions are told in their order, to everybody who listens`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/a"), returning: .status(200))
            Stub(.get("/held"), returning: .held)
        }
        _ = try await server.get("/a")
        let (first, second) = (server.events, server.events)
        async let held = server.get("/held")
        let pending = try await server.nextPending()
        _ = try await server.get("/a")
        _ = await server.error(of: "/other")
        pending.respond(.status(204))
        _ = try await held
        server.close()
        _ = await server.error(of: "/late")
        let expected = [
            "arrived: GET \(origin)/held", "arrived: GET \(origin)/a", "completed: GET \(origin)/a → 200",
            "arrived: GET \(origin)/other", "completed: GET \(origin)/other → URLError -1008",
            "completed: GET \(origin)/held → 204",
        ]
        for events in [first, second] {
            var told: [String] = []
            for await event in events { told.append("\(event)") }
            #expect(Array(told.prefix(6)) == expected)
        }
        for await event in server.events { Issue.record("\(event)") }
    }

    @Test func `a server that goes ends its events`() async throws {
        var server: MockServer? = MockServer(origin)
        let events = try #require(server?.events)
        server = nil
        for await event in events { Issue.record("\(event)") }
    }

    @Test func `a bounded journal lets no events pile up`() async throws {
        let server = MockServer(origin, journal: .last(2)) { Stub(.get("/{n}"), returning: .status(200)) }
        let events = server.events
        for n in 0..<10 { _ = try await server.get("/\(n)") }
        server.close()
        var told: [String] = []
        for await event in events { told.append("\(event)") }
        #expect(told == [8, 9].flatMap { ["arrived: GET \(origin)/\($0)", "completed: GET \(origin)/\($0) → 200"] })
    }
}

@Suite(.timeLimit(.minutes(3)))
struct LogTests {
    /// Where the first stub stands.
    private static let line = #line + 5

    private func lines(_ log: (@escaping @Sendable (String) -> Void) -> MockServer.Log) async throws -> [String] {
        let line = Box<[String]>([])
        let server = MockServer(origin) {
            Stub(.get("/a"), returning: .text("hi"))
            Stub(.get("/old"), returning: .redirect(to: "/a"))
            Stub(.get("/down"), returning: .failure(.notConnectedToInternet))
        }
        server.log = log { text in line.change { $0.append(text) } }
        _ = try await server.get("/a?token=s3cret")
        _ = try await server.get("/old")
        _ = await server.error(of: "/down")
        _ = await server.error(of: "/other")
        server.log = .off
        _ = try await server.get("/a")
        await eventually { line.value.count >= 4 }
        return line.value
    }

    @Test func `a brief log has a line for each exchange, with what matched it`() async throws {
        let line = Self.line
        #expect(
            try await lines(MockServer.Log.brief) == [
                "GET \(origin)/a?token=••• → 200, Stub(.get(\"/a\")) of JournalEventTests.swift:\(line)",
                "GET \(origin)/old → 302, 200, Stub(.get(\"/a\")) of JournalEventTests.swift:\(line)",
                "GET \(origin)/down → URLError -1009, Stub(.get(\"/down\")) of JournalEventTests.swift:\(line + 2)",
                "GET \(origin)/other → URLError -1008, no stub",
            ])
    }

    @Test func `a full log has both messages`() async throws {
        let line = Self.line
        #expect(
            try await lines(MockServer.Log.full).first == """
                GET \(origin)/a?token=••• → 200, Stub(.get("/a")) of JournalEventTests.swift:\(line)

                    GET \(origin)/a?token=•••

                    200
                    Content-Type: text/plain; charset=utf-8
                    Content-Length: 2

                    hi

                """)
    }
}
