import Testing
import WindTunnelTesting

@testable import App

@Suite(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
struct ProfileTests {
    @Test func showsTheUser() async throws {
        let client = APIClient(session: MockServer.current.session)

        let user = try await client.user(42)
        #expect(user.name == "Ann")
    }

    @Test(.mockServer { Stub(.patch("/users/42"), returning: .status(500)) })
    func tellsThatTheNameWasNotChanged() async throws {
        let client = APIClient(session: MockServer.current.session)

        let user = try await client.user(42)
        await #expect(throws: (any Error).self) { try await client.rename(user, to: "Bo") }
    }
}
