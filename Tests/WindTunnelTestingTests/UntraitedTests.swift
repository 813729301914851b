import Foundation
import TestSupport
import Testing
import WindTunnelTesting

@Suite(.timeLimit(.minutes(3)))
struct UntraitedTests {
    @Test func `a server that the test drops tells of unexpected requests, at the line where it was made`() async throws
    {
        let line = #line + 2
        let found = await told {
            let server = MockServer("https://api.example.com")
            _ = try? await server.get("/a")
        }
        #expect(found.map(\.line) == [line])
        #expect(found.first?.text.hasPrefix("Unexpected request: GET https://api.example.com/a") == true)
    }

    @Test func `a server that the test closes tells, once`() async throws {
        let found = await told {
            let server = MockServer("https://api.example.com", clock: ContinuousClock())
            _ = try? await server.get("/a")
            server.close()
            server.close()
        }
        #expect(found.count == 1)
    }

    @Test func `a fault is told at once, at the stub's line`() async throws {
        let line = #line + 3
        let found = await told {
            let server = MockServer {
                Stub(.get("users"), returning: .status(200))
            }
            withExtendedLifetime(server) {}
        }
        #expect(found.map(\.line) == [line])
        #expect(found.first?.text.hasPrefix(#"the pattern "users" cannot be read"#) == true)
    }

    @Test func `unused stubs are told where that was asked for`() async throws {
        let line = #line + 3
        let found = await told {
            let server = MockServer {
                Stub(.get("/a"), returning: .status(200))
            }
            server.checks = .all
        }
        #expect(found.map(\.line) == [line])
    }

    @Test func `nothing is told when it was not to be looked at, or a verification told`() async throws {
        let found = await told {
            let unchecked = MockServer("https://api.example.com")
            unchecked.checks = []
            _ = try? await unchecked.get("/a")
            let verified = MockServer("https://api.example.com")
            _ = try? await verified.get("/a")
            #expect(throws: VerificationError.self) { try verified.verifyNothingUnexpected() }
        }
        #expect(found == [])
    }

    @Test func `unexpected requests that a bounded journal has dropped are told`() async throws {
        let line = #line + 2
        let found = await told {
            let server = MockServer("https://api.example.com", journal: .last(1)) {
                Stub(.get("/a"), returning: .text("a")).optional()
            }
            for path in ["/x", "/y", "/a"] { _ = try? await server.get(path) }
        }
        #expect(found == [Told("Unexpected requests that the journal keeps no longer: 2", at: line)])
        let verified = await told {
            let server = MockServer("https://api.example.com", journal: .last(0))
            _ = try? await server.get("/x")
            #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
        }
        #expect(verified == [])
    }

    @Test func `where no test is known nobody is told`() async throws {
        let found = await told {
            await Task.detached {
                let server = MockServer("https://api.example.com")
                _ = try? await server.get("/a")
            }.value
        }
        #expect(found == [])
    }

    @Test func `a server of a file that imports the core alone is left alone`() async throws {
        let found = await told {
            let server = serverOfTheCore()
            _ = try? await server.get("/a")
            server.stub(.get("users"), returning: .status(200))
        }
        #expect(found == [])
    }
}
