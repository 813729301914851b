import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct CompositionTests {
    private static let a = RequestMatcher.header("A")
    private static let b = RequestMatcher.header("B")
    private static let c = RequestMatcher.header("C")

    private static func having(_ names: String...) -> MockRequest {
        request("/", headers: Dictionary(uniqueKeysWithValues: names.map { ($0, "1") }))
    }

    @Test(arguments: [
        (a && b, #".header("A") && .header("B")"#),
        (a || b, #".header("A") || .header("B")"#),
        (!a, #"!.header("A")"#),
        (!(!a), #"!!.header("A")"#),
        (a && b && c, #".header("A") && .header("B") && .header("C")"#),
        (a && (b && c), #".header("A") && .header("B") && .header("C")"#),
        (a || b || c, #".header("A") || .header("B") || .header("C")"#),
        (a || (b || c), #".header("A") || .header("B") || .header("C")"#),
        (a || b && c, #".header("A") || .header("B") && .header("C")"#),
        ((a || b) && c, #"(.header("A") || .header("B")) && .header("C")"#),
        (a && (b || c), #".header("A") && (.header("B") || .header("C"))"#),
        (!(a && b), #"!(.header("A") && .header("B"))"#),
        (!(a || b) && c, #"!(.header("A") || .header("B")) && .header("C")"#),
        (!a && !b || c, #"!.header("A") && !.header("B") || .header("C")"#),
        (.get("/a") || .get("/b"), #".get("/a") || .get("/b")"#),
    ])
    func `they print themselves with the parentheses they need`(_ matcher: RequestMatcher, _ source: String) {
        #expect(matcher.description == source)
    }

    @Test func `a stub prints its matchers as arguments`() {
        let stub = Stub(.get("/a") || .get("/b"), !.header("X-Debug"), returning: .status(200))
        #expect(stub.description == #"Stub(.get("/a") || .get("/b"), !.header("X-Debug"))"#)
        #expect("\(stub.named("first"))" == #"Stub(.get("/a") || .get("/b"), !.header("X-Debug")).named("first")"#)
    }

    /// Every combination of three headers against each composition and what Swift's own operators say.
    @Test(arguments: 0..<8)
    func `they hold as Swift's own operators do`(_ bits: Int) {
        let (x, y, z) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
        let headers = [("A", x), ("B", y), ("C", z)].filter(\.1).map { ($0.0, "1") }
        let request = request("/", headers: Dictionary(uniqueKeysWithValues: headers))
        let (a, b, c) = (Self.a, Self.b, Self.c)
        let table: [(RequestMatcher, Bool)] = [
            (a && b, x && y), (a || b, x || y), (!a, !x), (!(!a), x), (a || b && c, x || y && z),
            ((a || b) && c, (x || y) && z), (!(a && b), !(x && y)), (!(a || b), !(x || y)),
            (!a && b || !c, !x && y || !z),
            (a && b && c, x && y && z), (a || b || c, x || y || z), (!(a && (b || !c)), !(x && (y || !z))),
        ]
        for (matcher, expected) in table {
            #expect((matcher.mismatch(in: request) == nil) == expected, "\(matcher)")
        }
    }

    @Test(arguments: [
        differs(a && b, having("A"), "header B is missing, expected any value"),
        differs(a && b, having(), "header A is missing, expected any value"),
        differs(
            a || b, having(),
            "neither holds: header A is missing, expected any value; header B is missing, expected any value"),
        differs(
            a || b || c, having(),
            "none holds: header A is missing, expected any value; header B is missing, expected any value; "
                + "header C is missing, expected any value"),
        differs(!a, having("A"), #".header("A") holds, expected that it does not"#),
        differs(!(a || b), having("B"), #".header("A") || .header("B") holds, expected that it does not"#),
        differs(!(!a), having(), #"!.header("A") holds, expected that it does not"#),
    ])
    func `each says why it does not hold`(_ row: MatchingCase) { row.check() }

    @Test func `the part that differs is known`() throws {
        let request = request("/x?q=1", "POST", headers: ["H": "1"], body: Data("{}".utf8))
        let table: [(RequestMatcher, Mismatch.Part)] = [
            (.get("/x"), .method), (.post("https://b.example/x"), .host), (.post("/y"), .path),
            (.post("/x?q=2"), .query),
            (.query("q", .absent), .query), (.exactQuery([:]), .query), (.header("I"), .header), (.body("x"), .body),
            (.json([]), .body), (.form(["a": "b"]), .body), (.multipart("a"), .body), (.graphQL("A"), .body),
            (.custom("x") { _ in false }, .other), (!.header("H"), .other), (.header("I") || .header("J"), .header),
            (.header("I") || .body("x"), .other), (.post("/x") && .header("I"), .header),
        ]
        for (matcher, part) in table {
            #expect(matcher.mismatch(in: request, origin: "https://api.example.com")?.part == part, "\(matcher)")
        }
    }

    @Test func `the alternative that holds captures`() async {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/{id}") || .get("/u/{id}") && .header("X")) { request in
                .text(request.path["id"] ?? "none")
            }
        }
        #expect(await answer(server, request("/users/1")) == "1")
        #expect(await answer(server, request("/u/2", headers: ["X": "1"])) == "2")
        #expect(await answer(server, request("/u/2")).hasPrefix("Unexpected request: GET "))
    }
}
