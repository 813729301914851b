import Foundation
import TestSupport
import Testing
import WindTunnelTesting

@Suite(.timeLimit(.minutes(3)))
struct CurrentTests {
    private static let advice = """
        add .mockServer(…) to the test or to its suite, or use withMockServer. A detached task, a dispatch queue and an \
        exit test do not see the test's server; hand it to them.
        """

    @Test func `outside a scope an issue says what is missing, and every request is refused`() async throws {
        let servers = Box<[MockServer]>([])
        let found = await told { servers.change { $0.append(MockServer.current) } }
        #expect(found == [Told("MockServer.current has no server here: \(Self.advice)", at: testLine)])
        let server = try #require(servers.value.first)
        server.stub(.get("/a"), returning: .status(200))
        let error = await #expect(throws: URLError.self) { try await server.get("/a") }
        #expect(
            error?.localizedDescription
                == "GET https://api.example.com/a was refused: MockServer.current has no server here; \(Self.advice)")
    }
}
