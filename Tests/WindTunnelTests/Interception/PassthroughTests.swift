import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct PassthroughTests {
    private let network = LoopbackEcho { request in
        request.hasPrefix("GET /moved")
            ? LoopbackEcho.response(302, "", ["Location: /real"])
            : LoopbackEcho.response(200, "real \(request.components(separatedBy: "\r\n\r\n").last ?? "")")
    }

    @Test func `a stub may let one request go out, and its answer comes back`() async throws {
        let server = MockServer { Stub(.get("/real"), returning: .passthrough) }
        let (data, response) = try await server.session.data(from: network.url("/real"))
        #expect(String(decoding: data, as: UTF8.self) == "real ")
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(server.exchanges.first?.description == "GET \(network.url("/real")) → network 200")
        await #expect(throws: URLError.self) { try await server.session.data(from: network.url("/other")) }
        #expect(network.requests.count == 1)
    }

    @Test func `by policy every unstubbed request goes out, and stubs still answer`() async throws {
        let server = MockServer(unhandled: .passthrough) { Stub(.get("/mocked"), returning: .text("mocked")) }
        #expect(try await server.session.data(from: network.url("/mocked")).0 == Data("mocked".utf8))
        #expect(try await server.session.data(from: network.url("/moved")).0 == Data("real ".utf8))
        var post = URLRequest(url: network.url("/post"))
        post.httpMethod = "POST"
        #expect(try await server.session.upload(for: post, from: Data("body".utf8)).0 == Data("real body".utf8))
        let file = try await server.session.download(from: network.url("/file")).0
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file) == Data("real ".utf8))
        #expect(server.requests.count == 4)
    }

    @Test func `a handler may decide to pass a request through`() async throws {
        let server = MockServer {
            Stub(.any("/**")) { request in request.query["mock"] == nil ? .passthrough : .text("mocked") }
        }
        #expect(try await server.session.data(from: network.url("/a?mock")).0 == Data("mocked".utf8))
        #expect(try await server.session.data(from: network.url("/a")).0 == Data("real ".utf8))
    }

    @Test func `a network that is not there fails with its own error`() async throws {
        let server = MockServer(unhandled: .passthrough)
        await #expect(throws: URLError.self) {
            try await server.session.data(from: URL(string: "http://127.0.0.1:1/")!)
        }
        #expect(server.exchanges.first?.description.contains("URLError") == true)
    }

    @Test(arguments: Way.allCases) func `a real 401 with a challenge is an answer, and hangs nobody`(_ way: Way)
        async throws
    {
        let network = LoopbackEcho { _ in
            LoopbackEcho.response(401, "who are you?", ["WWW-Authenticate: Basic realm=\"x\""])
        }
        let server = MockServer(unhandled: .passthrough)
        var request = URLRequest(url: network.url("/a"))
        request.httpMethod = "POST"
        let answer = try await way.ask(server, request)
        #expect(answer.status == 401)
        #expect(answer.text == "who are you?")
        #expect(answer.response.url == network.url("/a"))
        #expect(network.requests.count == 1)
        #expect(server.exchanges.map(\.description) == ["POST \(network.url("/a")) → network 401"])
    }

    @Test func `a body stream that was read cannot be passed through, and says so`() async throws {
        let server = MockServer(unhandled: .passthrough)
        var request = URLRequest(url: network.url("/a"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("x".utf8))
        let error = await #expect(throws: URLError.self) { try await server.session.data(for: request) }
        #expect(error?.localizedDescription.contains("its body stream was read") == true)
    }

    @Test func `nothing goes out unless it was asked for`() async throws {
        let server = MockServer()
        for path in ["/a", "/b"] {
            await #expect(throws: URLError.self) { try await server.session.data(from: network.url(path)) }
        }
        let other = MockServer(unhandled: .respond(.status(418)))
        let (_, response) = try await other.session.data(from: network.url("/a"))
        #expect((response as? HTTPURLResponse)?.statusCode == 418)
        #expect(other.exchanges.map(\.isUnexpected) == [true])
        #expect(network.requests.isEmpty)
    }
}
