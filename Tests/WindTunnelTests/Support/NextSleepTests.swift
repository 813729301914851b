import Foundation
import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct NextSleepTests {
    /// Waits on the test's clock before it tries again: one second, two, four.
    private struct RetryingClient: Sendable {
        let session: URLSession
        let clock: any Clock<Duration>

        func text() async throws -> String {
            var pause = Duration.seconds(1)
            while true {
                let (data, response) = try await session.data(from: api("/x"))
                if (response as? HTTPURLResponse)?.statusCode == 200 { return String(decoding: data, as: UTF8.self) }
                try await clock.sleep(for: pause)
                pause *= 2
            }
        }
    }

    @Test func `a client that backs off is driven from sleep to sleep`() async throws {
        for _ in 0..<50 {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com", clock: clock) {
                Stub(.get("/x"), inTurn: .status(503), .status(503), .status(429), .text("ok"))
            }
            let client = RetryingClient(session: server.session, clock: clock)
            async let text = client.text()
            for expected in [1, 2, 4] {
                let pause = try await clock.nextSleep()
                #expect(pause == .seconds(expected))
                await clock.advance(by: pause)
            }
            #expect(try await text == "ok")
            #expect(server.requests.count == 4)
        }
    }

    @Test func `each sleep is handed out once, the earliest first`() async throws {
        let clock = ManualClock()
        let first = Task { try await clock.sleep(for: .seconds(5)) }
        #expect(try await clock.nextSleep() == .seconds(5))
        let second = Task { try await clock.sleep(for: .seconds(3)) }
        #expect(try await clock.nextSleep() == .seconds(3))
        await #expect(throws: WaitingError.self) { try await clock.nextSleep(within: .zero) }
        await clock.run()
        try await first.value
        try await second.value
    }

    @Test func `a server's own waits are not handed out`() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            Stub(.any, returning: .text("x").delayed(by: .seconds(1)))
        }
        async let answer = server.session.text("/a")
        try await server.nextRequest()
        let error = await #expect(throws: WaitingError.self) { try await clock.nextSleep(within: .milliseconds(5)) }
        #expect(error?.description == "Nobody went to sleep on the clock within 0.005 seconds.")
        await clock.advance(by: .seconds(1))
        #expect(try await answer == "x")
    }

    @Test func `a wait for a sleep can be cancelled`() async throws {
        let clock = ManualClock()
        let wait = Task { try await clock.nextSleep(within: .seconds(1_000)) }
        wait.cancel()
        let error = await #expect(throws: WaitingError.self) { try await wait.value }
        #expect(error?.reason == .cancelled)
    }
}
