import Foundation
import TestSupport
import Testing
import WindTunnelTesting

@Suite(.timeLimit(.minutes(3)))
struct WithMockServerTests {
    @Test(arguments: ["ann", "bo"])
    func `stubs may use the test's arguments`(_ name: String) async throws {
        let body = try await withMockServer("https://api.example.com") {
            Stub(.get("/name"), returning: .text(name))
        } run: { server in
            #expect(MockServer.current === server)
            return try await server.get("/name")
        }
        #expect(body == name)
    }

    @Test @MainActor func `it runs on the caller's actor`() async throws {
        var count = 0
        try await withMockServer { _ in
            MainActor.assertIsolated()
            count += 1
        }
        #expect(count == 1)
    }

    @Test func `the shared session and a manual clock`() async throws {
        let clock = ManualClock()
        try await withMockServer("https://api.example.com", sharedSession: true, clock: clock) {
            Stub(.get("/slow"), returning: .text("slow").delayed(by: .seconds(30)))
        } run: { server in
            async let body = URLSession.shared.text("/slow")
            try await server.nextRequest(.get("/slow"))
            await clock.advance(by: .seconds(30))
            #expect(try await body == "slow")
        }
    }

    @Test func `its end makes the checks, at its line and at the stub's`() async throws {
        let line = #line + 2
        let found = await told {
            try await withMockServer("https://api.example.com") {
                Stub(.get("/unused"), returning: .status(200))
            } run: { server in
                _ = try? await server.get("/a")
            }
        }
        #expect(found.map(\.line) == [line, line + 1])
        #expect(found.first?.text.hasPrefix("Unexpected request: GET https://api.example.com/a") == true)
        #expect(found.last?.text == #"Stub(.get("/unused")) was never used. Remove it, or mark it .optional()."#)
    }

    @Test func `it throws on what its closure throws, and checks before`() async throws {
        let found = await told {
            await #expect(throws: Mishap.self) {
                try await withMockServer("https://api.example.com") {
                    Stub(.get("/unused"), returning: .status(200))
                } run: { server in
                    _ = try? await server.get("/a")
                    throw Mishap()
                }
            }
        }
        #expect(found.map { String($0.text.prefix(18)) } == ["Unexpected request"])
    }

    @Test func `a scope inside a scope has its own server`() async throws {
        try await withMockServer { outer in
            try await withMockServer { inner in
                #expect(inner !== outer)
                #expect(MockServer.current === inner)
            }
            #expect(MockServer.current === outer)
        }
    }

    @Test func `late requests are named with the test`() async throws {
        let line = #line + 1
        let session = try await withMockServer("https://api.example.com") { $0.session }
        let error = await #expect(throws: URLError.self) { try await session.text("/late") }
        let name = "\(Test.current?.name ?? "") at WithMockServerTests.swift:\(line)"
        #expect(error?.localizedDescription.contains("after the MockServer of \(name) was closed") == true)
    }
}
