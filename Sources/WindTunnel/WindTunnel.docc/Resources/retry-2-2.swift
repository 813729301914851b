import Testing
import WindTunnelTesting

@testable import App

struct RetryTests {
    @Test func triesAgain() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/42"), inTurn: .status(503), .json(["id": 42, "name": "Ann"]))
        }
        let client = RetryingClient(session: server.session, clock: clock)

        async let user = client.user(42)
        let pause = try await clock.nextSleep()
        #expect(pause == .seconds(1))
        await clock.advance(by: pause)
        #expect(try await user.name == "Ann")
    }
}
