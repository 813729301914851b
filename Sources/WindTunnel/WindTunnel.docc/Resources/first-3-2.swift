import Testing
import WindTunnelTesting

@testable import App

struct ProfileTests {
    @Test func showsTheUser() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/{id}")) { request in
                try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
            }
        }
        let client = APIClient(session: server.session)

        let user = try await client.user(42)
        #expect(user == User(id: 42, name: "Ann"))
    }
}
