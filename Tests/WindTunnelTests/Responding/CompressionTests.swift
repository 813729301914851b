import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct CompressionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let coding: String
        let body: [Data]
        let seen: Data
        var error: String?
        let name: String
        var testDescription: String { name }

        init(_ name: String, _ coding: String, _ body: Data..., seen: Data = Compressed.text, error: String? = nil) {
            (self.name, self.coding, self.body, self.seen, self.error) = (name, coding, body, seen, error)
        }

        var response: MockResponse {
            let response: MockResponse =
                body.count == 1 ? .data(body[0]) : MockResponse(.content(.chunks(body)), headers: [])
            return response.removingHeader("Content-Type").header("Content-Encoding", coding)
        }
    }

    private static func text(_ codings: String, _ reason: String) -> String {
        "the body is not what Content-Encoding: \(codings) says: \(reason)"
    }

    private static func unknown(_ codings: String, _ coding: String) -> String {
        "Content-Encoding: \(codings) cannot be undone: \"\(coding)\" is not known here"
    }

    // MARK: Declared codings

    static let whole: [Case] = [
        Case("gzip", "gzip", Compressed.gzip),
        Case("the old name of gzip", "x-gzip", Compressed.gzip),
        Case("capitals", "GZip", Compressed.gzip),
        Case("zlib", "deflate", Compressed.zlib),
        Case("deflate without a wrapping", "deflate", Compressed.raw),
        Case("zlib under the name of gzip", "gzip", Compressed.zlib),
        Case("brotli", "br", Compressed.brotli),
        Case("zstandard", "zstd", Compressed.zstandard),
        Case("two codings", "gzip, deflate", Compressed.gzipInZlib),
        Case("two codings and spaces", "gzip ,\tdeflate", Compressed.gzipInZlib),
        Case("five codings", "gzip, gzip, gzip, gzip, gzip", Compressed.gzipFiveTimes),
        Case("a coding and none", "identity, gzip, identity, none", Compressed.gzip),
        Case("no coding", "identity", Compressed.text),
        Case("an empty value", "", Compressed.text),
        Case("chunks", "gzip", Compressed.gzip.prefix(10), Compressed.gzip.dropFirst(10)),
        Case(
            "chunks of two codings", "gzip, deflate", Compressed.gzipInZlib.prefix(7),
            Compressed.gzipInZlib.dropFirst(7)),
        Case("chunks of brotli", "br", Compressed.brotli.prefix(7), Compressed.brotli.dropFirst(7)),
        Case("chunks of zstandard", "zstd", Compressed.zstandard.prefix(7), Compressed.zstandard.dropFirst(7)),
        Case("an empty body", "gzip", Data(), seen: Data()),
        Case("an empty body of an unknown coding", "pack", Data(), seen: Data()),
        Case("nothing, compressed", "gzip", Compressed.nothing, seen: Data()),
    ]

    static let early: [Case] = [
        Case("without the length", "gzip", Compressed.gzip.dropLast(4)),
        Case("without check sum and length", "gzip", Compressed.gzip.dropLast(8)),
        Case("in the middle", "gzip", Compressed.gzip.dropLast(12), seen: Compressed.text.prefix(570)),
        Case("in the header", "gzip", Compressed.gzip.prefix(5), seen: Data()),
        Case("zlib without check sum", "deflate", Compressed.zlib.dropLast(4)),
        Case("zlib in the middle", "deflate", Compressed.zlib.dropLast(12), seen: Compressed.text.prefix(54)),
    ]

    static let wrong: [Case] = [
        Case("text", "gzip", Compressed.text, seen: Data(), error: text("gzip", "incorrect header check")),
        Case(
            "text under deflate", "deflate", Compressed.text, seen: Data(),
            error: text("deflate", "invalid stored block lengths")),
        Case(
            "gzip under deflate", "deflate", Compressed.gzip, seen: Data(), error: text("deflate", "invalid block type")
        ),
        Case("text under brotli", "br", Compressed.text, seen: Data(), error: text("br", "it is no brotli")),
        Case("text under zstandard", "zstd", Compressed.text, seen: Data(), error: text("zstd", "it is no zstd")),
        Case(
            "a wrong check sum", "gzip", Compressed.gzip.dropLast(8) + Data(count: 8),
            error: text("gzip", "incorrect data check")),
        Case(
            "a wrong length", "gzip", Compressed.gzip.dropLast(4) + Data(count: 4),
            error: text("gzip", "incorrect length check")),
        Case("bytes behind the end", "gzip", Compressed.gzip + Data([0]), error: text("gzip", "bytes follow its end")),
        Case("a second member", "gzip", Compressed.gzip, Compressed.gzip, error: text("gzip", "bytes follow its end")),
        Case("bytes behind brotli", "br", Compressed.brotli + Data([0]), error: text("br", "bytes follow its end")),
        Case("an unknown coding", "pack", Compressed.text, seen: Data(), error: unknown("pack", "pack")),
        Case(
            "a known and an unknown coding", "pack, gzip", Compressed.gzip, seen: Data(),
            error: unknown("pack, gzip", "pack")),
    ]

    @Test(arguments: whole + early) func `a declared coding is undone as a real loader does`(_ test: Case) async throws
    {
        let (sight, error) = try await Sight.everywhere(test.response)
        #expect(sight.body == test.seen)
        #expect(error == nil)
        #expect(sight.status == 200)
    }

    @Test(arguments: wrong) func `a body that is not what its coding says fails as with a real loader`(
        _ test: Case
    ) async throws {
        let (sight, error) = try await Sight.everywhere(test.response)
        #expect(sight.body == test.seen)
        #expect(error?.localizedDescription == test.error)
        #expect(sight.error == URLError.Code.unknown.rawValue)
        #expect(error?.failingURL == api("/a"))
        #expect(sight.status == 200)
    }

    @Test func `more than five codings are refused before there is a response`() async throws {
        let codings = [String](repeating: "gzip", count: 6).joined(separator: ", ")
        let response = MockResponse.data(Compressed.gzip).header("Content-Encoding", codings)
        let (sight, error) = try await Sight.everywhere(response)
        #expect(sight == Sight(error: URLError.Code.unknown.rawValue))
        #expect(error?.localizedDescription == "the answer has 6 codings; more than 5 are refused")
    }

    @Test func `repeated fields are one list`() async throws {
        let response = MockResponse.data(Compressed.gzipInZlib).header("Content-Encoding", "gzip")
            .addingHeader("Content-Encoding", "deflate")
        #expect(try await Sight.everywhere(response).sight.body == Compressed.text)
    }

    @Test func `fields and length stay as they are when a body is decoded`() async throws {
        let response = MockResponse.data(Compressed.gzip, contentType: "text/x").header("Content-Encoding", "gzip")
        let (sight, _) = try await Sight.everywhere(response)
        #expect(sight.fields == ["Content-Encoding: gzip", "Content-Length: 49", "Content-Type: text/x"])
        #expect(sight.expectedLength == 49)
    }

    @Test(arguments: [("GET", 204), ("GET", 304), ("HEAD", 200)])
    func `an answer without a body has none to decode`(_ method: String, _ status: Int) async throws {
        let response = MockResponse.data(Compressed.text, status: status).header("Content-Encoding", "gzip")
        let (sight, error) = try await Sight.everywhere(response, method: method)
        #expect(sight.status == status)
        #expect(sight.body.isEmpty)
        #expect(error == nil)
    }

    @Test func `what the client says it accepts changes nothing`() async throws {
        let response = MockResponse.data(Compressed.gzip).header("Content-Encoding", "gzip")
        let (sight, _) = try await Sight.everywhere(response, headers: ["Accept-Encoding": "identity"])
        #expect(sight.body == Compressed.text)
    }

    @Test func `a redirect that is refused has its body decoded`() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a"), returning: .text("moved").status(302).header("Location", "/b").compressed(.gzip))
        }
        let recorder = Recorder { _ in nil }
        let session = URLSession(configuration: server.configuration(), delegate: recorder, delegateQueue: nil)
        #expect(try await recorder.run(session.dataTask(with: api("/a"))).text == "moved")
    }

    // MARK: compressed

    @Test(arguments: [MockResponse.ContentCoding.gzip, .deflate])
    func `a compressed answer says so and arrives as it was`(_ coding: MockResponse.ContentCoding) async throws {
        let (sight, error) = try await Sight.everywhere(.text("a wind").compressed(coding))
        #expect(sight.body == Data("a wind".utf8))
        #expect(sight.fields.contains("Content-Encoding: \(coding.name)"))
        #expect(error == nil)
    }

    @Test func `a body that is compressed twice is decoded twice`() async throws {
        let (sight, _) = try await Sight.everywhere(.text("a wind").compressed(.gzip).compressed(.deflate))
        #expect(sight.body == Data("a wind".utf8))
        #expect(sight.fields.contains("Content-Encoding: gzip, deflate"))
    }

    @Test func `over a socket the bytes go out compressed`() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a"), returning: .data(Compressed.text).compressed(.gzip))
        }
        let client = RawClient(try #require(try await server.listen().port))
        client.write("GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        let answer = Data(await client.bytes().bytes)
        let body = answer[try #require(answer.range(of: Data("\r\n\r\n".utf8))).upperBound...]
        #expect(body.starts(with: [0x1F, 0x8B]))
        #expect(body.count < 60)
        await server.stopListening()
    }

    @Test(arguments: [false, true]) func `each event of a compressed stream arrives on its own`(_ onSocket: Bool)
        async throws
    {
        let (texts, text) = AsyncStream.makeStream(of: String.self)
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a")) { _ in
                .events { emit in for await text in texts { try await emit(.init(text)) } }.compressed(.gzip)
            }
        }
        let base = onSocket ? try await server.listen().absoluteString : "https://api.example.com"
        let recorder = Recorder()
        let session = URLSession(
            configuration: onSocket ? .ephemeral : server.configuration(), delegate: recorder, delegateQueue: nil)
        session.dataTask(with: URLRequest(base + "/a")).resume()
        for (count, word) in ["one", "two", "three"].enumerated() {
            text.yield(word)
            await recorder.chunks(count + 1)
            #expect(recorder.texts.last == "data: \(word)\n\n")
        }
        text.finish()
        await recorder.completion()
        #expect(recorder.texts == ["data: one\n\n", "data: two\n\n", "data: three\n\n"])
        session.finishTasksAndInvalidate()
        await server.stopListening()
    }

    @Test func `events that are ready arrive one by one`() async throws {
        let server = MockServer { Stub(.any, returning: .events("one", "two", "three").compressed(.deflate)) }
        let recorder = Recorder()
        let session = URLSession(configuration: server.configuration(), delegate: recorder, delegateQueue: nil)
        _ = try await recorder.run(session.dataTask(with: api("/a")))
        #expect(recorder.texts == ["data: one\n\n", "data: two\n\n", "data: three\n\n"])
    }

    @Test func `tasks that write at once do not spoil a compressed stream`() async throws {
        let line = String(repeating: "x", count: 999) + "\n"
        let server = MockServer {
            Stub(.any) { _ in
                .stream { body in
                    try await withThrowingTaskGroup { group in
                        for _ in 0..<200 { group.addTask { try await body.write(line) } }
                        try await group.waitForAll()
                    }
                }.compressed(.gzip)
            }
        }
        #expect(try await server.get("/a").text == String(repeating: line, count: 200))
    }

    @Test func `a cut counts the compressed bytes`() async throws {
        let response = MockResponse.data(Compressed.text).compressed(.gzip).cut(after: 30)
        let (sight, error) = try await Sight.of(response, onSocket: false)
        #expect(error?.code == .networkConnectionLost)
        #expect(Compressed.text.starts(with: sight.body) && sight.body.count < 720)
    }

    @Test func `the journal has the bytes that were sent`() async throws {
        let server = MockServer { Stub(.any, returning: .data(Compressed.gzip).header("Content-Encoding", "gzip")) }
        _ = try await server.get("/a")
        guard case .response(let response)? = server.exchanges.first?.outcome else {
            Issue.record("no response")
            return
        }
        #expect(response.body == Compressed.gzip)
        #expect(response.headers["Content-Length"] == "49")
    }

    @Test(arguments: [
        (MockResponse.held, "held"), (.passthrough, "passthrough"),
    ]) func `what has no body of its own cannot be compressed`(_ response: MockResponse, _ name: String) async {
        let server = MockServer { Stub(.any, returning: response.compressed(.gzip)) }
        #expect(
            server.faults.map(\.message)
                == ["compressed(.gzip) has no body to compress; compress what is answered"], "\(name)")
    }

    @Test func `a failure stays a failure`() async throws {
        let server = MockServer { Stub(.any, returning: .failure(.timedOut).compressed(.gzip)) }
        #expect(await server.error(of: "/a")?.code == .timedOut)
        #expect(server.faults.isEmpty)
    }

    @Test(.exclusiveMockURLs) func `a response of the snippet is what the client sees, and not decoded`() async throws {
        let url = try #require(URL(string: "https://snippet.example.com/coded"))
        let response = HTTPURLResponse(
            url: url, statusCode: 200, httpVersion: nil,
            headerFields: ["Content-Encoding": "gzip", "Content-Length": "1000"])
        URLProtocolMock.mockURLs[url] = (nil, Data("plain".utf8), response)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [URLProtocolMock.self]
        let session = URLSession(configuration: configuration)
        #expect(try await session.answer(URLRequest(url: url)).text == "plain")
        session.finishTasksAndInvalidate()
        URLProtocolMock.mockURLs[url] = nil
    }

    // MARK: Without zlib

    @Test func `without zlib a compressed answer is a fault`() {
        let response = MockResponse.text("x").compressed(.gzip, by: nil)
        #expect(response.faults == ["compressed(.gzip) needs zlib, and this system has no libz"])
    }

    @Test func `without zlib a declared coding is left as it is, and told`() throws {
        let response = MockResponse.data(Compressed.gzip).header("Content-Encoding", "gzip")
        #expect(
            response.codingFaults(zlib: nil) == [
                "Content-Encoding: gzip is not undone, since this system has no libz; the bytes are delivered as they are"
            ])
        #expect(response.codingFaults().isEmpty)
        let request = MockRequest(URLRequest("/a"))
        var body = try #require(try ReceivedBody(ResponseHead(response, for: request), zlib: nil))
        try body.receive(Compressed.gzip)
        #expect(try body.next() == Compressed.gzip)
        #expect(try body.next() == nil)
        try body.end()
    }

    @Test func `a library that is not there, or is another, is not taken for zlib`() {
        #expect(Zlib.find(in: ["libz-that-is-not-there.so", "libm.so.6"]) == nil)
        #expect(Zlib.shared != nil)
    }

    // MARK: Limits

    @Test func `a bomb ends with an error, and not with the memory`() async throws {
        let server = MockServer {
            Stub(.any, returning: .data(Self.bomb).header("Content-Encoding", "gzip, gzip"))
        }
        #expect(Self.bomb.count < 10_000)
        let error = await server.error(of: "/a")
        #expect(error?.code == .dataLengthExceedsMaximum)
        #expect(
            error?.localizedDescription
                == "the body is more than 268435456 bytes when Content-Encoding: gzip, gzip is undone")
    }

    /// 300 MiB of zeros.
    private static let bomb: Data = {
        guard let zlib = Zlib.shared, let inner = Deflater(zlib, .gzip), let outer = Deflater(zlib, .gzip) else {
            return Data()
        }
        let piece = Data(count: 1 << 20)
        var packed = Data()
        for _ in 0..<300 { packed += inner.write(piece, .none) ?? Data() }
        packed += inner.write(Data(), .finish) ?? Data()
        return outer.write(packed, .finish) ?? Data()
    }()

    @Test func `five megabytes are compressed and decoded`() async throws {
        var generator = SeededGenerator(seed: 7)
        let words = (0..<1_000).map { _ in "\(UInt32.random(in: 0...999_999, using: &generator)) " }
        var text = ""
        for _ in 0..<10_000 { text += words.randomElement(using: &generator) ?? "" }
        let body = Data(String(repeating: text, count: 5_000_000 / text.utf8.count + 1).utf8)
        let server = MockServer { Stub(.any, returning: .data(body).compressed(.gzip)) }
        #expect(try await server.get("/a").data == body)
    }

    @Test func `random bytes survive every kind of task and both codings`() async throws {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<40 {
            let count = Int.random(in: 0...(round % 4 == 0 ? 200_000 : 3_000), using: &generator)
            let alphabet = UInt8.random(in: 1...255, using: &generator)
            let body = Data((0..<count).map { _ in UInt8.random(in: 0..<alphabet, using: &generator) })
            let coding: MockResponse.ContentCoding = Bool.random(using: &generator) ? .gzip : .deflate
            var pieces: [Data] = []
            var rest = body
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...max(1, count / 3), using: &generator))
                pieces.append(piece)
                rest = rest.dropFirst(piece.count)
            }
            let responses: [MockResponse] = [
                .data(body), MockResponse(.content(.chunks(pieces))),
                .stream { [pieces] writer in for piece in pieces { try await writer.write(piece) } },
            ]
            let response = responses[round % 3].compressed(coding)
            let server = MockServer("https://api.example.com") { Stub(.any, returning: response) }
            for way in Way.allCases {
                let answer = try await way.ask(server, URLRequest("/a", method: way == .upload ? "POST" : "GET"))
                #expect(answer.data == body, "round \(round), \(way), \(coding), \(count) bytes")
            }
        }
    }
}
