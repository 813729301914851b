import LoopbackHTTP
import Testing

struct Malformed: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int
    let text: String
    var testDescription: String { name }

    init(_ name: String, _ status: Int, _ text: String) {
        self.name = name
        self.status = status
        self.text = text
    }

    /// A POST with these lines and a body.
    init(_ name: String, _ status: Int, lines: String, body: String = "") {
        self.init(name, status, "POST / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)")
    }

    init(_ name: String, _ status: Int, chunks: String) {
        self.init(name, status, lines: "Transfer-Encoding: chunked", body: chunks)
    }

    static let lines: [Malformed] = [
        .init("no version", 400, "GET /\r\n\r\n"),
        .init("two spaces", 400, "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a space behind the version", 400, "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
        .init("a tab", 400, "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a space in front", 400, " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a TLS greeting", 400, "\u{16}\u{3}\u{1}"),
        .init("a method that is no token", 400, "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("small letters in the version", 400, "GET / http/1.1\r\nHost: a\r\n\r\n"),
        .init("a longer version", 400, "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
        .init("another protocol", 400, "GET / ICAP/1.1\r\nHost: a\r\n\r\n"),
        .init("HTTP/2", 505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        .init("HTTP/0.9", 505, "GET / HTTP/0.9\r\n\r\n"),
        .init("a target with a fragment", 400, "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a target beyond ASCII", 400, "GET /\u{E4} HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a NUL in the target", 400, "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a relative target", 400, "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("an asterisk for GET", 400, "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("an authority for GET", 400, "GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a URL without a host", 400, "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a URL with a user", 400, "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("another scheme", 400, "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("CONNECT to a path", 400, "CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("CONNECT without a port", 400, "CONNECT a HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("CONNECT with an empty port", 400, "CONNECT a: HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("three blank lines in front", 400, "\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a bare line feed behind the first line", 400, "GET / HTTP/1.1\nHost: a\r\n\r\n"),
        .init("a bare line feed behind a field", 400, "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        .init("a bare line feed as the end", 400, "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        .init("a bare carriage return in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"),
        .init("a bare carriage return as the end", 400, "GET / HTTP/1.1\r\nHost: a\r\n\rX: a\r\n\r\n"),
    ]

    static let fields: [Malformed] = [
        .init("a space before the colon", 400, lines: "Content-Length : 1"),
        .init("a tab before the colon", 400, lines: "Content-Length\t: 1"),
        .init("a folded line", 400, lines: "X: a\r\n b"),
        .init("a folded line with a tab", 400, lines: "X: a\r\n\tb"),
        .init("a folded first line", 400, "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        .init("no colon", 400, lines: "X"),
        .init("no name", 400, lines: ": a"),
        .init("a name that is no token", 400, lines: "X(a): a"),
        .init("a NUL in a name", 400, lines: "X\0: a"),
        .init("a NUL in a value", 400, lines: "X: a\0b"),
        .init("an escape in a value", 400, lines: "X: \u{1B}[0m"),
        .init("a delete in a value", 400, lines: "X: \u{7F}"),
        .init("no Host", 400, "GET / HTTP/1.1\r\n\r\n"),
        .init("no Host for a URL", 400, "GET http://a/ HTTP/1.1\r\n\r\n"),
        .init("two hosts", 400, lines: "Host: a"),
        .init("a host in another case", 400, lines: "hOST: b"),
        .init("a list of hosts", 400, "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
        .init("a host with a path", 400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        .init("a host with a user", 400, "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
        .init("a host with a bad port", 400, "GET / HTTP/1.1\r\nHost: a:8x\r\n\r\n"),
        .init("an open bracket", 400, "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
        .init("another expectation", 417, lines: "Expect: wonders"),
    ]

    static let lengths: [Malformed] = [
        .init("both lengths", 400, lines: "Content-Length: 1\r\nTransfer-Encoding: chunked"),
        .init("both lengths, the other way", 400, lines: "Transfer-Encoding: chunked\r\nContent-Length: 0"),
        .init("two lengths", 400, lines: "Content-Length: 1\r\nContent-Length: 2"),
        .init("the same length twice", 400, lines: "Content-Length: 1\r\nContent-Length: 1"),
        .init("a list of lengths", 400, lines: "Content-Length: 1, 1"),
        .init("a signed length", 400, lines: "Content-Length: +1"),
        .init("a negative length", 400, lines: "Content-Length: -1"),
        .init("a hexadecimal length", 400, lines: "Content-Length: 0x1"),
        .init("an empty length", 400, lines: "Content-Length:"),
        .init("a length with a blank in it", 400, lines: "Content-Length: 1 1"),
        .init("a length in other digits", 400, lines: "Content-Length: \u{661}"),
        .init("a length beyond the limit", 413, lines: "Content-Length: 99999999999"),
        .init("a length beyond every number", 413, lines: "Content-Length: 99999999999999999999999"),
        .init("an unknown coding", 501, lines: "Transfer-Encoding: xchunked"),
        .init("an unknown coding below chunked", 501, lines: "Transfer-Encoding: br, chunked"),
        .init("a coding that is not spoken", 501, lines: "Transfer-Encoding: gzip, chunked"),
        .init("chunked below another", 400, lines: "Transfer-Encoding: chunked, gzip"),
        .init("chunked twice", 400, lines: "Transfer-Encoding: chunked, chunked"),
        .init("chunked twice in two lines", 400, lines: "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
        .init("identity", 400, lines: "Transfer-Encoding: identity"),
        .init("chunked with a parameter", 400, lines: "Transfer-Encoding: chunked;a=b"),
        .init("chunked in quotes", 400, lines: "Transfer-Encoding: \"chunked\""),
        .init("an empty coding", 400, lines: "Transfer-Encoding:"),
        .init("chunked with a control character", 400, lines: "Transfer-Encoding: \u{B}chunked"),
        .init("chunked in HTTP/1.0", 400, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
    ]

    static let chunks: [Malformed] = [
        .init("no size", 400, chunks: "\r\n"),
        .init("a signed size", 400, chunks: "+1\r\na\r\n"),
        .init("a negative size", 400, chunks: "-1\r\na\r\n"),
        .init("a prefixed size", 400, chunks: "0x1\r\na\r\n"),
        .init("a size with a blank in front", 400, chunks: " 1\r\na\r\n"),
        .init("a size with a blank behind", 400, chunks: "1 \r\na\r\n"),
        .init("a size with an underscore", 400, chunks: "1_0\r\na\r\n"),
        .init("a size of 17 digits", 400, chunks: "10000000000000001\r\na\r\n"),
        .init("the largest size", 413, chunks: "FFFFFFFFFFFFFFFF\r\na\r\n"),
        .init("a size that is negative as a signed number", 413, chunks: "8000000000000000\r\na\r\n"),
        .init("a bare line feed behind the size", 400, chunks: "1\na\r\n0\r\n\r\n"),
        .init("a bare line feed behind the chunk", 400, chunks: "1\r\na\n0\r\n\r\n"),
        .init("a longer chunk", 400, chunks: "1\r\nab\r\n0\r\n\r\n"),
        .init("a huge extension", 400, chunks: "1;" + String(repeating: "a", count: 2_000) + "\r\na\r\n"),
        .init(
            "many extensions", 400,
            chunks: String(repeating: "1;" + String(repeating: "a", count: 900) + "\r\na\r\n", count: 20)
        ),
        .init("an extension with a carriage return", 400, chunks: "1;a\rb\r\na\r\n"),
        .init("an extension with a NUL", 400, chunks: "1;\0\r\na\r\n"),
        .init("a trailer with a length", 400, chunks: "0\r\nContent-Length: 1\r\n\r\n"),
        .init("a trailer with a coding", 400, chunks: "0\r\ntransfer-encoding: chunked\r\n\r\n"),
        .init("a folded trailer", 400, chunks: "0\r\nX: a\r\n b\r\n\r\n"),
        .init("a bare line feed as the end of the trailers", 400, chunks: "0\r\n\n"),
    ]

    static let all = lines + fields + lengths + chunks
}

@Suite("Malformed requests")
struct MalformedRequestTests {
    @Test("A malformed request has its answer, whole or byte by byte", arguments: Malformed.all)
    func answers(_ malformed: Malformed) {
        let bytes = Array(malformed.text.utf8)
        let whole = Parsed([bytes])
        #expect(whole.rejection?.status == malformed.status)
        #expect(whole.ends == 0)
        #expect(Parsed(bytes.map { [$0] }) == whole)
    }

    @Test(
        "What is odd but has one meaning is read",
        arguments: [
            "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            "GET / HTTP/1.1\r\nHost:a\r\nX:\r\nY:\t \r\n\r\n",
            "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
            "GET /{a}|b\"c\\ HTTP/1.1\r\nHost: a\r\n\r\n",
            "M-SEARCH / HTTP/1.1\r\nHost: a:\r\n\r\n",
            "GET HTTPS://a HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.0\r\nExpect: wonders\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0001\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: CHUNKED\r\n\r\n0001\r\na\r\n00\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1 ;a\r\na\r\n0;b=\"c\"\r\n\r\n",
        ])
    func tolerated(_ text: String) {
        let parsed = Parsed(text)
        #expect(parsed.rejection == nil)
        #expect(parsed.ends == 1)
    }

    struct Limit: Sendable {
        let status: Int
        let fits: String
        let exceeds: String
    }

    @Test(
        "Each limit lets pass what fits and has its own answer for one more",
        arguments: [
            Limit(
                status: 414, fits: "GET /2345 HTTP/1.1\r\nHost: a\r\n\r\n",
                exceeds: "GET /23456 HTTP/1.1\r\nHost: a\r\n\r\n"),
            Limit(
                status: 431, fits: "GET / HTTP/1.1\r\nHost: a\r\nX: 789012345678901\r\n\r\n",
                exceeds: "GET / HTTP/1.1\r\nHost: a\r\nX: 7890123456789012345678901234\r\n\r\n"),
            Limit(
                status: 431, fits: "GET / HTTP/1.1\r\nHost: a\r\nA:\r\nB:\r\n\r\n",
                exceeds: "GET / HTTP/1.1\r\nHost: a\r\nA:\r\nB:\r\nC:\r\n\r\n"),
        ])
    func limits(_ limit: Limit) {
        var limits = Limits()
        limits.requestLine = 18
        limits.fieldBytes = 35
        limits.fieldCount = 3
        #expect(Parsed(limit.fits, limits: limits).rejection == nil)
        #expect(Parsed(limit.fits, limits: limits).ends == 1)
        let bytes = Array(limit.exceeds.utf8)
        #expect(Parsed([bytes], limits: limits).rejection?.status == limit.status)
        #expect(Parsed(bytes.map { [$0] }, limits: limits).rejection?.status == limit.status)
    }

    @Test("A body may have as many bytes as the limit, in either framing")
    func bodyLimit() {
        var limits = Limits()
        limits.body = 4
        #expect(Parsed(request("PUT / HTTP/1.1", "Content-Length: 4", body: "abcd"), limits: limits).ends == 1)
        #expect(Parsed(request("PUT / HTTP/1.1", "Content-Length: 5"), limits: limits).rejection?.status == 413)
        let chunked = request("PUT / HTTP/1.1", "Transfer-Encoding: chunked", body: "3\r\nabc\r\n")
        #expect(Parsed(chunked + "1\r\nd\r\n0\r\n\r\n", limits: limits).ends == 1)
        #expect(Parsed(chunked + "2\r\n", limits: limits).rejection?.status == 413)
    }
}
