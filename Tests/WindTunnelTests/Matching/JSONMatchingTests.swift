import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct JSONMatchingTests {
    private struct User: Encodable { var name: String; var id: Int }
    private static let big = String(repeating: "1234567890", count: 4)

    @Test(arguments: [
        holds(.json(["name": "Ann", "tags": ["a", 1, nil]]), post(#"{ "tags" : ["a", 1.0, null], "name":"Ann" }"#)),
        holds(.json(["a": 1]), post(#"{"a":1.0}"#)),
        holds(.json(["a": 1.0]), post(#"{"a":1}"#)),
        holds(.json(["a": 100]), post(#"{"a":1e2}"#)),
        holds(.json(["a": 0]), post(#"{"a":-0.0E5}"#)),
        holds(.json(["a": 0.1]), post(#"{"a":1E-1}"#)),
        holds(.json(["a": true, "b": [:], "c": []]), post(#"{"c":[],"b":{},"a":true}"#)),
        holds(.json("text"), post(#""text""#)),
        holds(.json(nil), post("null")),
        holds(.json(7), post("7")),
        holds(.json([]), post(" [ ] ")),
        holds(.json([:]), post("{}")),
        holds(.json(["k": "é😀/"]), post(#"{"k":"\u00e9\ud83d\ude00\/"}"#)),
        holds(.json(text: #""\ud800""#), post(#""\uD800""#)),
        holds(.json(["a": 1]), post("\u{FEFF}{\"a\":1}")),
        holds(.json(["a": 2]), post(#"{"a":1,"a":2}"#)),
        holds(.json(text: "18446744073709551617"), post("18446744073709551617.0")),
        holds(.json(text: big), post(big)),
        holds(.json(text: "1e400"), post("10e399")),
        holds(.json(User(name: "Ann", id: 1)), post(#"{"id":1,"name":"Ann"}"#)),
        holds(.json(["id": .value(UInt64.max)]), post(#"{"id":18446744073709551615}"#)),
        differs(.json(["name": "Ann"]), post(#"{"name":"Bo"}"#), #"json body: $.name is "Bo", expected "Ann""#),
        differs(.json(["a": 1]), post(#"{"a":"1"}"#), #"json body: $.a is "1", expected 1"#),
        differs(.json(["a": 1]), post(#"{"a":true}"#), "json body: $.a is true, expected 1"),
        differs(.json(["a": 0]), post(#"{"a":false}"#), "json body: $.a is false, expected 0"),
        differs(.json(["a": nil]), post("{}"), "json body: $.a is missing, expected null"),
        differs(.json([:]), post(#"{"a":null}"#), "json body: $.a is null, expected no such member"),
        differs(.json([1, 2]), post("[2,1]"), "json body: $[0] is 2, expected 1"),
        differs(.json([1, 2]), post("[1]"), "json body: $ has 1 element, expected 2"),
        differs(.json([1]), post("[1,2]"), "json body: $ has 2 elements, expected 1"),
        differs(.json([]), post("{}"), "json body: $ is {}, expected []"),
        differs(.json(["a": [["b": 1]]]), post(#"{"a":[{"b":2}]}"#), "json body: $.a[0].b is 2, expected 1"),
        differs(.json(["a b": 1]), post(#"{"a b":2}"#), #"json body: $["a b"] is 2, expected 1"#),
        differs(.json(["": 1]), post(#"{"":2}"#), #"json body: $[""] is 2, expected 1"#),
        differs(.json(["1a": 1]), post(#"{"1a":2}"#), #"json body: $["1a"] is 2, expected 1"#),
        differs(
            .json(text: "18446744073709551617"), post("18446744073709551616"),
            "json body: $ is 18446744073709551616, expected 18446744073709551617"),
        differs(.json(text: big + "1"), post(big + "2"), "json body: $ is \(big)2, expected \(big)1"),
        differs(
            .json(["a": 0.1]), post(#"{"a":0.10000000000000001}"#),
            "json body: $.a is 0.10000000000000001, expected 0.1"),
        differs(
            .json(1), post("\"" + String(repeating: "x", count: 100) + "\""),
            "json body: $ is \"\(String(repeating: "x", count: 79))…, expected 1"),
        differs(.json(1), post(""), "body is empty, expected JSON"),
        differs(.json(1), post("{\n \"a\": ü}"), "body is no JSON: unexpected character at line 2, column 7"),
        differs(.json(1), request("/"), "body is empty, expected JSON"),
    ])
    func `equality is by value`(_ row: MatchingCase) { row.check() }

    @Test(arguments: [
        holds(.json([1, 2, 2], ignoringArrayOrder: true), post("[2,1,2]")),
        holds(.json(["a": [[1, 2], [3]]], ignoringArrayOrder: true), post(#"{"a":[[3],[2,1]]}"#)),
        differs(.json([1, 1, 2], ignoringArrayOrder: true), post("[2,1,2]"), "json body: $ has no element 1"),
        differs(.json([1, 2], ignoringArrayOrder: true), post("[1]"), "json body: $ has 1 element, expected 2"),
        differs(
            .json([["a": 1]], ignoringArrayOrder: true), post(#"[{"a":1,"b":2}]"#),
            #"json body: $ has no element {"a":1}"#),
    ])
    func `the order of arrays can be ignored`(_ row: MatchingCase) { row.check() }

    @Test(arguments: [
        holds(.json(containing: ["name": "Ann"]), post(#"{"id":1,"name":"Ann"}"#)),
        holds(.json(containing: ["u": ["n": 1]]), post(#"{"u":{"n":1,"m":2},"v":3}"#)),
        holds(.json(containing: [["a": 1], ["b": 2]]), post(#"[{"a":1,"x":0},{"b":2}]"#)),
        holds(.json(containing: [:]), post(#"{"a":1}"#)),
        holds(.json(containing: User(name: "Ann", id: 1)), post(#"{"id":1,"name":"Ann","x":[]}"#)),
        holds(.json(containing: [1, 3], ignoringExtraElements: true), post("[0,1,2,3,4]")),
        holds(.json(containing: [], ignoringExtraElements: true), post("[0]")),
        holds(.json(containing: [3, 1], ignoringArrayOrder: true, ignoringExtraElements: true), post("[0,1,2,3]")),
        holds(.json(containing: [2, 1], ignoringArrayOrder: true), post("[1,2]")),
        // The first expected element fits both, the second only the first: the choice must be undone.
        holds(
            .json(containing: [["a": 1], ["a": 1, "b": 2]], ignoringArrayOrder: true), post(#"[{"a":1,"b":2},{"a":1}]"#)
        ),
        holds(
            .json(containing: ["l": [["a": 1]]], ignoringExtraElements: true), post(#"{"l":[{"b":0},{"a":1,"c":2}]}"#)),
        differs(.json(containing: ["a": 1]), post(#"{"b":1}"#), "json body: $.a is missing, expected 1"),
        differs(.json(containing: [1]), post("[1,2]"), "json body: $ has 2 elements, expected 1"),
        differs(.json(containing: [2, 1]), post("[1,2]"), "json body: $[0] is 1, expected 2"),
        differs(
            .json(containing: [3, 1], ignoringExtraElements: true), post("[0,1,2,3]"),
            "json body: $ has no element 1 in that place"),
        differs(.json(containing: [5], ignoringExtraElements: true), post("[0,1]"), "json body: $ has no element 5"),
        differs(
            .json(containing: [1, 1], ignoringArrayOrder: true, ignoringExtraElements: true), post("[0,1,2]"),
            "json body: $ has no element 1"),
        differs(
            .json(containing: ["a": [["b": [1]]]]), post(#"{"a":[{"b":[2],"c":0}]}"#),
            "json body: $.a[0].b[0] is 2, expected 1"),
    ])
    func `a subset may be asked for`(_ row: MatchingCase) { row.check() }

    @Test(
        arguments: [
            (
                .json(["name": "Ann", "a": [1, -2.5, true, nil]]), #".json(["a": [1, -2.5, true, nil], "name": "Ann"])"#
            ),
            (.json([:]), ".json([:])"), (.json([]), ".json([])"), (.json(nil), ".json(nil)"),
            (.json("x"), #".json("x")"#),
            (.json(["q": "a\"b"]), ##".json(["q": #"a"b"#])"##), (.json(["n": "a\nb"]), #".json(["n": "a\nb"])"#),
            (.json(User(name: "Ann", id: 1)), #".json(["id": 1, "name": "Ann"])"#),
            (.json([2, 1], ignoringArrayOrder: true), ".json([2, 1], ignoringArrayOrder: true)"),
            (.json(containing: ["a": 1]), #".json(containing: ["a": 1])"#),
            (
                .json(containing: [1], ignoringArrayOrder: true, ignoringExtraElements: true),
                ".json(containing: [1], ignoringArrayOrder: true, ignoringExtraElements: true)"
            ),
            (.json(text: "1e30"), ".json(1.0e30)"), (.json(text: "15e20"), ".json(1500000000000000000000.0)"),
            (.json(text: "1.5e-9"), ".json(1.5e-9)"),
            (.json(text: "[18446744073709551617]"), #".json(text: "[18446744073709551617]")"#),
            (.json(text: #"{"a":0.10000000000000001}"#), ##".json(text: #"{"a":0.10000000000000001}"#)"##),
        ] as [(RequestMatcher, String)])
    func `they print themselves as source`(_ matcher: RequestMatcher, _ source: String) {
        #expect(matcher.description == source)
    }

    @Test func `deep nesting is refused, also on a small stack`() async {
        let deep = String(repeating: "[", count: 100_000)
        differs(.json([]), post(deep), "body is no JSON: nested deeper than 200 levels at line 1, column 201").check()
        let text = String(repeating: "{\"a\":[", count: 100) + "1" + String(repeating: "]}", count: 100)
        let other = text.replacing("1", with: "2")
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let thread = Thread {
                holds(.json(text: text), post(text)).check()
                holds(.json(text: text, ignoringArrayOrder: true), post(text)).check()
                #expect(RequestMatcher.json(text: text).mismatch(in: post(other)) != nil)
                #expect(RequestMatcher.json(text: text).description.count > 200)
                done.resume()
            }
            thread.stackSize = 512 * 1024  // what secondary threads of Apple's systems have
            thread.start()
        }
    }

    @Test func `bags of many equal elements, and bags in bags, are compared at once`() {
        let many = "[" + Array(repeating: "1", count: 1_000).joined(separator: ",") + "]"
        holds(.json(text: many, ignoringArrayOrder: true), post(many)).check()
        // Without care each level of bags compares the pairs of all levels below it again.
        var (left, right) = ("[1]", "[2]")
        for _ in 0..<9 { (left, right) = ("[\(left),\(right)]", "[\(right),\(right)]") }
        let reason = RequestMatcher.json(text: left, ignoringArrayOrder: true).mismatch(in: post(right))
        #expect(reason != nil)
        holds(.json(text: left, ignoringArrayOrder: true), post(left)).check()
    }
}
