import Testing
import WindTunnelTesting

@testable import App

struct ProfileTests {
    @Test func showsTheUser() async throws {
        let server = MockServer("https://api.example.com")
        let client = APIClient(session: server.session)

        let user = try await client.user(42)
        #expect(user.name == "Ann")
    }
}
