import LoopbackHTTP
import TestSupport
import Testing

@Suite("Reading requests")
struct RequestParserTests {
    static let messages: [String] = [
        request("GET /a?b=c HTTP/1.1", "X-One: 1", "x-one:  2 "),
        request("POST /b HTTP/1.1", "Content-Length: 5", body: "hello"),
        request(
            "PUT /c HTTP/1.1", "Transfer-Encoding: Chunked", "Trailer: X-Sum",
            body: "5\r\nhello\r\n6;a=b ; c=\"d\"\r\n world\r\n0\r\nX-Sum: 7\r\n\r\n"
        ),
        "\r\nOPTIONS * HTTP/1.1\r\nHost:\r\n\r\n",
        request("GET http://localhost:80/d HTTP/1.1", "Connection: close"),
        request("POST /e HTTP/1.1", "Content-Length: 2", "Expect: 100-Continue", body: "ok"),
        request("GET /f HTTP/1.1", "Connection: keep-alive, Upgrade", "Upgrade: websocket"),
        "GET /g HTTP/1.0\r\n\r\n",
        "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n",
        request("PRI * HTTP/2.0"),
    ]

    @Test("The events do not depend on the pieces in which the bytes come")
    func pieces() {
        let bytes = Array(Self.messages.joined().utf8)
        let whole = Parsed([bytes])
        #expect(
            whole.heads.map(\.target) == [
                "/a?b=c", "/b", "/c", "*", "http://localhost:80/d", "/e", "/f", "/g", "localhost:443",
            ])
        #expect(whole.bodies == ["hello", "hello world", "ok"])
        #expect(whole.rejection?.status == 505)
        #expect(Parsed(bytes.map { [$0] }) == whole)
        for cut in bytes.indices {
            #expect(Parsed([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
        }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...40, using: &generator)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(Parsed(pieces) == whole)
        }
    }

    @Test("A head keeps names, order and repetitions, and drops the blanks around values")
    func head() throws {
        let head = try #require(Parsed(Self.messages[0]).heads.first)
        #expect(head.method == "GET")
        #expect(head.form == .origin)
        #expect(head.authority == "localhost")
        #expect(head.fields.lines == [Field("Host", "localhost"), Field("X-One", "1"), Field("x-one", "2")])
        #expect(head.keepsAlive)
        #expect(head.framing == .none)
    }

    @Test("What a head asks of the connection is read")
    func meaning() {
        let heads = Parsed(Self.messages.joined()).heads
        #expect(heads.map(\.keepsAlive) == [true, true, true, true, false, true, true, false, true])
        #expect(heads.map(\.expectsContinue) == [false, false, false, false, false, true, false, false, false])
        #expect(heads.map(\.upgrades) == [[], [], [], [], [], [], ["websocket"], [], []])
        #expect(heads.map(\.framing) == [.none, .length(5), .chunked, .none, .none, .length(2), .none, .none, .none])
        #expect(heads[3].form == .asterisk && heads[4].form == .absolute && heads[8].form == .authority)
        #expect(heads[4].authority == "localhost:80")
    }

    @Test("Trailers come with the end of the body")
    func trailers() {
        #expect(Parsed(Self.messages[2]).events.last == .end(trailers: ["X-Sum": "7"]))
    }

    @Test("Bytes behind an upgrade are handed over as they came")
    func remainder() throws {
        var parser = RequestParser()
        parser.feed(Array((Self.messages[6] + "\u{1}\u{2}raw\r\n").utf8))
        _ = try parser.next()
        #expect(try parser.next() == .end(trailers: [:]))
        #expect(parser.takeRemainder() == [1, 2] + Array("raw\r\n".utf8))
        #expect(parser.bufferedBytes == 0)
    }

    @Test("A value that is no UTF-8 is read as Latin-1, so that no byte is lost")
    func latin() {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        #expect(Parsed([bytes]).heads.first?.fields["X"] == "\u{E9}")
    }

    @Test("Only ASCII letters have two cases, whatever Unicode takes for a letter")
    func cases() throws {
        let kelvin = "GET / HTTP/1.0\r\nConnection: \u{212A}eep-alive\r\n\r\n"
        #expect(try #require(Parsed(kelvin).heads.first).keepsAlive == false)
        let umlaut = request("GET / HTTP/1.1", "Connection: UPGRADE", "Upgrade: WEB\u{D6}, webSoc\u{212A}et")
        #expect(Parsed(umlaut).heads.first?.upgrades == ["web\u{D6}", "websoc\u{212A}et"])
    }

    @Test("A parser that refused goes on refusing")
    func refusalStays() {
        var parser = RequestParser()
        parser.feed(Array("BAD\r\n".utf8))
        #expect(throws: Rejection.self) { try parser.next() }
        parser.feed(Array(Self.messages[0].utf8))
        #expect(throws: Rejection.self) { try parser.next() }
    }

    @Test("Many lines, many chunks and one endless line cost time in proportion", .timeLimit(.minutes(3)))
    func linear() {
        var limits = Limits()
        limits.fieldCount = 100_000
        limits.fieldBytes = 8_000_000
        limits.requestLine = 1_000_000
        let lines = String(repeating: "X: y\r\n", count: 50_000)
        let text = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\(lines)\r\n"
        let chunks = String(repeating: "1\r\nz\r\n", count: 50_000) + "0\r\n\r\n"
        let parsed = Parsed(Array((text + chunks).utf8).map { [$0] }, limits: limits)
        #expect(parsed.ends == 1)
        #expect(parsed.bodies.first?.utf8.count == 50_000)
        let endless = [[UInt8]](repeating: [0x41], count: 1_000_100)
        #expect(Parsed(endless, limits: limits).rejection?.status == 414)
    }
}
