import LoopbackHTTP
import Testing

@Suite("Writing responses")
struct ResponseWriterTests {
    private func written(
        _ head: ResponseHead, length: Int? = nil, method: String = "GET", minorVersion: Int = 1,
        keepsAlive: Bool = true,
        pieces: [String] = [], trailers: Fields = [:]
    ) throws -> (text: String, closes: Bool) {
        var writer = ResponseWriter(method: method, minorVersion: minorVersion, keepsAlive: keepsAlive)
        var bytes = try writer.start(head, length: length)
        for piece in pieces { bytes += try writer.body(Array(piece.utf8)) }
        bytes += try writer.end(trailers: trailers)
        return (String(decoding: bytes, as: UTF8.self), writer.closes)
    }

    @Test("Order, case and repetitions are written as told, and the length behind them")
    func exact() throws {
        let head = ResponseHead(200, reason: "Fine", fields: ["x-B": "1", "A": "2", "X-b": "3"])
        let (text, closes) = try written(head, length: 2, pieces: ["ok"])
        #expect(text == "HTTP/1.1 200 Fine\r\nx-B: 1\r\nA: 2\r\nX-b: 3\r\nContent-Length: 2\r\n\r\nok")
        #expect(!closes)
    }

    @Test("A body of unknown length is chunked in the pieces of the caller, with trailers")
    func chunked() throws {
        let (text, _) = try written(
            ResponseHead(200), pieces: ["a", "", String(repeating: "b", count: 17)], trailers: ["X-Sum": "1"])
        #expect(
            text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n11\r\nbbbbbbbbbbbbbbbbb\r\n"
                + "0\r\nX-Sum: 1\r\n\r\n")
    }

    @Test("HTTP/1.0 gets no chunks: the end of the connection is the end of the body")
    func old() throws {
        let (text, closes) = try written(ResponseHead(200), minorVersion: 0, pieces: ["a"])
        #expect(text == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\na")
        #expect(closes)
        #expect(
            try written(ResponseHead(200), length: 1, minorVersion: 0, pieces: ["a"]).text
                == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\na")
    }

    @Test(
        "HEAD, 204 and 304 have no body",
        arguments: [
            ("HEAD", 200, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
            ("GET", 204, "HTTP/1.1 204 No Content\r\n\r\n"),
            ("GET", 304, "HTTP/1.1 304 Not Modified\r\n\r\n"),
        ])
    func bodiless(_ method: String, _ status: Int, _ expected: String) throws {
        let (text, closes) = try written(ResponseHead(status), length: 2, method: method, pieces: ["ok"])
        #expect(text == expected)
        #expect(!closes)
    }

    @Test("A length of the caller is obeyed, and a false one ends the connection")
    func falseLength() throws {
        let (text, closes) = try written(ResponseHead(200, fields: ["content-length": "5"]), length: 2, pieces: ["ok"])
        #expect(text == "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nok")
        #expect(closes)
        let exact = try written(ResponseHead(200, fields: ["Content-Length": "2"]), pieces: ["ok"])
        #expect(!exact.closes)
    }

    @Test("An informational head stands in front, and HTTP/1.0 gets none")
    func informational() throws {
        let early = ResponseHead(103, fields: ["Link": "</a>"])
        #expect(
            try String(decoding: ResponseWriter(method: "GET").informational(early), as: UTF8.self)
                == "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        #expect(try ResponseWriter(method: "GET", minorVersion: 0).informational(early).isEmpty)
    }

    @Test(
        "What would break the head apart is an error",
        arguments: [
            ResponseHead(99), ResponseHead(1_000), ResponseHead(200, reason: "a\r\nb"),
            ResponseHead(200, fields: ["a b": "c"]), ResponseHead(200, fields: ["": "c"]),
            ResponseHead(200, fields: ["a": "b\r\nc: d"]), ResponseHead(200, fields: ["a": "\0"]),
        ])
    func malformed(_ head: ResponseHead) {
        var writer = ResponseWriter(method: "GET")
        #expect(throws: ResponseError.self) { try writer.start(head) }
        #expect(!writer.hasStarted)
    }

    @Test("Calls out of order are errors")
    func order() throws {
        var writer = ResponseWriter(method: "GET")
        #expect(throws: ResponseError.outOfOrder("a body outside of an answer")) { try writer.body([1]) }
        _ = try writer.start(ResponseHead(200))
        #expect(throws: ResponseError.outOfOrder("a second head")) { try writer.start(ResponseHead(200)) }
        _ = try writer.end()
        #expect(throws: ResponseError.outOfOrder("an end outside of an answer")) { try writer.end() }
    }
}
