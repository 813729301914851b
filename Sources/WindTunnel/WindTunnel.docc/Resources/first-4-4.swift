import Testing
import WindTunnelTesting

@testable import App

struct ProfileTests {
    @Test func renamesTheUser() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
            Stub(.patch("/users/42"), .json(["name": "Bo"]), returning: .json(["id": 42, "name": "Bo"]))
        }
        let client = APIClient(session: server.session)

        let user = try await client.rename(User(id: 42, name: "Ann"), to: "Bo")
        #expect(user.name == "Bo")
        try server.verify(.patch("/users/42"), times: 1)
    }
}
