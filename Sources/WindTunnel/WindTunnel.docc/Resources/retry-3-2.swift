import Testing
import WindTunnelTesting

@testable import App

struct RetryTests {
    @Test(arguments: [MockResponse.fault(.reset), .failure(.notConnectedToInternet), .status(503)])
    func triesAgain(after trouble: MockResponse) async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/42"), inTurn: trouble, .json(["id": 42, "name": "Ann"]))
        }
        let client = RetryingClient(session: server.session, clock: clock)

        async let user = client.user(42)
        await clock.advance(by: try await clock.nextSleep())
        #expect(try await user.name == "Ann")
    }

    @Test func triesAgainAfterHalfAnAnswer() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com") {
            let ann = MockResponse.json(["id": 42, "name": "Ann"])
            Stub(.get("/users/42"), inTurn: ann.fault(.cut(after: 10)), ann)
        }
        let client = RetryingClient(session: server.session, clock: clock)

        async let user = client.user(42)
        await clock.advance(by: try await clock.nextSleep())
        #expect(try await user.name == "Ann")
    }
}
