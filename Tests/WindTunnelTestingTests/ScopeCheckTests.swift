import Foundation
import TestSupport
import Testing
import WindTunnelTesting

@Suite(.timeLimit(.minutes(3)))
struct ScopeCheckTests {
    @Test func `an unexpected request fails the test at its line, also when its error was swallowed`() async throws {
        let found = try await told(with: .mockServer("https://api.example.com")) {
            _ = try? await MockServer.current.get("/a")
        }
        let report = """
            Unexpected request: GET https://api.example.com/a

            The server has no stubs.

            The request:

                GET https://api.example.com/a

            To answer it, add:

                Stub(.get("/a"), returning: .status(200))
            """
        #expect(found == [Told(report, at: testLine)])
    }

    @Test func `requests that fail alike are told once`() async throws {
        let found = try await told(with: .mockServer("https://api.example.com")) {
            for path in ["/a", "/b", "/a", "/a"] { _ = try? await MockServer.current.get(path) }
        }
        #expect(found.map { $0.text.hasSuffix("It came 3 times.") } == [true, false])
        #expect(found.map(\.line) == [testLine, testLine])
    }

    @Test func `of many different requests the first are told`() async throws {
        let found = try await told(with: .mockServer("https://api.example.com")) {
            for number in 0..<23 { _ = try? await MockServer.current.get("/\(number)") }
        }
        #expect(found.count == 21)
        #expect(found.last?.text == "… and 3 more like these.")
    }

    @Test func `a stub that was never used fails the test at its line`() async throws {
        let line = #line + 2
        let found = try await told(with: .mockServer()) {
            MockServer.current.stub(.get("/a"), returning: .status(200))
        }
        #expect(found == [Told(#"Stub(.get("/a")) was never used. Remove it, or mark it .optional()."#, at: line)])
    }

    @Test func `what was used in part, hidden or optional is not unused`() async throws {
        let found = try await told(
            with: .mockServer("https://api.example.com") {
                Stub(.get("/turns"), inTurn: .text("1"), .text("2"))
                Stub(.get("/twice"), returning: .text("x")).times(2)
                Stub(.get("/optional"), returning: .text("x")).optional()
                Stub(.get("/hidden"), returning: .text("old"))
            }
        ) {
            MockServer.current.stub(.get("/hidden"), returning: .text("new"))
            for path in ["/turns", "/twice", "/hidden"] { _ = try await MockServer.current.get(path) }
        }
        #expect(found == [])
    }

    @Test func `a removed stub is nobody's`() async throws {
        let found = try await told(with: .mockServer()) {
            MockServer.current.stub(.get("/a"), returning: .status(200)).remove()
        }
        #expect(found == [])
    }

    @Test func `a handler's error fails the test at the stub's line`() async throws {
        let line = #line + 2
        let found = try await told(with: .mockServer("https://api.example.com")) {
            MockServer.current.stub(.get("/a")) { _ in throw Mishap() }
            _ = try? await MockServer.current.get("/a")
        }
        let text = #"The handler of Stub(.get("/a")) failed for GET https://api.example.com/a: a mishap"#
        #expect(found == [Told(text, at: line)])
    }

