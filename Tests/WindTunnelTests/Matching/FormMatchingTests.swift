import Testing

@testable import WindTunnel

private let formType = "application/x-www-form-urlencoded"

private func form(_ text: String) -> MockRequest { post(text, type: formType) }

@Suite(.timeLimit(.minutes(3)))
struct FormMatchingTests {
    @Test(arguments: [
        holds(.form(["user": "ann", "password": "x"]), form("password=x&user=ann&more=1")),
        holds(.form(["user": "ann"]), post("user=ann", type: "Application/X-WWW-Form-Urlencoded; charset=UTF-8")),
        holds(.form(["user": "ann"]), post("user=ann")),
        holds(.form(["a": "b c"]), form("a=b+c")),
        holds(.form(["a": "b c"]), form("a=b%20c")),
        holds(.form(["a": "b+c"]), form("a=b%2Bc")),
        holds(.form(["x[]": "1"]), form("x%5B%5D=1")),
        holds(.form(["t": "1", "t": "2"]), form("t=2&t=1")),
        holds(.form(["a": ""]), form("a")),
        holds(.form(["ä": "ö"]), form("%C3%A4=%C3%B6")),
        holds(.form(["a": .present, "b": .absent, "c": .prefix("x")]), form("a=&c=xyz")),
        holds(.form([:]), form("")),
        holds(.exactForm(["a": "1", "b": "2"]), form("b=2&a=1")),
        holds(.exactForm(["t": "1", "t": "2"]), form("t=2&t=1")),
        holds(.exactForm([:]), form("")),
        differs(.form(["user": "ann"]), form("user=bo"), #"form field user is "bo", expected "ann""#),
        differs(.form(["user": "ann"]), form("user=bo&user=cy"), #"form field user is "bo", "cy", expected "ann""#),
        differs(.form(["user": "ann"]), form(""), #"form field user is missing, expected "ann""#),
        differs(.form(["a": .absent]), form("a="), #"form field a is "", expected none"#),
        differs(.form(["a": "b+c"]), form("a=b+c"), #"form field a is "b c", expected "b+c""#),
        differs(.form(["password": "x"]), form("password=y"), #"form field password is "•••", expected another value"#),
        differs(
            .form(["a": "1"]), post(#"{"a":1}"#, type: "application/json"),
            "the body is application/json, not a URL-encoded form"),
        differs(
            .form(["a": "1"]), request("/", "POST", body: Data([0xFF])),
            "the body is no URL-encoded form: it is not text"),
        differs(.exactForm(["a": "1"]), form("a=1&b=2"), "form field b is there, expected no such field"),
        differs(.exactForm(["a": "1"]), form("a=1&a=1"), "form field a is there 2 times, expected 1"),
        differs(.exactForm(["a": "1", "a": "1"]), form("a=1"), "form field a is there 1 times, expected 2"),
    ])
    func `fields are compared decoded, in any order`(_ row: MatchingCase) { row.check() }

    @Test func `dictionaries are taken too`() {
        let fields = ["b": "2", "a": "1"]
        #expect(RequestMatcher.form(fields).description == #".form(["a": "1", "b": "2"])"#)
        #expect(RequestMatcher.exactForm(fields).description == #".exactForm(["a": "1", "b": "2"])"#)
    }

    @Test(
        arguments: [
            (.form(["user": "ann", "a": "x\"y"]), ##".form(["user": "ann", "a": #"x"y"#])"##),
            (.form(["a": .absent]), #".form(["a": .absent])"#), (.form([:]), ".form([:])"),
            (.exactForm(["t": "1", "t": "2"]), #".exactForm(["t": "1", "t": "2"])"#),
            (.multipart("f"), #".multipart("f")"#),
            (
                .multipart("f", filename: "a.png", contentType: "image/png", body: Data("x".utf8)),
                #".multipart("f", filename: "a.png", contentType: "image/png", body: Data("x".utf8))"#
            ),
            (.multipart("f", body: Data([0xFF])), #".multipart("f", body: Data([0xff]))"#),
        ] as [(RequestMatcher, String)])
    func `they print themselves as source`(_ matcher: RequestMatcher, _ source: String) {
        #expect(matcher.description == source)
    }
}

@Suite(.timeLimit(.minutes(3)))
struct MultipartMatchingTests {
    private static let png = Data([0x89, 0x50, 0x0D, 0x0A, 0x2D, 0x2D, 0x0A, 0x00, 0xFF])

    /// Two fields and a file, as clients send them.
    private static func upload(
        _ boundary: String = "b1", type: String? = nil, line: String = "\r\n", before: String = "",
        after: String = "\r\n",
        filename: String = "a.png"
    ) -> MockRequest {
        let head = [
            "\(before)--\(boundary)", #"Content-Disposition: form-data; name="user""#, "", "Ann", "--\(boundary)",
            #"content-disposition: form-data; filename="\#(filename)"; name=file"#, "Content-Type: image/png; q=1", "",
            "",
        ]
        let tail = [
            "", "--\(boundary)", #"Content-Disposition: form-data; name="empty""#, "", "", "--\(boundary)--\(after)",
        ]
        let body = Data(head.joined(separator: line).utf8) + png + Data(tail.joined(separator: line).utf8)
        return request(
            "/", "POST", headers: ["Content-Type": type ?? "multipart/form-data; boundary=\(boundary)"], body: body)
    }

    @Test(arguments: [
        upload(), upload("----WebKitFormBoundaryX'()+_,-./:=?"), upload(line: "\n", after: "\n"), upload(after: ""),
        upload(before: "This is a preamble.\r\n\r\n"), upload(after: "\r\nThis is an epilogue.\r\n--b1\r\nx"),
        upload("a b", type: #"multipart/form-data; boundary="a b""#),
        upload("a;b", type: #"Multipart/Form-Data; charset=utf-8; BOUNDARY="a;b"; x=1"#),
        upload(after: "  \r\n"),
    ])
    func `parts are found behind any boundary and line break`(_ request: MockRequest) throws {
        let parts = try request.multipart()
        #expect(parts.map(\.name) == ["user", "file", "empty"])
        #expect(parts.map(\.filename) == [nil, "a.png", nil])
        #expect(parts.map(\.contentType) == [nil, "image/png; q=1", nil])
        #expect(parts.map(\.body) == [Data("Ann".utf8), Self.png, Data()])
        holds(.multipart("file", filename: "a.png", contentType: "image/png", body: Self.png), request).check()
    }

    @Test(arguments: [
        holds(.multipart("user"), upload()),
        holds(.multipart("user", body: Data("Ann".utf8)), upload()),
        holds(.multipart("file", contentType: "IMAGE/PNG"), upload()),
        holds(.multipart("file", filename: #"a"b.png"#), upload(filename: #"a\"b.png"#)),
        holds(.multipart("file", filename: #"C:\a.png"#), upload(filename: #"C:\a.png"#)),
        holds(.multipart("file", filename: "a%22b.png"), upload(filename: "a%22b.png")),
        holds(.multipart("file", filename: "日本;=.png"), upload(filename: "日本;=.png")),
        differs(.multipart("avatar"), upload(), #"multipart body has no part "avatar", only "user", "file", "empty""#),
        differs(
            .multipart("file", filename: "b.png"), upload(),
            #"multipart part "file": filename is "a.png", expected "b.png""#),
        differs(
            .multipart("user", filename: "b.png"), upload(),
            #"multipart part "user": filename is missing, expected "b.png""#),
        differs(
            .multipart("file", contentType: "image/gif"), upload(),
            #"multipart part "file": content type is "image/png; q=1", expected "image/gif""#),
        differs(
            .multipart("user", contentType: "text/plain"), upload(),
            #"multipart part "user": content type is missing, expected "text/plain""#),
        differs(
            .multipart("user", body: Data("Bo".utf8)), upload(),
            #"multipart part "user": 3 bytes differ from the 2 expected"#),
        differs(
            .multipart("a"), post("--b\r\n\r\nx\r\n--b--", type: "multipart/form-data; boundary=b"),
            #"multipart body has no part "a", only one without a name"#),
        differs(
            .multipart("a"), post("--b--\r\n", type: "multipart/form-data; boundary=b"),
            #"multipart body has no part "a", it has none"#),
        differs(.multipart("a"), post("x"), "the body is no multipart body: its content type is missing"),
        differs(
            .multipart("a"), post("{}", type: "application/json"),
            "the body is no multipart body: its content type is application/json"),
        differs(
            .multipart("a"), post("x", type: "multipart/form-data"),
            "the body is no multipart body: its content type has no boundary"),
        differs(
            .multipart("a"), post("", type: "multipart/form-data; boundary=b"),
            "the multipart body does not end with --b--"),
        differs(
            .multipart("a"), post("--b\r\nname\r\n\r\nx\r\n--b--", type: "multipart/form-data; boundary=b"),
            #""name" is no header of a multipart part"#),
        differs(
            .multipart("a"), post("--b\r\nA: b\r\n--b--", type: "multipart/form-data; boundary=b"),
            "a part of the multipart body has no empty line behind its headers"),
    ])
    func `a part is told by name, file name, type and bytes`(_ row: MatchingCase) { row.check() }

    @Test func `one of several parts of a name is enough`() {
        let part = "--b\r\nContent-Disposition: form-data; name=f; filename="
        let body = part + "1\r\n\r\nx\r\n" + part + "2\r\n\r\ny\r\n--b--"
        let request = post(body, type: "multipart/form-data; boundary=b")
        holds(.multipart("f", filename: "2", body: Data("y".utf8)), request).check()
        differs(.multipart("f", filename: "3"), request, #"multipart part "f": filename is "1", expected "3""#).check()
    }

    @Test func `what only begins like the boundary belongs to the part`() throws {
        let text = "--b\r\n\r\n--bc\r\n--b--c\r\nx --b\r\n--b\r\n\r\n2\r\n--b--"
        let parts = try post(text, type: "multipart/mixed; boundary=b").multipart()
        #expect(parts.map(\.text) == ["--bc\r\n--b--c\r\nx --b", "2"])
    }

    @Test func `a part may end with its headers`() throws {
        let parts = try post("--b\r\nA: 1\r\n\r\n--b--", type: "multipart/mixed; boundary=b").multipart()
        #expect(parts.map(\.body) == [Data()])
        #expect(parts.first?.headers["a"] == "1")
    }

    @Test func `a body that is cut anywhere is refused, never a trap`() throws {
        let whole = Self.upload(after: "")
        for count in 0..<whole.body.count {
            let cut = request(
                "/", "POST", headers: ["Content-Type": "multipart/form-data; boundary=b1"],
                body: whole.body.prefix(count))
            differs(.multipart("user"), cut, "the multipart body does not end with --b1--").check()
        }
    }
}
