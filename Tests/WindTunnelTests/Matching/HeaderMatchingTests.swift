import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct HeaderMatchingTests {
    private static let many = request(
        "/",
        headers: [
            "X-API-Key": "k", "Accept": "text/html, application/json;q=0.9", "X-Empty": "", "x-lower": "v",
            "Authorization": "Bearer t", "X-List": #"a, "b, \" c", d"#, "User-Agent": "A (b, c)",
        ])

    @Test(arguments: [
        holds(.get("/"), many),
        holds(.header("x-lower"), many),
        holds(.header("X-LOWER", "v"), many),
        holds(.header("x-api-KEY", "k"), many),
        holds(.header("X-Empty"), many),
        holds(.header("X-Empty", ""), many),
        holds(.header("X-Empty", .present), many),
        holds(.header("X-None", .absent), many),
        holds(.header("Accept", "text/html, application/json;q=0.9"), many),
        holds(.header("Accept", .contains("json")), many),
        holds(.header("Accept", ["text/html", "application/json;q=0.9"]), many),
        holds(.header("X-List", ["a", #""b, \" c""#, "d"]), many),
        holds(.header("User-Agent", ["A (b, c)"]), many),
        holds(.header("X-None", [String]()), many),
        holds(.header("Authorization", .prefix("Bearer ")), many),
        holds(.header("Authorization", .matching(#/Bearer .+/#)), many),
        differs(.header("X-None"), many, "header X-None is missing, expected any value"),
        differs(.header("X-None", "1"), many, #"header X-None is missing, expected "1""#),
        differs(.header("X-Empty", .absent), many, #"header X-Empty is "", expected none"#),
        differs(.header("x-lower", "V"), many, #"header x-lower is "v", expected "V""#),
        differs(.header("x-lower", ["v", "w"]), many, #"header x-lower is ["v"], expected ["v", "w"]"#),
        differs(
            .header("Accept", ["application/json;q=0.9", "text/html"]), many,
            #"header Accept is ["text/html", "application/json;q=0.9"], expected ["application/json;q=0.9", "text/html"]"#
        ),
        differs(.header("X-None", ["1"]), many, #"header X-None is missing, expected ["1"]"#),
    ])
    func `names are compared without case, values as they are`(_ row: MatchingCase) { row.check() }

    @Test(arguments: [
        differs(.header("Authorization", "Bearer s"), many, #"header Authorization is "•••", expected another value"#),
        differs(.header("authorization", .absent), many, #"header authorization is "•••", expected none"#),
        differs(
            .header("Authorization", ["Bearer s"]), many, #"header Authorization is ["•••"], expected other values"#),
        differs(.header("Cookie", "a=1"), many, "header Cookie is missing, expected another value"),
    ])
    func `secrets are masked in reasons`(_ row: MatchingCase) { row.check() }

    @Test(
        arguments: [
            (.header("X-A"), #".header("X-A")"#), (.header("X-A", "1"), #".header("X-A", "1")"#),
            (.header("X-A", .present), #".header("X-A", .present)"#),
            (.header("X-A", .absent), #".header("X-A", .absent)"#),
            (.header("X-A", ["1", "2"]), #".header("X-A", ["1", "2"])"#),
            (.header("X-A", .matching(#/a\/b+/#)), #".header("X-A", .matching(#/a/b+/#))"#),
        ] as [(RequestMatcher, String)])
    func `they print themselves as source`(_ matcher: RequestMatcher, _ source: String) {
        #expect(matcher.description == source)
    }
}

@Suite(.timeLimit(.minutes(3)))
struct ValueMatcherTests {
    @Test(
        arguments: [
            ("abc", "abc", #""abc""#, nil), ("", "", #""""#, nil), ("abc", "Abc", #""abc""#, #"expected "abc""#),
            (.equal("a"), "a", #""a""#, nil),
            (.contains("b"), "abc", #".contains("b")"#, nil), (.contains(""), "", #".contains("")"#, nil),
            (.contains("\n"), "a\r\nb", #".contains("\n")"#, nil),
            (.contains("aab"), "aaab", #".contains("aab")"#, nil),
            (.contains("x"), "abc", #".contains("x")"#, #"expected a value that contains "x""#),
            (.prefix("ab"), "abc", #".prefix("ab")"#, nil), (.prefix(""), "", #".prefix("")"#, nil),
            (.prefix("a\r"), "a\r\n", #".prefix("a\r")"#, nil),
            (.prefix("bc"), "abc", #".prefix("bc")"#, #"expected a value that begins with "bc""#),
            (.suffix("bc"), "abc", #".suffix("bc")"#, nil), (.suffix(""), "", #".suffix("")"#, nil),
            (.suffix("ab"), "abc", #".suffix("ab")"#, #"expected a value that ends with "ab""#),
            (.suffix("abcd"), "bcd", #".suffix("abcd")"#, #"expected a value that ends with "abcd""#),
            (.matching(#/a.c/#), "abc", ".matching(#/a.c/#)", nil),
            (.matching(#/b/#), "abc", ".matching(#/b/#)", "expected a value that matches /b/"),
            (.matching(#/(?<year>\d{4})-\d\d/#), "2026-01", #".matching(#/(?<year>\d{4})\-\d\d/#)"#, nil),
            (.present, "", ".present", nil), (.absent, "", ".absent", "expected none"),
            (.custom("is short") { $0.count < 3 }, "ab", #".custom("is short")"#, nil),
            (.custom("is short") { $0.count < 3 }, "abc", #".custom("is short")"#, "expected is short"),
        ] as [(ValueMatcher, String, String, String?)])
    func `each value matcher holds, prints itself and says what it expected`(
        _ matcher: ValueMatcher, _ value: String, _ source: String, _ reason: String?
    ) {
        #expect(matcher.description == source)
        let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        MatchingCase(
            matcher: .query("x", matcher), request: request("/?x=\(escaped)"),
            reason: reason.map { "query x is \"\(value)\", \($0)" }
        ).check()
    }

    @Test func `a string with variables is equality`() {
        let id = 42
        holds(.query("id", "\(id)"), request("/?id=42")).check()
        let text = "a"
        holds(.query("q", text), request("/?q=a")).check()
        holds(.header("X", text), request("/", headers: ["X": "a"])).check()
        holds(.form(["a": text]), post("a=a")).check()
    }

    @Test func `one regular expression serves many requests at a time`() async {
        let matcher = RequestMatcher.query("q", .matching(#/(a|b)+c/#))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { matcher.mismatch(in: request("/?q=abababc")) == nil } }
            for await result in group { #expect(result) }
        }
    }
}
