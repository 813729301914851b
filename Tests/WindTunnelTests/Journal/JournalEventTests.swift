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

    @Test func `the outcome of a request that the journal keeps no longer is told`() async throws {
        let server = MockServer(origin, journal: .last(1)) {
            Stub(.get("/held"), returning: .held)
            Stub(.get("/{n}"), returning: .status(200))
        }
        let log = Box<[String]>([])
        server.log = .brief { line in log.change { $0.append(line) } }
        async let held = server.get("/held")
        let pending = try await server.nextPending()
        for n in 0..<100 { _ = try await server.get("/\(n)") }
        let events = server.events
        pending.respond(.status(204))
        _ = try await held
        server.close()
        var told: [String] = []
        for await event in events { told.append("\(event)") }
        #expect(told == ["completed: GET \(origin)/held → 204"])
        await eventually { log.value.count == 101 }
        #expect(log.value.last?.hasPrefix("GET \(origin)/held → 204, ") == true)
        #expect(server.core.state.withLock { $0.journal.unfinishedCount } == 0)
    }

    @Test(arguments: [0, 1, .max, .min])
    func `events of a journal of any length end`(_ limit: Int) async throws {
        let server = MockServer(origin, journal: .last(limit)) { Stub(.any, returning: .status(200)) }
        let events = server.events
        for _ in 0..<40 { _ = try await server.get("/a") }
        #expect(server.requests.count == min(max(limit, 0), 40))
        server.close()
        var count = 0
        for await _ in events { count += 1 }
        #expect(count == min(max(limit, 0), 40) * 2)
    }

    @Test func `an iterator that is cancelled is let go`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        let events = server.events
        let reading = Task { for await _ in events {} }
        reading.cancel()
        await reading.value
        #expect(server.core.state.withLock { $0.hub }?.listenerCount == 0)
        _ = try await server.get("/a")
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

    @Test func `a log may wait for an event, call the server and close it`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        let events = server.events
        let (isRead, isDone) = (DispatchSemaphore(value: 0), Box(false))
        server.log = .brief { [weak server] _ in
            isRead.wait()
            _ = server?.exchanges
            server?.log = .off
            server?.close()
            isDone.change { $0 = true }
        }
        var iterator = events.makeAsyncIterator()
        for _ in 0..<2 {
            _ = try await server.get("/a")
            for _ in 0..<2 { #expect(await iterator.next() != nil) }
        }
        isRead.signal()
        #expect(await iterator.next() == nil)
        await eventually { isDone.value }
    }

    @Test func `a log shows no secret, whatever it is written in`() async throws {
        let lines = Box<[String]>([])
        let server = MockServer(origin) {
            Stub(
                .header("Authorization", "Bearer s3cret-1"),
                returning: .json(["accessToken": "s3cret-2"])
                    .header("Location", "/next?code=1&token=s3cret-3").header("Set-Cookie", "sid=s3cret-4"))
        }
        server.log = .full { line in lines.change { $0.append(line) } }
        let headers = ["Authorization": "Bearer s3cret-1", "X-Copy": "s3cret-1"]
        _ = try await server.session.answer(URLRequest("/a", headers: headers))
        await eventually { !lines.value.isEmpty }
        #expect(lines.value.first?.contains("s3cret") == false)
        #expect(lines.value.first?.contains(#"Stub(.header("Authorization", "•••"))"#) == true)
        #expect(lines.value.first?.contains("Location: /next?code=1&token=•••") == true)
    }
}
