import Foundation
import HTTPArchive
import Testing
import WindTunnelTesting

/// What the tables of the guides say of our side, where no fence shows it.
@Suite("claims of the migration guides", .timeLimit(.minutes(3)))
struct MigrationClaimTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var matcher: RequestMatcher
        var sent: Sent
        var matches: Bool

        init(_ matcher: RequestMatcher, _ sent: Sent, _ matches: Bool = true) {
            (self.matcher, self.sent, self.matches) = (matcher, sent, matches)
        }

        var testDescription: String { "\(matcher): \(sent.testDescription)" }
    }

    @Test(
        "the patterns that stand beside other libraries' conditions",
        arguments: [
            Case(.any("/v1/**"), Sent("GET", "/v1/a/b")),
            Case(.any("/v1/**"), Sent("GET", "/v2/a/b"), false),
            Case(.any("/**/avatar"), Sent("GET", "/users/42/avatar")),
            Case(.any("/**/avatar"), Sent("GET", "/avatar")),
            Case(.any("/**/*.png"), Sent("GET", "/a.png")),
            Case(.any("/**/*.png"), Sent("GET", "/a/b/c.png?size=2")),
            Case(.any("/**/*.png"), Sent("GET", "/a/png"), false),
            Case(
                .custom("a number") { $0.url.path.contains(#/^/users/[0-9]+$/#) }, Sent("GET", "/users/42")),
            Case(.query("flag", ""), Sent("GET", "/a?flag")),
            Case(.any("https://api.example.com/a?x=1") && .exactQuery(["x": "1"]), Sent("GET", "/a?x=1&y=2"), false),
            Case(.any("https://api.example.com/a?x=1"), Sent("GET", "/a?x=1&y=2")),
            Case(.any("https://api.example.com/prefix/**"), Sent("PUT", "/prefix/a")),
            Case(.exactForm(["a": "1"]), Sent("POST", "/", Self.form, "a=1&b=2"), false),
            Case(.form(["a": "1"]), Sent("POST", "/", Self.form, "b=2&a=1")),
        ])
    func patterns(_ example: Case) async throws {
        let server = MockServer(unhandled: .respond(.status(404))) { Stub(example.matcher, returning: .status(200)) }
        server.checks = []
        #expect(try await server.session.send(example.sent).status == (example.matches ? 200 : 404))
    }

    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    @Test("other operators of URI templates are faults", arguments: ["/a{?page}", "/{+path}", "/a{/b}"])
    func templates(_ pattern: String) {
        let server = faulty { Stub(.get(pattern), returning: .status(200)) }
        #expect(server.faults.count == 1)
    }

    @Test("301 and 302 make a GET of a POST, 307 and 308 do not", arguments: [301, 302, 307, 308])
    func redirects(_ status: Int) async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.post("/old"), returning: .redirect(to: "new", status: status))
            Stub(.any("/new")) { request in .text("\(request.method) \(request.text ?? "")") }
        }
        let reply = try await server.session.send(Sent("POST", "/old", [:], "body"))
        #expect(reply.text == (status < 307 ? "GET " : "POST body"))
    }

    @Test("what a recording does not have goes to the network where that is allowed")
    func passingThrough() async throws {
        let network = try LoopbackServer(body: "network")
        let file = temporaryFile(#"{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[]}}"#, "har")
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try MockServer(replaying: file, unhandled: .passthrough)
        #expect(try await server.session.get("\(network.origin)/a").text == "network")
    }

    @Test("the order of a query and the fragment do not matter to the rule .url")
    func urls() async throws {
        let request = HAR.Request(method: "GET", url: "https://api.example.com/a?x=1&y=2")
        let entry = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00.000Z", request: request, response: HAR.Response(status: 204))
        let file = temporaryFile("", "har")
        defer { try? FileManager.default.removeItem(at: file) }
        try HAR(log: HAR.Log(entries: [entry])).write(to: file)
        let server = try MockServer(replaying: file, matching: .method, .url)
        #expect(try await server.session.get("/a?y=2&x=1#top").status == 204)
    }
}
