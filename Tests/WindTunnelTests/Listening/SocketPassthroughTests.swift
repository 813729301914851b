import Foundation
import TestSupport
import Testing
import WindTunnel

@Suite("Requests that a listener passes through", .timeLimit(.minutes(3)))
struct SocketPassthroughTests {
    @Test(
        "A request that would come back to the server itself is refused",
        arguments: ["/x", "/__origin/localhost:PORT/x"])
    func loops(_ target: String) async throws {
        let server = MockServer(unhandled: .passthrough)
        let bases = [try await server.listen(), try await server.listen()]
        let port = "\(bases[1].port ?? 0)"
        let text = await RawClient(bases[0]).get(
            target.replacingOccurrences(of: "PORT", with: port), host: "localhost:\(port)")
        #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"), "\(text)")
        #expect(text.contains("cannot be passed through: the network would bring it back to this server"))
        #expect(server.requests.count == 1)
        await server.stopListening()
    }

    @Test("What is no URL of the network is not passed through")
    func noURL() async throws {
        let server = MockServer(unhandled: .passthrough)
        let text = await RawClient(try await server.listen()).get("/__origin/[[/x")
        #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"), "\(text)")
        #expect(text.contains("cannot be passed through"))
        await server.stopListening()
    }

    @Test("Codings of a request are passed on, and cookies come back one by one")
    func fields() async throws {
        let network = LoopbackEcho { _ in
            LoopbackEcho.response(
                200, "ok",
                [
                    "Set-Cookie: a=1; Expires=Wed, 21 Oct 2065 07:28:00 GMT; Path=/", "Set-Cookie: b=2",
                    "Set-Cookie: c=3, 4",
                ])
        }
        let server = MockServer("http://127.0.0.1:\(network.port)", unhandled: .passthrough)
        let client = RawClient(try await server.listen())
        client.write(
            "POST /x HTTP/1.1\r\nHost: localhost\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nContent-Encoding: gzip\r\n"
                + "Content-Length: 2\r\n\r\nzz")
        let text = await client.read()
        #expect(text.contains("\r\nSet-Cookie: a=1; Expires=Wed, 21 Oct 2065 07:28:00 GMT; Path=/\r\n"), "\(text)")
        #expect(text.contains("\r\nSet-Cookie: b=2\r\n") && text.contains("\r\nSet-Cookie: c=3, 4\r\n"), "\(text)")
        #expect(network.requests.first?.contains("Content-Encoding: gzip\r\n") == true)
        #expect(network.requests.first?.contains("X-Hop") == false)
        await server.stopListening()
    }
}
