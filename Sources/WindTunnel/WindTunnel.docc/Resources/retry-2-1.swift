import Testing
import WindTunnelTesting

@testable import App

struct RetryTests {
    @Test func loadsTheUser() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
        }
        let client = RetryingClient(session: server.session)

        #expect(try await client.user(42).name == "Ann")
    }
}
