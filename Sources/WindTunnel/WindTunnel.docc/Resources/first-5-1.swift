import Testing
import WindTunnelTesting

@testable import App

@Suite(.mockServer("https://api.example.com"))
struct ProfileTests {
    @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
    func showsTheUser() async throws {
        let client = APIClient(session: MockServer.current.session)

        let user = try await client.user(42)
        #expect(user.name == "Ann")
    }
}
