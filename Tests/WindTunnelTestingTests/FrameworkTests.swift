import Foundation
import TestSupport
import Testing
import WindTunnelTesting

/// What Swift Testing offers goes on working in a scope.
@Suite(.timeLimit(.minutes(3)), .mockServer("https://api.example.com"))
struct FrameworkTests {
    @Test func `known issues of a test are known`() async throws {
        try withKnownIssue {
            try MockServer.current.verify(.get("/a"))
        } matching: {
            $0.error is VerificationError
        }
        withKnownIssue {
            MockServer.current.stub(.get("users"), returning: .status(200))
        } matching: {
            $0.comments.first?.rawValue.hasPrefix(#"the pattern "users""#) == true
        }
    }

    @Test(.mockServer { Stub(.get("/a"), returning: .text("a")) })
    func `confirmations count in handlers`() async throws {
        try await confirmation(expectedCount: 2) { confirm in
            MockServer.current.stub(.get("/b")) { _ in
                confirm()
                return .text("b")
            }
            _ = try await MockServer.current.get("/a")
            for _ in 0..<2 { _ = try await MockServer.current.get("/b") }
        }
    }

    @Test(.mockServer { Stub(.get("/a"), returning: .text("a")) })
    func `an exit test has no server but its own`() async throws {
        _ = try await MockServer.current.get("/a")
        await #expect(processExitsWith: .success) {
            try await withMockServer("https://api.example.com") {
                Stub(.get("/a"), returning: .text("inside"))
            } run: { server in
                let body = try await server.get("/a")
                #expect(body == "inside")
            }
        }
    }
}

@Suite(.timeLimit(.minutes(3)))
struct CancelledTestTests {
    @Test(arguments: [true, false])
    func `a cancelled test ends, its requests too, and its stubs say nothing`(_ throwsOn: Bool) async throws {
        let trait: MockServerTrait = .mockServer("https://api.example.com") {
            Stub(.get("/never"), returning: .never)
            Stub(.get("/unused"), returning: .status(200))
        }
        var test = try #require(Test.current)
        test.traits = [trait]
        let copy = test
        let found = await told {
            let started = Box<MockServer?>(nil)
            let work = Task {
                try await trait.provideScope(for: copy, testCase: Test.Case.current) {
                    started.change { $0 = MockServer.current }
                    do {
                        _ = try await MockServer.current.get("/never")
                    } catch {
                        if throwsOn { throw error }
                    }
                }
            }
            await eventually { started.value?.requests.count == 1 }
            work.cancel()
            let result = await work.result
            #expect(((try? result.get()) == nil) == throwsOn)
        }
        #expect(found == [])
    }
}
