import Foundation
import HTTPArchive
import Testing

@testable import WindTunnelCommand

@Suite(.timeLimit(.minutes(3)))
struct ValuePatternTests {
    struct Case: CustomTestStringConvertible {
        let pattern: String
        /// Nil is a value that is missing.
        let holds: [String?]
        let fails: [String?]

        init(_ pattern: String, holds: [String?], fails: [String?]) {
            (self.pattern, self.holds, self.fails) = (pattern, holds, fails)
        }

        var testDescription: String { pattern }
    }

    private static let texts = [
        Case(#"{"equalTo": "a b"}"#, holds: ["a b"], fails: ["A b", "a", "", nil]),
        Case(#"{"equalTo": "Äb", "caseInsensitive": true}"#, holds: ["äB", "Äb"], fails: ["ab", nil]),
        Case(#"{"equalTo": "a", "caseInsensitive": false}"#, holds: ["a"], fails: ["A"]),
        Case(#"{"contains": "x.y"}"#, holds: ["x.y", "ax.yb"], fails: ["xzy", "", nil]),
        Case(#"{"contains": "\n"}"#, holds: ["a\r\nb"], fails: ["a\rb"]),
        Case(#"{"contains": ""}"#, holds: ["", "a"], fails: [nil]),
        Case(#"{"doesNotContain": "x"}"#, holds: ["abc", "", nil], fails: ["axb"]),
        Case(#"{"matches": "a.c"}"#, holds: ["abc", "a\nc"], fails: ["xabc", "abcx", "", nil]),
        Case(#"{"matches": "a|ab"}"#, holds: ["a", "ab"], fails: ["abc", "b"]),
        Case(#"{"matches": "(?i)^[a-z]{2}$"}"#, holds: ["aB"], fails: ["abc", "ab\n"]),
        Case(#"{"doesNotMatch": "[0-9]+"}"#, holds: ["a1", "", nil], fails: ["12"]),
        Case(#"{"absent": true}"#, holds: [nil], fails: ["", "a"]),
        Case(#"{"anything": "anything"}"#, holds: [nil, "", "a"], fails: []),
        Case(#"{"binaryEqualTo": "AQID"}"#, holds: ["\u{1}\u{2}\u{3}"], fails: ["AQID", "", nil]),
        Case(
            #"{"and": [{"contains": "a"}, {"doesNotContain": "b"}]}"#, holds: ["a", "ca"], fails: ["ab", "c", nil]),
        Case(#"{"or": [{"equalTo": "a"}, {"absent": true}]}"#, holds: ["a", nil], fails: ["b", ""]),
        Case(#"{"not": {"equalTo": "a"}}"#, holds: ["b", "", nil], fails: ["a"]),
        Case(#"{"not": {"absent": true}}"#, holds: ["b", ""], fails: [nil]),
    ]

    private static let json = [
        Case(
            #"{"equalToJson": {"a": [1, 2], "b": null}}"#, holds: [#"{"b":null,"a":[1.0,2]}"#],
            fails: [#"{"a":[2,1],"b":null}"#, #"{"a":[1,2]}"#, #"{"a":[1,2],"b":null,"c":1}"#, "x", "", nil]),
        Case(#"{"equalToJson": "{\"a\": 1}"}"#, holds: [#"{ "a" : 1 }"#], fails: [#"{"a":"1"}"#]),
        Case(#"{"equalToJson": "4"}"#, holds: ["4", "4.0"], fails: [#""4""#]),
        Case(
            #"{"equalToJson": {"a": [1, 2]}, "ignoreArrayOrder": true}"#, holds: [#"{"a":[2,1]}"#, #"{"a":[1,2]}"#],
            fails: [#"{"a":[2,1],"b":0}"#, #"{"a":[2,1,3]}"#]),
        Case(
            #"{"equalToJson": {"a": [1, {"x": 2}]}, "ignoreExtraElements": true}"#,
            holds: [#"{"a":[1,{"x":2,"y":0},3],"b":1}"#], fails: [#"{"a":[{"x":2},1]}"#, #"{"a":[1]}"#, "{}"]),
        Case(
            #"{"equalToJson": [1, 2], "ignoreArrayOrder": true, "ignoreExtraElements": true}"#,
            holds: ["[3,2,1]", "[2,1]"], fails: ["[1,1]"]),
        Case(
            #"{"matchesJsonPath": "$.a.b"}"#, holds: [#"{"a":{"b":0}}"#, #"{"a":{"b":""}}"#, #"{"a":{"b":[1]}}"#],
            fails: [#"{"a":{"b":null}}"#, #"{"a":{"b":[]}}"#, #"{"a":{"b":{}}}"#, #"{"a":1}"#, "<a/>", "", nil]),
        Case(#"{"matchesJsonPath": "$[1]['x y']"}"#, holds: [#"[0,{"x y":1}]"#], fails: [#"[{"x y":1}]"#, "[]"]),
        Case(
            #"{"matchesJsonPath": {"expression": "$.n", "equalTo": "7"}}"#, holds: [#"{"n":7}"#, #"{"n":"7"}"#],
            fails: [#"{"n":8}"#, "{}", #"{"n":null}"#, "7"]),
        Case(
            #"{"matchesJsonPath": {"expression": "$.items[*].id", "matches": "[0-9]+"}}"#,
            holds: [#"{"items":[{"id":"a"},{"id":12}]}"#], fails: [#"{"items":[{"id":"a"}]}"#, #"{"items":[]}"#]),
        Case(
            #"{"matchesJsonPath": {"expression": "$.tags", "equalTo": "b"}}"#, holds: [#"{"tags":["a","b"]}"#],
            fails: [#"{"tags":["ab"]}"#]),
        Case(
            #"{"matchesJsonPath": {"expression": "$.a", "equalToJson": "{\"b\":[1]}"}}"#,
            holds: [#"{"a":{"b":[1]}}"#], fails: [#"{"a":{"b":[1],"c":2}}"#, #"{"a":[{"b":[1]}]}"#]),
        Case(
            #"{"matchesJsonPath": {"expression": "$.a", "absent": true}}"#, holds: ["{}", #"{"a":null}"#],
            fails: [#"{"a":""}"#, "no JSON"]),
        // What is not there is compared with nothing, as in WireMock.
        Case(
            #"{"matchesJsonPath": {"expression": "$.a", "doesNotContain": "x"}}"#, holds: [#"{"a":"y"}"#],
            fails: [#"{"a":"xy"}"#, "{}"]),
    ]

    private static func path(_ path: String, _ holds: [String], fails: [String]) -> Case {
        Case(#"{"matchesJsonPath": "\#(path)"}"#, holds: holds, fails: fails)
    }

    private static let paths = [
        path("$", [#"{"a":1}"#, "[0]", "1"], fails: ["{}", "[]", "null"]),
        path("$.a[-1].b", [#"{"a":[0,{"b":1}]}"#], fails: [#"{"a":[{"b":1},0]}"#, #"{"a":[]}"#]),
        path("$.a.*", [#"{"a":{"b":1}}"#, #"{"a":[1]}"#], fails: [#"{"a":{}}"#, #"{"a":1}"#]),
        path("$..id", [#"{"a":[{"b":{"id":1}}]}"#, #"{"id":1}"#], fails: [#"{"a":["id"]}"#]),
        path("$..[1]", [#"{"a":{"b":[1,2]}}"#], fails: [#"{"a":[1]}"#]),
        path(
            "$.a[?(@.name == 'x y')]", [#"{"a":[{"name":"z"},{"name":"x y"}]}"#, #"{"a":{"name":"x y"}}"#],
            fails: [#"{"a":[{"name":"z"}]}"#, #"{"a":"x y"}"#, "{}"]),
        path("$[?(@.n==42)]", [#"{"n":42}"#, #"{"n":42.0}"#, #"{"n":"42"}"#], fails: [#"{"n":43}"#, #"{"n":null}"#]),
        path("$[?(@.a != 1)]", [#"{"a":2}"#, #"{"b":1}"#], fails: [#"{"a":1}"#]),
        path("$[?(@.a == null)]", [#"{"a":null}"#], fails: [#"{"b":1}"#, #"{"a":0}"#]),
        path("$[?(@.a == true)]", [#"{"a":true}"#], fails: [#"{"a":"true"}"#]),
        path("$[?(@.a =~ /Req.*/i)]", [#"{"a":"required"}"#], fails: [#"{"a":"a req"}"#, "{}"]),
        path("$[?(@.a =~ /a\\\\/b\\\\d/)]", [#"{"a":"a/b1"}"#], fails: [#"{"a":"a/bd"}"#]),
        path("$.l[?(@.p > 1 && @.p <= 3)]", [#"{"l":[{"p":0},{"p":3}]}"#], fails: [#"{"l":[{"p":1},{"p":4}]}"#]),
        path("$.l[?(@.p >= 3 || @.p < 1)]", [#"{"l":[{"p":3}]}"#, #"{"l":[{"p":0}]}"#], fails: [#"{"l":[{"p":1}]}"#]),
        path("$.l[?(@.p < 'b')]", [#"{"l":[{"p":"a"}]}"#], fails: [#"{"l":[{"p":"b"}]}"#, #"{"l":[{"p":1}]}"#]),
        path("$.l[?(!(@.a && @.b))]", [#"{"l":[{"a":1}]}"#], fails: [#"{"l":[{"a":1,"b":null}]}"#]),
        path("$.l[?(@ == 2)]", ["{\"l\":[1,2]}"], fails: ["{\"l\":[1]}"]),
        path("$.l[?(@['a b'][0] == 1)].c", [#"{"l":[{"a b":[1],"c":0}]}"#], fails: [#"{"l":[{"a b":[1]}]}"#]),
        path("$.l[?(@.a == @.b)]", [#"{"l":[{"a":[1],"b":[1]}]}"#], fails: [#"{"l":[{"a":1,"b":2}]}"#]),
    ]

    @Test(arguments: [
        "", "a", "$.", "$..", "$a", "$.a b", "$[", "$[]", "$[1", "$['a]", "$['a','b']", "$[1:2]", "$[1,2]",
        "$.a.length()",
        "$[?(@.a == )]", "$[?(@.a = 1)]", "$[?(1)]", "$[?(@.a", "$[?@.a]", "$[?(@.a =~ 1)]", "$[?(@.a =~ /(/)]",
        "$[?(@.a == 'x)]", "$[?(@.a in ['x'])]", "$[?(@.a == x)]", "$.a[?(@.things.size() == 2)]", "$[?(@.a || )]",
    ])
    func `what is no path is none`(_ text: String) { #expect(MappingPath(text) == nil) }

    @Test(arguments: ["(", "(!", "!"])
    func `a path that is nested without an end is none`(_ text: String) {
        #expect(MappingPath("$[?(" + String(repeating: text, count: 200_000)) == nil)
        #expect(MappingPath("$[?((((!(!(@.a))))))]") != nil)
    }

    @Test func `of a search that is given up neither it nor its opposite holds`() throws {
        let text = String(repeating: "x", count: 150_000) + "forbidden"
        for name in ["matches", "doesNotMatch"] {
            let node = try MappingNode(JSONParser.parse(#"{"\#(name)": "(.|\\n)*forbidden(.|\\n)*"}"#))
            #expect(try !ValuePattern(node).holds(ValuePattern.Candidate(text)), "\(name)")
        }
    }

    @Test func `a body that is no text is compared as well`() throws {
        let body = ValuePattern.Candidate(body: Data([0xFF, 0x78, 0xFE]))
        for pattern in [
            #"{"anything": true}"#, #"{"contains": "x"}"#, #"{"doesNotContain": "y"}"#, #"{"binaryEqualTo": "/3j+"}"#,
        ] {
            #expect(try ValuePattern(MappingNode(JSONParser.parse(pattern))).holds(body), "\(pattern)")
        }
    }

    @Test(arguments: texts + json + paths)
    func `a pattern holds for some values and not for others`(_ test: Case) throws {
        let pattern = try ValuePattern(MappingNode(JSONParser.parse(test.pattern)))
        for value in test.holds { #expect(pattern.holds(value.candidate), "\(value ?? "nothing")") }
        for value in test.fails { #expect(!pattern.holds(value.candidate), "\(value ?? "nothing")") }
    }

    @Test(arguments: [
        (#"{"equalTo": "a", "caseInsensitive": true}"#, #""a" in any case"#),
        (#"{"doesNotContain": "a"}"#, #"a value that does not contain "a""#),
        (#"{"doesNotMatch": "a.*"}"#, "a value that does not match /a.*/"),
        (#"{"not": {"equalTo": "a"}}"#, #"not "a""#),
        (
            #"{"and": [{"contains": "a"}, {"or": [{"absent": true}, {"matches": "b"}]}]}"#,
            #"a value that contains "a" and none or a value that matches /b/"#
        ),
        (#"{"equalToJson": {"a": 1}}"#, #"JSON equal to {"a":1}"#),
        (#"{"equalToJson": {"a": 1}, "ignoreExtraElements": true}"#, #"JSON with {"a":1}"#),
        (#"{"matchesJsonPath": "$.a"}"#, "JSON with $.a"),
        (#"{"matchesJsonPath": {"expression": "$.a", "equalTo": "1"}}"#, #"JSON with $.a: "1""#),
        (#"{"binaryEqualTo": "AQID"}"#, "the bytes AQID (Base64)"), (#"{"anything": true}"#, "anything"),
    ])
    func `a report says what a pattern expects`(_ json: String, _ text: String) throws {
        #expect(try ValuePattern(MappingNode(JSONParser.parse(json))).expectation == text)
    }

    @Test func `a body without bytes is absent, and one that is no text is there`() throws {
        let absent = try ValuePattern(MappingNode(["absent": true]))
        #expect(absent.holds(.init(body: Data())))
        #expect(!absent.holds(.init(body: Data([0xFF]))))
        #expect(try ValuePattern(MappingNode(["binaryEqualTo": "/w=="])).holds(.init(body: Data([0xFF]))))
        #expect(try ValuePattern(MappingNode(["equalTo": ""])).holds(.init(body: Data())))
    }
}

extension String? {
    fileprivate var candidate: ValuePattern.Candidate { map { .init($0) } ?? .missing }
}
