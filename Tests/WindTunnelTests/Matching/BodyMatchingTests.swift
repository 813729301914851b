import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct BodyMatchingTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    private static let binary = request("/", "POST", body: png)

    @Test(arguments: [
        holds(.body(png), binary),
        holds(.body(Data()), request("/", "POST")),
        holds(.body(Data("a".utf8)), post("a")),
        holds(.body("a\r\nb"), post("a\r\nb")),
        holds(.body(""), post("")),
        holds(.body(.contains("b")), post("abc")),
        holds(.body(.prefix("a") as ValueMatcher), post("abc")),
        holds(.body(.matching(#/(?s)a.*c/#)), post("a\nc")),
        holds(.body(.present), post("a")),
        holds(.body(.present), binary),
        holds(.body(.absent), post("")),
        holds(.body(.custom("is long") { $0.count > 2 }), post("abc")),
        differs(
            .body(png), request("/", "POST", body: png.dropLast()),
            "body has 7 bytes, expected 8; the first difference is at byte 7"),
        differs(
            .body(png), request("/", "POST", body: png + [0]),
            "body has 9 bytes, expected 8; the first difference is at byte 8"),
        differs(.body(png), post(""), "body has 0 bytes, expected 8; the first difference is at byte 0"),
        differs(
            .body(Data("abc".utf8)), post("abd"), "body has 3 bytes, expected 3; the first difference is at byte 2"),
        differs(.body("abc"), post("abd"), #"body is "abd", expected "abc""#),
        differs(.body("abc"), post("a\nd\r\n"), #"body is "a\nd\r\n", expected "abc""#),
        differs(.body("abc"), binary, #"body is 8 bytes that are not UTF-8, expected "abc""#),
        differs(
            .body(.contains("x")), binary, #"body is 8 bytes that are not UTF-8, expected a value that contains "x""#),
        differs(.body(.absent), binary, "body is 8 bytes that are not UTF-8, expected none"),
        differs(.body(.absent), post("a"), #"body is "a", expected none"#),
        differs(.body(.present), post(""), #"body is "", expected any value"#),
        differs(
            .body("abc"), post(String(repeating: "x", count: 201)),
            "body is \"\(String(repeating: "x", count: 200))…\", expected \"abc\""),
        differs(
            .body(#"{"a": 1, "b": 2}"#), post(#"{"b":2,"a":1}"#),
            "body is the same JSON in another format; use .json(…) to compare it by value"),
        differs(
            .body(Data("[1, 2]".utf8)), post("[1,2]"),
            "body is the same JSON in another format; use .json(…) to compare it by value"),
    ])
    func `bodies are compared by bytes or as text`(_ row: MatchingCase) { row.check() }

    @Test func `a slice of data is compared from its start`() {
        holds(.body(Data([0, 1, 2, 3])[2...]), request("/", "POST", body: Data([9, 2, 3])[1...])).check()
        holds(.json(["a": 1]), request("/", "POST", body: Data(#"xx{"a":1}"#.utf8)[2...])).check()
    }

    @Test(
        arguments: [
            (.body("a"), #".body("a")"#), (.body(.contains("a")), #".body(.contains("a"))"#),
            (.body(Data("a".utf8)), #".body(Data("a".utf8))"#), (.body(Data()), #".body(Data("".utf8))"#),
            (.body(Data([0x89, 0x0A, 0xFF])), ".body(Data([0x89, 0x0a, 0xff]))"),
            (.body(Data(repeating: 0xFF, count: 17)), ".body(Data(17 bytes))"),
            (.custom("body is small") { _ in true }, #".custom("body is small")"#),
        ] as [(RequestMatcher, String)])
    func `they print themselves as source`(_ matcher: RequestMatcher, _ source: String) {
        #expect(matcher.description == source)
    }

    private struct Refusal: Error, CustomStringConvertible { var description: String { "no luck" } }

    @Test(arguments: [
        holds(.custom("body is small") { $0.body.count < 100 }, post("abc")),
        holds(.custom("path has an id") { $0.path == "/1" }, request("/1")),
        differs(.custom("body is small") { $0.body.count < 3 }, post("abc"), "body is small does not hold"),
        differs(.custom("it decodes") { _ in throw Refusal() }, post("abc"), "it decodes threw no luck"),
        differs(
            !.custom("it holds") { _ in true }, post("abc"), #".custom("it holds") holds, expected that it does not"#),
    ])
    func `a condition of one's own has its name in the reason`(_ row: MatchingCase) { row.check() }
}
