import Testing
import TestSupport
import WindTunnelTesting

@Test func answersAGet() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
    let (data, _) = try await server.session.data(from: api("/a"))
    #expect(String(decoding: data, as: UTF8.self) == "x")
}
