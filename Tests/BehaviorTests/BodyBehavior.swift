import TestSupport
import Testing
import WindTunnel

/// The body of a request is always visible.
@Suite(.timeLimit(.minutes(3)))
struct BodyBehavior {
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case httpBody, stream, uploadData, uploadFile, delegateStream

        var testDescription: String { rawValue }

        func send(_ body: Data, _ client: Client, _ recorder: Recorder) async throws -> String {
            var request = client.request(Ask(method: "POST"))
            switch self {
            case .httpBody: request.httpBody = body
            case .stream: request.httpBodyStream = InputStream(data: body)
            case .uploadData: return try Answer(await client.session.upload(for: request, from: body)).text
            case .uploadFile:
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
                try body.write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                return try Answer(await client.session.upload(for: request, fromFile: file)).text
            case .delegateStream:
                client.session.uploadTask(withStreamedRequest: request).resume()
                await recorder.completion()
                return recorder.text
            }
            return try Answer(await client.session.data(for: request)).text
        }
    }

    @Test(arguments: Transport.allCases, Way.allCases)
    func `matchers, handler and journal all see the whole body`(_ transport: Transport, _ way: Way) async throws {
        for size in [1, 1_024, 20_000, 300_000] {
            let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let server = MockServer(origin) {
                Stub(.post("/a"), .custom("first reader") { $0.body.count == -1 }, returning: .status(500))
                Stub(.post("/a"), .body(body)) { request in .text("\(request.body.count)") }
            }
            let recorder = Recorder(bodyStream: body)
            try await transport.with(server, recorder: way == .delegateStream ? recorder : nil) { client in
                let text = try await way.send(body, client, recorder)
                #expect(text == "\(size)")
            }
            #expect(server.requests.map(\.body) == [body])
        }
    }

    @Test(arguments: Transport.allCases)
    func `an empty body and none are the same`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.post("/a"), .body(Data()), returning: .text("empty")) }
        try await transport.with(server) { client in
            #expect(await client.outcome(Ask(method: "POST", body: Data())) == "200 empty")
            #expect(await client.outcome(Ask(method: "POST")) == "200 empty")
        }
        #expect(server.requests.allSatisfy { $0.body.isEmpty })
    }

    @Test(arguments: Transport.allCases)
    func `the journal reads JSON, forms and parts`(_ transport: Transport) async throws {
        struct Credentials: Decodable, Equatable { var user: String }
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        let part = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n\r\nhello\r\n--b--\r\n"
        try await transport.with(server) { client in
            for ask in [
                Ask.json(#"{"user":"ann"}"#), .form("user=ann&t=1&t=2+3"),
                .post(part, type: "multipart/form-data; boundary=b"),
            ] { _ = try await client.send(ask) }
        }
        let requests = server.requests
        try #require(requests.count == 3)
        #expect(try requests[0].json(Credentials.self) == Credentials(user: "ann"))
        let form = try requests[1].form()
        #expect(form["user"] == "ann" && form.all("t") == ["1", "2 3"])
        let parts = try requests[2].multipart()
        #expect(parts.map(\.name) == ["f"] && parts.map(\.filename) == ["a.txt"] && parts.map(\.text) == ["hello"])
    }

    @Test(arguments: Transport.allCases)
    func `the content type of a body without one`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .status(200)) }
        try await transport.with(server) { client in
            _ = try await client.send(Ask(method: "POST", body: Data("x".utf8)))
        }
        let expected = transport.differs(
            .loaderHasHeadersOfItsOwn, inProcess: nil, socket: "application/x-www-form-urlencoded")
        #expect(server.requests.first?.headers["Content-Type"] == expected)
    }

    @Test(arguments: Transport.allCases)
    func `a GET with a body`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any) { request in .text("\(request.body.count)") } }
        try await transport.with(server) { client in
            let expected = transport.differs(
                .loaderRefusesBodyOfGet, inProcess: "200 1",
                socket: "URLError \(URLError.Code.dataLengthExceedsMaximum.rawValue)")
            #expect(await client.outcome(Ask(body: Data("x".utf8))) == expected)
        }
    }
}
