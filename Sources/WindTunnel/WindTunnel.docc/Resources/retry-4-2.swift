import Testing
import WindTunnelTesting

@testable import App

struct RetryTests {
    @Test func triesAgainAfterATimeOut() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            let ann = MockResponse.json(["id": 42, "name": "Ann"])
            Stub(.get("/users/42"), inTurn: ann.delayed(by: .seconds(90)), ann)
        }
        let client = RetryingClient(session: server.session, clock: clock)

        async let user = client.user(42)
        try await server.nextRequest(.get("/users/42"))
        await clock.advance(by: .seconds(60))
        await clock.advance(by: try await clock.nextSleep())
        #expect(try await user.name == "Ann")
        #expect(server.exchanges.map(\.arrival) == [.zero, .seconds(61)])
    }
}
