import Foundation
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

    @Test(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .failure(.timedOut)).times(1) })
    func recovers() async throws {
        let client = APIClient(session: MockServer.current.session)

        await #expect(throws: URLError.self) { try await client.user(42) }
        #expect(try await client.user(42).name == "Ann")
    }
}
