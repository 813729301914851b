import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct PolicyTests {
    @Test func `what no stub answers fails with a report and is kept`() async throws {
        let server = MockServer(origin) {}
        let error = try #require(await server.error(of: "/a"))
        #expect(error.code == .resourceUnavailable)
        #expect(
            error.localizedDescription == """
                Unexpected request: GET https://api.example.com/a

                The server has no stubs.

                The request:

                    GET https://api.example.com/a

                To answer it, add:

                    Stub(.get("/a"), returning: .status(200))

                """)
        #expect(server.exchanges.map(\.isUnexpected) == [true])
        #expect(server.requests.count == 1)
    }

    @Test func `a report names a faulty stub, and does not say that there is none`() async throws {
        let line = #line + 1
        let server = MockServer(origin) { Stub(.get("/{"), returning: .status(200)) }
        let error = try #require(await server.error(of: "/a"))
        #expect(
            error.localizedDescription == """
                Unexpected request: GET https://api.example.com/a

                Faults to mend first:

                    PolicyTests.swift:\(line): the pattern "/{" cannot be read: it has a { without a }

                The request:

                    GET https://api.example.com/a

                To answer it, add:

                    Stub(.get("/a"), returning: .status(200))

                """)
    }

    @Test func `a wrong method hides no wrong path when the closest stub is chosen`() async throws {
        let line = #line + 3
        let server = MockServer(origin) {
            Stub(.delete("/b"), returning: .status(200))
            Stub(.get("/b"), returning: .status(200))
        }
        let closest = try #require(await server.error(of: "/a")).localizedDescription
        let gap = String(repeating: " ", count: 56 - #"Stub(.get("/b"))"#.count)
        #expect(
            closest.contains(
                """
                The closest of 2 stubs:

                    Stub(.get("/b"))\(gap)PolicyTests.swift:\(line)
                      matches   GET
                      differs   path is /a, expected /b

                """))

        let only = MockServer(origin) { Stub(.delete("/b"), returning: .status(200)) }
        #expect(
            try #require(await only.error(of: "/a")).localizedDescription.contains(
                """
                      differs   method is GET, expected DELETE
                      differs   path is /a, expected /b

                """))
    }

    @Test func `a policy may answer, and the request still counts as unexpected`() async throws {
        let server = MockServer(origin, unhandled: .respond(.text("gone", status: 410))) {
            Stub(.get("/a"), returning: .status(200))
        }
        #expect(try await server.get("/a").status == 200)
        let answer = try await server.get("/b")
        #expect("\(answer.status) \(answer.text)" == "410 gone")
        #expect(server.exchanges.map(\.isUnexpected) == [false, true])
    }
}
