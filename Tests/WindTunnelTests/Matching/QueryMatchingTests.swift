import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct QueryMatchingTests {
    @Test(arguments: [
        holds(.get("/a"), request("/a?x=1")),
        holds(.get("/a?x=1"), request("/a?x=1")),
        holds(.get("/a?x=1&y=2"), request("/a?z=3&y=2&x=1")),
        holds(.get("/a?q=a b"), request("/a?q=a%20b")),
        holds(.get("/a?q=a+b"), request("/a?q=a%20b")),
        holds(.get("/a?q=a%20b"), request("/a?q=a+b")),
        holds(.get("/a?q=a%2Bb"), request("/a?q=a%2bb")),
        holds(.get("/a?x[]=1"), request("/a?x%5B%5D=1")),
        holds(.get("/a?x%5B%5D=1"), request("/a?x[]=1")),
        holds(.get("/a?t=1&t=2"), request("/a?t=2&t=1&t=3")),
        holds(.get("/a?flag"), request("/a?flag")),
        holds(.get("/a?flag="), request("/a?flag")),
        holds(.get("/a?flag"), request("/a?flag=")),
        holds(.get("/a?"), request("/a")),
        holds(.get("/a"), request("/a?")),
        holds(.get("/a?x=1&&y=2"), request("/a?y=2&x=1")),
        holds(.get("/a?u=https://b.example/?c"), request("/a?u=https://b.example/?c")),
        holds(.get("/a?q=a=b"), request("/a?q=a%3Db")),
        holds(.get("/a?q=%2A*{x}"), request("/a?q=**%7Bx%7D")),
        holds(.get("/a?q=ä"), request("/a?q=%C3%A4")),
        differs(.get("/a?x=1"), request("/a"), #"query x is missing, expected "1""#),
        differs(.get("/a?x=1"), request("/a?x=2"), #"query x is "2", expected "1""#),
        differs(.post("/batch?mode=x"), request("/batch?mode=y", "POST"), #"query mode is "y", expected "x""#),
        differs(.get("/a?t=1&t=1"), request("/a?t=1&t=2"), #"query t is "1", "2", expected "1""#),
        differs(.get("/a?q=a%2Bb"), request("/a?q=a+b"), #"query q is "a b", expected "a+b""#),
        differs(.get("/a?q=a b"), request("/a?q=a%2Bb"), #"query q is "a+b", expected "a b""#),
        differs(.get("/a?x=1"), request("/a?X=1"), #"query x is missing, expected "1""#),
        differs(.get("/a?q={x}"), request("/a?q=1"), #"query q is "1", expected "{x}""#),
    ])
    func `the items of a pattern must be there, decoded, in any order`(_ row: MatchingCase) { row.check() }

    @Test(arguments: [
        holds(.query("q", "a b"), request("/?q=a+b")),
        holds(.query("q", "a b"), request("/?q=a%20b")),
        holds(.query("q", "a+b"), request("/?q=a%2Bb")),
        holds(.query("q", "(a)"), request("/?q=%28a%29")),
        holds(.query("q", "(a)"), request("/?q=(a)")),
        holds(.query("Value", "1+2"), request("/?Value=1%2B2")),
        holds(.query("x[]", "1"), request("/?x%5b%5d=1")),
        holds(.query("x", "1"), request("/?x=2&x=1")),
        holds(.query("x", ""), request("/?x")),
        holds(.query("x", ""), request("/?x=")),
        holds(.query("", "1"), request("/?=1")),
        holds(.query("x", .present), request("/?x")),
        holds(.query("x", .absent), request("/?y=1")),
        holds(.query("x", .absent), request("/")),
        holds(.query("q", .matching(#/swift.*/#)), request("/?q=swiftly")),
        holds(.query("t", ["1", "2"]), request("/?t=2&u=3&t=1")),
        holds(.query("t", ["1", "1"]), request("/?t=1&t=1")),
        holds(.query("t", ["1,2"]), request("/?t=1,2")),
        holds(.query("t", [String]()), request("/?u=1")),
        differs(.query("x", "1"), request("/"), #"query x is missing, expected "1""#),
        differs(.query("x", "1"), request("/?x"), #"query x is "", expected "1""#),
        differs(.query("x", "1"), request("/?x=2&x=3"), #"query x is "2", "3", expected "1""#),
        differs(.query("x", "1"), request("/?x[]=1"), #"query x is missing, expected "1""#),
        differs(.query("x", .absent), request("/?x"), #"query x is "", expected none"#),
        differs(.query("x", .present), request("/"), "query x is missing, expected any value"),
        differs(.query("q", "a+b"), request("/?q=a+b"), #"query q is "a b", expected "a+b""#),
        differs(.query("t", ["1", "2"]), request("/?t=1,2"), #"query t is ["1,2"], expected ["1", "2"]"#),
        differs(.query("t", ["1", "2"]), request("/?t=1"), #"query t is ["1"], expected ["1", "2"]"#),
        differs(.query("t", ["1"]), request("/?t=1&t=1"), #"query t is ["1", "1"], expected ["1"]"#),
        differs(.query("t", ["1"]), request("/"), #"query t is [], expected ["1"]"#),
    ])
    func `an item is compared by its decoded value`(_ row: MatchingCase) { row.check() }

    @Test(arguments: [
        holds(.exactQuery([:]), request("/")),
        holds(.exactQuery([:]), request("/?")),
        holds(.exactQuery([:]), request("/#x=1")),
        holds(.exactQuery(["a": "1", "b": "2"]), request("/?b=2&a=1")),
        holds(.exactQuery(["t": "1", "t": "2"]), request("/?t=2&t=1")),
        holds(.exactQuery(["x": ""]), request("/?x")),
        differs(.exactQuery([:]), request("/?a=1"), #"query a is "1", expected no such item"#),
        differs(.exactQuery([:]), request("/?a"), #"query a is "", expected no such item"#),
        differs(.exactQuery(["a": "1"]), request("/?a=1&b=2"), #"query b is "2", expected no such item"#),
        differs(.exactQuery(["a": "1"]), request("/?a=1&a=1"), #"query a is "1", expected no such item"#),
        differs(.exactQuery(["a": "1"]), request("/?a=2"), #"query a is "2", expected "1""#),
        differs(.exactQuery(["a": "1", "a": "1"]), request("/?a=1"), #"query a is "1", expected "1""#),
    ])
    func `an exact query closes the set`(_ row: MatchingCase) { row.check() }

    @Test func `an exact query takes a dictionary too`() {
        let items = ["b": "2", "a": "1"]
        #expect(RequestMatcher.exactQuery(items).description == #".exactQuery(["a": "1", "b": "2"])"#)
        holds(.exactQuery(items), request("/?b=2&a=1")).check()
    }

    @Test(
        arguments: [
            (.query("q", "a\"b"), ##".query("q", #"a"b"#)"##),
            (.query("t", ["1", "2"]), #".query("t", ["1", "2"])"#),
            (.query("t", .absent), #".query("t", .absent)"#),
            (.exactQuery([:]), ".exactQuery([:])"),
            (.exactQuery(["t": "1", "t": "2"]), #".exactQuery(["t": "1", "t": "2"])"#),
            (.get("/a?x=1"), #".get("/a?x=1")"#),
        ] as [(RequestMatcher, String)])
    func `they print themselves as source`(_ matcher: RequestMatcher, _ source: String) {
        #expect(matcher.description == source)
    }
}
