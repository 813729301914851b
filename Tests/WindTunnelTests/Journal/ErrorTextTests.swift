import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ErrorTextTests {
    @Test func `an error shows its report by whichever description is asked`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        _ = try await server.get("/a")
        let request = try #require(server.requests.first)
        let checks: [(what: String, run: () async throws -> Void)] = [
            (
                """
                Expected .get("/a") twice, but it came once. What came:

                    GET https://api.example.com/a

                """, { try server.verify(.get("/a"), times: 2) }
            ),
            (
                """
                No request .get("/b") came within 0.001 seconds.

                The only request:

                    GET https://api.example.com/a
                      matches   GET
                      differs   path is /a, expected /b
                      answered  by Stub(.any) of ErrorTextTests.swift:9

                What came:

                    GET https://api.example.com/a

                """, { try await server.nextRequest(.get("/b"), within: .milliseconds(1)) }
            ),
            (
                "the body is no multipart body: its content type is missing", { _ = try request.multipart() }
            ),
            (
                "ErrorTextTests.swift:1: no good",
                {
                    let location = Stub.Location("M/ErrorTextTests.swift", "/M/ErrorTextTests.swift", 1, 1)
                    throw StubFault(message: "no good", location: location)
                }
            ),
        ]
        for check in checks {
            do {
                try await check.run()
                Issue.record("nothing was thrown")
            } catch {
                #expect("\(error)" == check.what)
                #expect(error.localizedDescription == check.what)
            }
        }
    }
}
