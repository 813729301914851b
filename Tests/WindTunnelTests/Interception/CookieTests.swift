import Foundation
import TestSupport
import Testing
import WindTunnel

@Suite("Cookies", .timeLimit(.minutes(3)))
struct CookieTests {
    /// Sets what it is told, and answers every other request with the cookies that it has.
    private static func server(_ lines: String...) -> MockServer {
        MockServer("https://api.example.com") {
            Stub(
                .get("/login"),
                returning: lines.reduce(MockResponse.status(204)) { $0.header("Set-Cookie", $1) })
            Stub(.any) { request in .text(request.headers["Cookie"] ?? "none") }
        }
    }

    /// Which of the stored cookies go with a request is decided by Foundation's storage, when the task is made.
    @Test(
        "A cookie comes back where its domain and its age allow",
        .enabled(if: Platform.storesCookies, "cookies are not stored on this platform"),
        arguments: [
            ("a=1", "https://api.example.com/x", "a=1"),
            ("a=1; Path=/", "https://api.example.com/deep/x", "a=1"),
            ("a=1; Path=/deep", "https://api.example.com/deep/x", "a=1"),
            ("a=1; Domain=example.com; Path=/", "https://other.example.com/x", "a=1"),
            ("a=1; Path=/", "https://other.example.com/x", "none"),
            ("a=1; Path=/; Secure", "https://api.example.com/x", "a=1"),
            ("a=1; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "https://api.example.com/x", "a=1"),
            ("a=1; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "https://api.example.com/x", "none"),
        ])
    func rules(_ line: String, _ url: String, _ cookie: String) async throws {
        let server = Self.server(line)
        _ = try await server.session.text("/login")
        let (data, _) = try await server.session.data(from: #require(URL(string: url)))
        #expect(String(decoding: data, as: UTF8.self) == cookie)
    }

    @Test(
        "Several cookies of one answer come back in one header, which matchers and the journal see",
        .enabled(if: Platform.storesCookies, "cookies are not stored on this platform"))
    func several() async throws {
        let server = Self.server("a=1; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=2; Path=/")
        server.stub(.get("/me"), .header("Cookie", .contains("b=2")), returning: .text("known"))
        _ = try await server.session.text("/login")
        #expect(try await server.session.text("/me") == "known")
        let cookies = server.requests(.get("/me")).first?.headers["Cookie"]?.components(separatedBy: "; ").sorted()
        #expect(cookies == ["a=1", "b=2"])
    }

    @Test("A session that accepts or sends none keeps or shows none", arguments: ["accepts none", "sends none"])
    func policies(_ policy: String) async throws {
        let server = Self.server("a=1; Path=/")
        let configuration = server.configuration()
        if policy == "accepts none" { configuration.httpCookieAcceptPolicy = .never }
        if policy == "sends none" { configuration.httpShouldSetCookies = false }
        let session = URLSession(configuration: configuration)
        _ = try await session.text("/login")
        #expect(try await session.text("/me") == "none")
        session.finishTasksAndInvalidate()
    }

    @Test("The cookies of one server's session are no other's")
    func isolation() async throws {
        let server = Self.server("a=1; Path=/")
        let other = Self.server("b=2; Path=/")
        _ = try await server.session.text("/login")
        #expect(try await other.session.text("/me") == "none")
    }
}

private enum Platform {
    #if canImport(FoundationNetworking)
        static let storesCookies = true
    #else
        static let storesCookies = false
    #endif
}
