import Testing
import WindTunnelTesting

@testable import App

struct RetryTests {
    @Test func triesAgain() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/42"), inTurn: .status(503), .status(500), .json(["id": 42, "name": "Ann"]))
        }
        let client = RetryingClient(session: server.session, clock: clock)

        async let user = client.user(42)
        for expected in [1, 2] {
            let pause = try await clock.nextSleep()
            #expect(pause == .seconds(expected))
            await clock.advance(by: pause)
        }
        #expect(try await user.name == "Ann")
        #expect(server.requests.count == 3)
    }
}
