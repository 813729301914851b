import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct DescriptionTests {
    @Test func `a server prints what it is and what came`() async throws {
        let server = MockServer("https://api.example.com/v1") { Stub(.get("/a"), returning: .status(200)) }
        _ = try await server.session.data(from: api("/v1/a"))
        #expect("\(server)" == #"MockServer("https://api.example.com/v1"), 1 stubs, 1 requests"#)
        #expect("\(MockServer())" == "MockServer, 0 stubs, 0 requests")
    }

    @Test func `a capture written as elsewhere is told how it is written here`() async throws {
        let server = MockServer()
        _ = try? await server.session.data(from: api("/users/7"))
        let request = try #require(server.requests.first)
        let mismatch = RequestMatcher.get("/users/:id").mismatch(in: request)
        #expect(mismatch?.description == "path is /users/7, expected /users/:id; did you mean {id}?")
    }

    @Test func `an unexpected request is named beside the faults that may explain it`() async throws {
        let line = #line + 1
        let server = MockServer("https://api.example.com") { Stub(.get("/{"), returning: .status(200)) }
        _ = try? await server.session.data(from: api("/a"))
        let error = #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
        let text = try #require(error?.description)
        #expect(text.hasPrefix("DescriptionTests.swift:\(line): the pattern \"/{\" cannot be read"))
        #expect(text.contains("Unexpected request: GET https://api.example.com/a"))
    }
}