    @Test func `a handler that gives what cannot be sent has failed`() async throws {
        let found = try await told(with: .mockServer("https://api.example.com")) {
            MockServer.current.stub(.get("/a")) { _ in .status(7) }
            _ = try? await MockServer.current.get("/a")
        }
        let failure = "the status 7 is not in 100...999"
        #expect(
            found.map(\.text) == [
                #"The handler of Stub(.get("/a")) failed for GET https://api.example.com/a: \#(failure)"#
            ])
    }

    @Test func `a stub that was told to fail is no mishap`() async throws {
        let found = try await told(with: .mockServer("https://api.example.com")) {
            MockServer.current.stub(.get("/a"), returning: .failure(.notConnectedToInternet))
            _ = try? await MockServer.current.get("/a")
        }
        #expect(found == [])
    }

    @Test func `a fault is told at once, at the stub's line, and not again`() async throws {
        let line = #line + 4
        let before = Box<[Told]>([])
        let found = try await told(with: .mockServer()) {
            let inside = await told {
                MockServer.current.stub(.get("users"), returning: .status(200))
            }
            before.change { $0 = inside }
        }
        let text =
            #"the pattern "users" cannot be read: it must begin with a slash or be a whole URL; did you mean "/users"?"#
        #expect(before.value == [Told(text, at: line)])
        #expect(found == [])
    }

    @Test func `a fault that came where no test is known is told at the end`() async throws {
        let line = #line + 3
        let found = try await told(with: .mockServer()) {
            let server = MockServer.current
            await Task.detached { _ = server.stub(.get("users"), returning: .status(200)) }.value
        }
        #expect(found.map(\.line) == [line])
        #expect(found.first?.text.hasPrefix(#"the pattern "users" cannot be read"#) == true)
    }

    @Test func `a bad origin is told at the trait's line`() async throws {
        let line = #line + 1
        let found = try await told(with: .mockServer("nowhere")) {}
        #expect(found.map(\.line) == [line])
    }

    @Test func `a request to a server that the test has closed is told`() async throws {
        let found = try await told(with: .mockServer("https://api.example.com")) {
            let session = MockServer.current.session
            MockServer.current.close()
            _ = try? await session.text("/a")
        }
        let text =
            "GET https://api.example.com/a was refused: it came after the MockServer of \(Test.current?.name ?? "") at "
            + "ScopeCheckTests.swift:\(testLine) was closed. A task outlived its test; wait for it, or cancel it."
        #expect(found == [Told(text, at: testLine)])
    }

    @Test func `a test that closes its server hears of unused stubs`() async throws {
        let found = try await told(with: .mockServer { Stub(.get("/a"), returning: .status(200)) }) {
            MockServer.current.close()
        }
        #expect(found.map(\.text) == [#"Stub(.get("/a")) was never used. Remove it, or mark it .optional()."#])
    }

    @Test(
        arguments: [
            (.all, ["unexpected", "handler", "unused"]),
            ([], []),
            (.unexpectedRequests, ["unexpected"]),
            (.handlerErrors, ["handler"]),
            (.unusedStubs, ["unused"]),
            ([.unexpectedRequests, .unusedStubs], ["unexpected", "unused"]),
        ] as [(MockServer.Checks, [String])])
    func `only what was asked for is checked`(_ checks: MockServer.Checks, _ expected: [String]) async throws {
        let found = try await told(with: .mockServer("https://api.example.com", checks: checks)) {
            MockServer.current.stub(.get("/a")) { _ in throw Mishap() }
            MockServer.current.stub(.get("/unused"), returning: .status(200))
            _ = try? await MockServer.current.get("/a")
            _ = try? await MockServer.current.get("/b")
        }
        let kinds = ["Unexpected request": "unexpected", "The handler of": "handler", "Stub(.get(": "unused"]
        #expect(found.map { told in kinds.first { told.text.hasPrefix($0.key) }?.value } == expected)
    }

    @Test func `checks can be changed while the test runs`() async throws {
        let found = try await told(with: .mockServer("https://api.example.com")) {
            MockServer.current.checks.remove(.unexpectedRequests)
            _ = try? await MockServer.current.get("/a")
        }
        #expect(found == [])
    }

    @Test func `passed-through requests are not unexpected`() async throws {
        let found = try await told(with: .mockServer(unhandled: .passthrough)) {
            _ = try? await MockServer.current.session.data(from: URL(string: "http://127.0.0.1:1/")!)
        }
        #expect(found == [])
    }

    @Test func `an error of the test comes first, and unused stubs then say nothing`() async throws {
        let found = try await told(
            with: .mockServer("https://api.example.com") { Stub(.get("/unused"), returning: .status(200)) }
        ) {
            _ = try? await MockServer.current.get("/a")
            throw Mishap()
        }
        #expect(found.map(\.line) == [testLine, testLine])
        #expect(found.first?.text == "a mishap")
        #expect(found.last?.text.hasPrefix("Unexpected request: GET https://api.example.com/a") == true)
    }

    @Test func `the report that a test throws is told once, before all else`() async throws {
        let found = try await told(with: .mockServer("https://api.example.com")) {
            _ = try? await MockServer.current.get("/a")
            _ = try await MockServer.current.get("/b")
        }
        #expect(
            found.map { $0.text.split(separator: "\n")[0] } == [
                "Unexpected request: GET https://api.example.com/b",
                "Unexpected request: GET https://api.example.com/a",
            ])
    }

    @Test func `a test that only throws keeps its error`() async throws {
        var test = try #require(Test.current)
        let trait: MockServerTrait = .mockServer()
        test.traits = [trait]
        let copy = test
        await #expect(throws: Mishap.self) {
            try await trait.provideScope(for: copy, testCase: Test.Case.current) { throw Mishap() }
        }
    }

    @Test func `a verification that fails is recorded where it was written, and nothing twice`() async throws {
        let line = #line + 3
        let found = try await told(with: .mockServer("https://api.example.com")) {
            _ = try? await MockServer.current.get("/a")
            try MockServer.current.verifyNothingUnexpected()
        }
        #expect(found.map(\.line) == [line])
        #expect(found.first?.text.hasPrefix("Unexpected request: GET https://api.example.com/a") == true)
    }

    @Test func `a wait that fails is recorded where it was written`() async throws {
        let line = #line + 2
        let found = try await told(with: .mockServer("https://api.example.com")) {
            try await MockServer.current.nextRequest(.get("/a"), within: .zero)
        }
        #expect(found.map(\.line) == [line])
        #expect(found.first?.text.hasPrefix(#"No request .get("/a") came within 0.0 seconds."#) == true)
    }

    @Test func `what a verification has told is not told again when the test catches it`() async throws {
        let found = try await told(
            with: .mockServer("https://api.example.com") { Stub(.get("/unused"), returning: .status(200)) }
        ) {
            _ = try? await MockServer.current.get("/a")
            #expect(throws: VerificationError.self) { try MockServer.current.verifyNothingUnexpected() }
            #expect(throws: VerificationError.self) { try MockServer.current.verifyAllStubsUsed() }
        }
        #expect(found == [])
    }

    @Test func `listeners end with the scope`() async throws {
        let base = Box<URL?>(nil)
        let found = try await told(with: .mockServer { Stub(.get("/a"), returning: .text("a")) }) {
            let url = try await MockServer.current.listen()
            base.change { $0 = url }
            _ = try await URLSession(configuration: .ephemeral).data(from: url.appendingPathComponent("a"))
        }
        #expect(found == [])
        let url = try #require(base.value)
        await #expect(throws: URLError.self) {
            try await URLSession(configuration: .ephemeral).data(from: url.appendingPathComponent("a"))
        }
    }

    @Test func `a request after the end is refused and named with its test`() async throws {
        let kept = Box<URLSession?>(nil)
        let found = try await told(with: .mockServer("https://api.example.com")) {
            kept.change { $0 = MockServer.current.session }
        }
        #expect(found == [])
        let session = try #require(kept.value)
        let error = await #expect(throws: URLError.self) { try await session.text("/late") }
        #expect(
            error?.localizedDescription
                == "GET https://api.example.com/late was refused: it came after the MockServer of "
                + "\(Test.current?.name ?? "") at ScopeCheckTests.swift:\(testLine) was closed. "
                + "A task outlived its test; wait for it, or cancel it.")
    }
}
