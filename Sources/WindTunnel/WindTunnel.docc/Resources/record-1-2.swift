import Testing
import WindTunnelTesting

@testable import App

@Suite(.replaying("profile"))
struct ProfileTests {
    @Test func showsTheUser() async throws {
        let client = APIClient(session: MockServer.current.session)

        let user = try await client.user(42)
        #expect(user.name == "Ann")
    }
}
