import Foundation
import TestSupport
import Testing

@testable import WindTunnel

/// No report shows a secret, wherever it stands.
@Suite(.timeLimit(.minutes(3)))
struct SecretTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let request: MockRequest
        var matchers: [RequestMatcher] = []
        /// A part of the report that shows that the rest of the place is there.
        let shows: String
        var testDescription: String { name }
    }

    /// The whole of what can be told of a request that a stub does not answer.
    private func report(_ request: MockRequest, _ matchers: [RequestMatcher]) -> String {
        let server = MockServer(origin)
        server.core.add([
            Stub(
                [.get("/none")] + matchers, .responses([ReadyResponse(.status(200))]),
                Stub.Location("M/F.swift", "/M/F.swift", 14, 1))
        ])
        return UnexpectedReport(request: request, core: server.core).text
    }

    @Test(arguments: places + sources)
    func `a secret is masked wherever it stands`(_ row: Case) {
        let text = report(row.request, row.matchers)
        #expect(!text.contains("s3cr3t"))
        #expect(text.contains(row.shows))
    }

    @Test func `a request prints itself without secrets, since failed expectations print it`() {
        let url = "https://ann:s3cr3t@api.example.com/a?a=1&token=s3cr3t#access_token=s3cr3t"
        let request = MockRequest(URLRequest(url: URL(string: url)!))
        #expect("\(request)" == "GET https://api.example.com/a?a=1&token=•••#access_token=•••")
        let fragment = MockRequest(URLRequest(url: URL(string: "https://api.example.com/a#access_token=s3cr3t")!))
        #expect("\(fragment)" == "GET https://api.example.com/a#access_token=•••")
    }

    private static func text(_ body: String, _ type: String = "text/plain") -> MockRequest {
        .made("POST", "/a", headers: ["Content-Type": type], body: body)
    }

    private static let places = [
        Case(name: "query", request: .made("GET", "/a?token=s3cr3t"), shows: "/a?token=•••"),
        Case(name: "header", request: .made("GET", "/a", headers: ["X-Api-Key": "s3cr3t"]), shows: "X-Api-Key: •••"),
        Case(
            name: "URL in a header",
            request: .made("GET", "/a", headers: ["Referer": "https://x/?access_token=s3cr3t"]),
            shows: "Referer: https://x/?access_token=•••"),
        Case(
            name: "user of a URL in a header",
            request: .made("GET", "/a", headers: ["Referer": "https://ann:s3cr3t@x/"]),
            shows: "Referer: https://ann:•••@x/"),
        Case(
            name: "the same in another header",
            request: .made("GET", "/a", headers: ["Authorization": "Bearer s3cr3t", "X-Id": "user-s3cr3t"]),
            shows: "X-Id: user-•••"),
        Case(
            name: "the same in the path", request: .made("GET", "/a/s3cr3t/b", headers: ["X-Api-Key": "s3cr3t"]),
            shows: "GET https://api.example.com/a/•••/b"),
        Case(
            name: "form", request: text("user=bo&password=s3cr3t", "application/x-www-form-urlencoded"),
            shows: "    user=bo\n    password=•••\n"),
        Case(
            name: "JSON", request: text(#"{"a":{"password":["s3cr3t"]},"b":1}"#, "application/json"),
            shows: #"{"a":{"password":"•••"},"b":1}"#),
        Case(
            name: "broken JSON", request: text(#"{"password": "s3cr3t", "b":"#, "application/json"),
            shows: #"{"password": "•••", "b":"#),
        Case(
            name: "query of GraphQL",
            request: text(#"{"query":"mutation { login(password: \"s3cr3t\") { id } }"}"#, "application/json"),
            shows: #"login(password: \"•••\")"#),
        Case(name: "text", request: text("user=bo; password=s3cr3t; x=1"), shows: "user=bo; password=•••; x=1"),
        Case(
            name: "a well-known shape", request: text("see ghp_s3cr3ts3cr3ts3cr3ts3cr3t here"), shows: "see ••• here"),
        Case(
            name: "part of a multipart body",
            request: text(
                "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t\r\n--b\r\n"
                    + "Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                    + "one\r\ntwo\r\n--b--\r\n", "multipart/form-data; boundary=b"),
            shows: """
                    part "password": •••
                    part "f", "a.txt", text/plain:
                      one
                      two

                """),
    ]

    /// What the stub says, in its line and where it fits.
    private static let sources = [
        Case(
            name: "header of a stub", request: .made("GET", "/a", headers: ["Authorization": "s3cr3t"]),
            matchers: [.header("Authorization", "s3cr3t")], shows: #"matches   GET, .header("Authorization", "•••")"#),
        Case(
            name: "what a header of a stub begins with", request: .made("GET", "/a"),
            matchers: [.header("Authorization", .prefix("s3cr3t")), .header("A", "b")],
            shows: #".header("Authorization", .prefix("•••")), .header("A", "b"))"#),
        Case(
            name: "form of a stub", request: .made("GET", "/a"),
            matchers: [.form(["password": .contains(#"s3cr3t"x\"#), "user": "ann"])],
            shows: #".form(["password": .contains("•••"), "user": "ann"])"#),
        Case(
            name: "JSON of a stub", request: .made("GET", "/a"),
            matchers: [.json(["tokens": [1], "token": ["s3cr3t", "x s3cr3t"], "z": "y"])],
            shows: #".json(["token": ["•••", "•••"], "tokens": [1], "z": "y"])"#),
        Case(
            name: "query of a stub", request: .made("GET", "/a"),
            matchers: [.query("token", ["s3cr3t", "x(s3cr3t"]), .query("a", "b")],
            shows: #".query("token", ["•••", "•••"]), .query("a", "b"))"#),
        Case(
            name: "multipart of a stub", request: .made("GET", "/a"), matchers: [.multipart("password", "s3cr3t")],
            shows: #".multipart("password", body: Data("•••".utf8))"#),
        Case(
            name: "absent is no secret", request: .made("GET", "/a"), matchers: [.header("Authorization", .absent)],
            shows: #".header("Authorization", .absent)"#),
    ]

    @Test func `the stub to paste has no secret, and still answers`() throws {
        let request = MockRequest.made(
            "GET", "/verify/ghp_s3cr3ts3cr3ts3cr3ts3cr3t/x?q=s3cr3t&page=1", headers: ["X-Api-Key": "s3cr3t"])
        let origin = try Origin.parse("https://api.example.com").get()
        #expect(
            StubSource.stub(for: request, origin: origin)
                == #"Stub(.get("/verify/*/x"), .query("page", "1"), returning: .status(200))"#)
        let pasted: RequestMatcher = .get("/verify/*/x") && .query("page", "1")
        #expect(pasted.mismatch(in: request, origin: "https://api.example.com") == nil)
    }

    @Test func `verifications and waits mask too`() async throws {
        let server = MockServer(origin) { Stub(.header("Authorization", "s3cr3t"), returning: .status(200)) }
        _ = try await server.session.answer(URLRequest("/a?token=s3cr3t", headers: ["Authorization": "s3cr3t"]))
        let expected = RequestMatcher.json(["password": "s3cr3t"])
        let errors: [(any Error)?] = [
            #expect(throws: VerificationError.self) { try server.verify(expected) },
            #expect(throws: VerificationError.self) {
                try server.verifyInOrder(.header("Authorization", "s3cr3t"), expected)
            },
            await #expect(throws: WaitingError.self) {
                try await server.nextRequest(.header("Cookie", "s3cr3t"), .get("/b"), within: .zero)
            },
        ]
        for error in errors { #expect(error.map { "\($0)" }?.contains("s3cr3t") == false) }
        server.stub(.header("Cookie", "s3cr3t"), returning: .status(200))
        let unused = #expect(throws: VerificationError.self) { try server.verifyAllStubsUsed() }
        #expect(unused?.description.contains(#"Stub(.header("Cookie", "•••"))"#) == true)
        server.close()
        #expect(await server.error(of: "/a?token=s3cr3t")?.localizedDescription.contains("s3cr3t") == false)
        #expect(!server.exchanges.map(\.description).joined().contains("s3cr3t"))
    }
}
