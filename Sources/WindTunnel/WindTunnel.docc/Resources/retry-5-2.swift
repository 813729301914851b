import Foundation
import Testing
import WindTunnelTesting

@testable import App

struct RetryTests {
    @Test func givesUp() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/42"), returning: .status(503))
        }
        let client = RetryingClient(session: server.session, clock: clock)

        let user = Task { try await client.user(42) }
        for _ in 1...3 { await clock.advance(by: try await clock.nextSleep()) }
        await #expect(throws: URLError(.badServerResponse)) { try await user.value }
        try server.verify(.get("/users/42"), times: 4)
    }

    @Test func stopsWhenNobodyWaits() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/42"), returning: .status(503))
        }
        let client = RetryingClient(session: server.session, clock: clock)

        let user = Task { try await client.user(42) }
        try await clock.nextSleep()
        user.cancel()
        await #expect(throws: CancellationError.self) { try await user.value }
        try server.verify(.get("/users/42"), times: 1)
    }
}
