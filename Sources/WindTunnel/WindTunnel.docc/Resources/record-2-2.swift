import Foundation
import Testing
import WindTunnelTesting

@testable import App

@Suite(.replaying("account"))
struct AccountTests {
    @Test func showsWhoIsSignedIn() async throws {
        let client = AccountClient(session: MockServer.current.session)
        let password = ProcessInfo.processInfo.environment["TEST_PASSWORD"] ?? "any"

        let token = try await client.signIn("ann", password: password)
        #expect(try await client.me(token: token).name == "Ann")
    }
}
