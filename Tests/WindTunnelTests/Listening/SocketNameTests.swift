import Foundation
import TestSupport
import Testing
import WindTunnel

@Suite("Names of a listener", .timeLimit(.minutes(3)))
struct SocketNameTests {
    @Test(
        "A client that finds the host here says its port too, which is not the origin's", arguments: ["cdn", "plain"])
    func ownPort(_ name: String) async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("https://cdn.example.com/logo"), returning: .text("cdn"))
            Stub(.get("http://plain.example.com:8080/logo"), returning: .text("plain"))
        }
        let base = try await server.listen()
        let text = await RawClient(base).get("/logo", host: "\(name).example.com:\(base.port ?? 0)")
        #expect(text.responseBody == name)
        await server.stopListening()
    }

    @Test("A redirect leads a client that came by the name of another origin to the right one")
    func redirectsByName() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("https://cdn.example.com/old"), returning: .redirect(to: "https://api.example.com/new"))
            Stub(.get("https://cdn.example.com/own"), returning: .redirect(to: "https://cdn.example.com/new"))
        }
        let base = try await server.listen()
        let port = base.port ?? 0
        let old = await RawClient(base).get("/old", host: "cdn.example.com:\(port)")
        #expect(
            old.contains("\r\nLocation: http://cdn.example.com:\(port)/__origin/api.example.com/new\r\n"), "\(old)")
        let own = await RawClient(base).get("/own", host: "cdn.example.com:\(port)")
        #expect(
            own.contains("\r\nLocation: http://cdn.example.com:\(port)/__origin/cdn.example.com/new\r\n"), "\(own)")
        // Who takes the server for a proxy asks for whole URLs.
        let proxied = await RawClient(base).get("https://cdn.example.com/old", host: "cdn.example.com")
        #expect(proxied.contains("\r\nLocation: https://api.example.com/new\r\n"), "\(proxied)")
        await server.stopListening()
    }

    @Test("The origin of a path may be an address of IPv6")
    func ipv6Origin() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("http://[2001:db8::1]:8080/a"), returning: .text("six"))
        }
        let base = try await server.listen()
        #expect(await RawClient(base).get("/__origin/[2001:db8::1]:8080/a").responseBody == "six")
        #expect(await RawClient(base).get("/a", host: "[2001:db8::1]:8080").responseBody == "six")
        await server.stopListening()
    }

    @Test(
        "Odd paths of origins are requests like others",
        arguments: ["", ":80", "a@b", "%41", "[", "[[", "]", "a:b:c", "?", "a:999999"])
    func oddOrigins(_ origin: String) async throws {
        let server = MockServer("https://api.example.com") { Stub(.any, returning: .text("ok")) }
        let base = try await server.listen()
        #expect(await RawClient(base).get("/__origin/\(origin)/x").hasPrefix("HTTP/1.1 "))
        #expect(server.requests.count == 1)
        _ = server.requests.first?.url
        _ = server.requests.first?.receivedURL
        await server.stopListening()
    }
}
