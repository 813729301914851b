import Foundation
import TestSupport
import Testing

@testable import WindTunnel

/// A report can be read, whatever caused it.
@Suite(.timeLimit(.minutes(3)))
struct SizeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var path = "/a"
        var type: String?
        var body = Data()
        var testDescription: String { name }
    }

    private func report(_ row: Case) -> String {
        let server = MockServer(origin)
        server.add {
            Stub(.post("/a"), .json(["a": 1]), returning: .status(200))
            Stub(.post("/a"), .body("x"), returning: .status(200))
            Stub(.post("/a"), .form(["x": "y"]), returning: .status(200))
            Stub(.post("/a" + String(repeating: "/x", count: 10_000)), returning: .status(200))
        }
        let headers = row.type.map { ["Content-Type": $0] } ?? [:]
        var request = URLRequest(row.path, method: "POST", headers: headers)
        request.httpBody = row.body
        return UnexpectedReport(request: MockRequest(request), core: server.core).text
    }

    private static let json = "application/json"
    private static let huge = [
        Case(name: "path", path: String(repeating: "/seg", count: 5_000)),
        Case(name: "segment", path: "/" + String(repeating: "s", count: 50_000)),
        Case(name: "item of a query", path: "/a?q=" + String(repeating: "s", count: 50_000)),
        Case(name: "text", body: Data(repeating: 0x61, count: 500_000)),
        Case(name: "one character", body: Data(("e" + String(repeating: "\u{301}", count: 100_000)).utf8)),
        Case(name: "bytes", body: Data(repeating: 0xFF, count: 500_000)),
        Case(
            name: "form", type: "application/x-www-form-urlencoded",
            body: Data((0..<20_000).map { "k\($0)=v\($0)" }.joined(separator: "&").utf8)),
        Case(
            name: "field of a form", type: "application/x-www-form-urlencoded",
            body: Data(("k=" + String(repeating: "v", count: 100_000)).utf8)),
        Case(name: "JSON", type: json, body: Data(("[" + String(repeating: "1,", count: 100_000) + "1]").utf8)),
        Case(
            name: "string of JSON", type: json, body: Data(("\"" + String(repeating: "x", count: 60_000) + "\"").utf8)),
        Case(
            name: "deep JSON", type: json,
            body: Data((String(repeating: "[", count: 200) + String(repeating: "]", count: 200)).utf8)),
        Case(
            name: "parts", type: "multipart/form-data; boundary=b",
            body: Data(
                ((0..<1_000).map { "--b\r\nContent-Disposition: form-data; name=\"n\($0)\"\r\n\r\nx\r\n" }.joined()
                    + "--b--\r\n").utf8)),
        Case(name: "lines", body: Data(String(repeating: "\n", count: 50_000).utf8)),
    ]

    @Test(arguments: huge)
    func `a report is short, whatever the request`(_ row: Case) {
        let text = report(row)
        #expect(text.utf8.count < 14_000)
        #expect(text.split(separator: "\n").count < 160)
        #expect(text.contains("\nTo answer it, add:\n\n    Stub(.post("))
    }

    @Test func `a long path is pasted as far as one reads`() throws {
        let request = MockRequest.made("GET", String(repeating: "/seg", count: 5_000))
        let origin = try Origin.parse("https://api.example.com").get()
        let text = StubSource.stub(for: request, origin: origin)
        #expect(text.hasSuffix("/seg/**\"), returning: .status(200))"))
        #expect(text.utf8.count < 600)
        #expect(RequestMatcher.get("/seg/seg/**").mismatch(in: request) == nil)
    }

    @Test func `a long line keeps its end, where it says what was expected`() {
        let line = ReportText.line("differs", "a is \(String(repeating: "x", count: 5_000)), expected b")
        #expect(line.hasSuffix("x, expected b") && line.contains("x… x"))
    }

    @Test(
        arguments: [
            ("a\0b\u{1B}[31mc\td\u{7F}", [#"a\u{0}b\u{1b}[31mc"# + "\t" + #"d\u{7f}"#]),
            ("one\r\ntwo\rthree\nfour", ["one", "two", "three", "four"]), ("ä\u{200D}ö", ["ä\u{200D}ö"]),
        ])
    func `text is shown line by line, and no terminal obeys it`(_ text: String, _ lines: [String]) {
        #expect(BodyText(body: Data(text.utf8), contentType: "text/plain").lines == lines)
        #expect(BodyText(body: Data("v=\(text)".utf8), contentType: "text/plain").lines.first == "v=" + lines[0])
    }

    @Test(
        arguments: [
            ("[\(String(repeating: "1,", count: 100_000))1]", "[\(String(repeating: "1,", count: 39))1…"),
            ("\"\(String(repeating: "x", count: 100_000))\"", "\"\(String(repeating: "x", count: 79))…"),
            (#"{"a":{"token":"s3cr3t","b":[null,true]},"z":2}"#, #"{"a":{"b":[null,true],"token":"•••"},"z":2}"#),
            ("{\"\(String(repeating: "k", count: 200))\":1,\"z\":2}", "{\"\(String(repeating: "k", count: 78))…"),
        ])
    func `a large value of JSON is shown by its beginning`(_ text: String, _ shown: String) throws {
        let value = try JSONParser.parse(text)
        let difference = value.difference(from: .null, rules: JSONRules())
        #expect(difference == "$ is \(shown), expected null")
    }

    @Test func `text is not cut into bytes`() {
        let text = String(repeating: "€", count: 100_000)
        #expect(RequestText.text(Data(text.utf8), limit: 100) == String(repeating: "€", count: 33))
        #expect(text.cut(100) == String(repeating: "€", count: 33) + "…")
        #expect(RequestText.text(Data([0xFF, 0x61]), limit: 1) == nil)
    }
}
