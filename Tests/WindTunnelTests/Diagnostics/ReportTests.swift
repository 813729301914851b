import Foundation
import TestSupport
import Testing

@testable import WindTunnel

/// The report of an unexpected request as a whole.
@Suite(.timeLimit(.minutes(3)))
struct ReportTests {
    private func report(of path: String, method: String = "GET", _ server: MockServer) async throws -> String {
        try #require(await server.error(of: path, method: method)).localizedDescription
    }

    /// The sections between the head and the request.
    private func hints(of path: String, _ server: MockServer) async throws -> String {
        let text = try await report(of: path, server)
        let start = try #require(text.range(of: "\n\n")?.upperBound)
        return String(text[start..<(try #require(text.range(of: "\n\nThe request:")).lowerBound)])
    }

    private func place(_ source: String, _ line: Int) -> String {
        "    \(source)\(String(repeating: " ", count: max(2, 56 - source.count)))ReportTests.swift:\(line)"
    }

    @Test func `a report shows the closest stub, the request, and the stub to add`() async throws {
        let line = #line + 3
        let server = MockServer(origin) {
            Stub(.get("/users"), returning: .status(200))
            Stub(.post("/users"), .json(["name": "Ann"]), returning: .status(201))
            Stub(.delete("/users"), returning: .status(204))
        }
        let request = URLRequest(
            "/users", method: "POST", headers: ["Content-Type": "application/json"], body: Data(#"{"name":"Bo"}"#.utf8))
        let error = try #require(await server.error(of: request))
        #expect(
            error.localizedDescription == """
                Unexpected request: POST https://api.example.com/users

                The closest of 3 stubs:

                \(place(#"Stub(.post("/users"), .json(["name": "Ann"]))"#, line))
                      matches   POST /users
                      differs   json body: $.name is "Bo", expected "Ann"

                The request:

                    POST https://api.example.com/users
                    Content-Type: application/json

                    {"name":"Bo"}

                To answer it, add:

                    Stub(.post("/users"), .json(["name": "Bo"]), returning: .status(200))

                """)
    }

    @Test func `a stub that was used up says so`() async throws {
        let line = #line + 1
        let server = MockServer(origin) { Stub(.get("/a"), returning: .status(200)).times(2) }
        for _ in 0..<2 { _ = try await server.get("/a") }
        #expect(
            try await hints(of: "/a", server) == """
                The only stub:

                \(place(#"Stub(.get("/a"))"#, line))
                      matches   GET /a
                      used up   it has answered twice: .times(2)
                """)
    }

    @Test func `a stub of another state says so`() async throws {
        let line = #line + 1
        let server = MockServer(origin) { Stub(.get("/cart"), returning: .status(200)).when("cart", is: "full") }
        #expect(
            try await hints(of: "/cart", server) == """
                The only stub:

                \(place(#"Stub(.get("/cart"))"#, line))
                      matches   GET /cart
                      state     "cart" is "start", expected "full"
                """)
    }

    @Test func `a stub that was removed is remembered`() async throws {
        let line = #line + 2
        let server = MockServer(origin)
        let stub = server.stub(.get("/a"), returning: .status(200)).named("first")
        server.stub(.post("/b"), returning: .status(200))
        stub.remove()
        let other = #line - 2
        #expect(
            try await hints(of: "/a", server) == """
                The only stub:

                \(place(#"Stub(.post("/b"))"#, other))
                      differs   method is GET, expected POST
                      differs   path is /a, expected /b

                A stub that was removed from the server would answer it:

                \(place(#"Stub(.get("/a")).named("first")"#, line))
                """)
        server.removeAllStubs()
        #expect(try await hints(of: "/b", server).contains("was removed") == false)
        #expect(try await hints(of: "/a", server).hasPrefix("The server has no stubs.\n\nA stub that was removed"))
    }

    @Test func `a stub of another server of the same test is named`() async throws {
        let line = #line + 1
        let right = MockServer(origin) { Stub(.get("/a"), returning: .status(200)) }
        let wrong = MockServer(origin)
        #expect(
            try await hints(of: "/a", wrong) == """
                The server has no stubs.

                A stub of another server would answer it, but the request came by a session of the MockServer of \
                ReportTests.swift:\(line + 1):

                \(place(#"Stub(.get("/a"))"#, line))
                      server    the MockServer of ReportTests.swift:\(line)
                """)
        // The server of somebody else is nobody's business, and neither is a closed one.
        let stranger = await Task.detached { MockServer(origin) }.value
        #expect(try await hints(of: "/a", stranger) == "The server has no stubs.")
        right.close()
        #expect(try await hints(of: "/a", wrong) == "The server has no stubs.")
    }

    @Test func `stubs that are equally close are shown together, most preferred first, and three at most`() async throws
    {
        let line = #line + 2
        let server = MockServer(origin) {
            for n in 1...4 { Stub(.get("/a"), .query("n", "\(n)"), returning: .status(200)) }
        }
        let text = try await hints(of: "/a?n=9", server)
        #expect(text.hasPrefix("The closest 3 of 4 stubs:\n\n\(place(#"Stub(.get("/a"), .query("n", "1"))"#, line))\n"))
        #expect(text.contains(#"query("n", "3")"#))
        #expect(!text.contains(#"query("n", "4")"#))
    }

    @Test(arguments: [0, 1, 5_000, 9_999])
    func `the closest of ten thousand is found, wherever it stands`(_ place: Int) async throws {
        let server = MockServer(origin)
        server.add {
            for n in 0..<10_000 {
                n == place
                    ? Stub(.get("/users/{id}/orders"), returning: .status(200))
                    : Stub(.get("/items\(n)/{id}/parts"), returning: .status(200))
            }
        }
        let text = try await hints(of: "/user/42/orders", server)
        #expect(text.hasPrefix(#"The closest of 10000 stubs:\#n\#n    Stub(.get("/users/{id}/orders"))"#))
    }

    @Test func `a long body is cut, binary ones are counted, and secrets are masked`() async throws {
        let server = MockServer(origin)
        var error = await server.error(of: URLRequest("/a", method: "POST", body: Data(repeating: 0x61, count: 10_000)))
        #expect(error?.localizedDescription.contains("    \(String(repeating: "a", count: 4_000))…\n") == true)
        error = await server.error(of: URLRequest("/a", method: "POST", body: Data([0xFF, 0, 1])))
        #expect(error?.localizedDescription.contains("\n\n    3 bytes: ff 00 01\n") == true)
        let secret = URLRequest(
            "https://user:pa55@api.example.com/a?access_token=s3cret", method: "POST",
            headers: [
                "Authorization": "Bearer s3cret", "Cookie": "sid=s3cret", "Content-Type": "application/json",
            ], body: Data(#"{"password":"s3cret","name":"bo"}"#.utf8))
        let text = try #require(await server.error(of: secret)).localizedDescription
        #expect(!text.contains("s3cret") && !text.contains("pa55"))
        #expect(text.contains(#"{"name":"bo","password":"•••"}"#))
    }

    @Test func `the same request gives the same text`() async throws {
        func text() async throws -> String {
            let server = MockServer(origin) {
                for n in 0..<50 { Stub(.get("/\(n)"), .header("A"), returning: .status(200)) }
            }
            let headers = Dictionary(uniqueKeysWithValues: (0..<20).map { ("X-\($0)", "\($0)") })
            return try #require(await server.error(of: URLRequest("/x?b=1&a=2", headers: headers))).localizedDescription
        }
        #expect(try await text() == text())
    }
}
