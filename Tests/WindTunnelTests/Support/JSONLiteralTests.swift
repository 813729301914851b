import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct JSONLiteralTests {
    @Test func `a literal equals what it encodes to`() {
        let literal: JSONLiteral = [
            "id": .value(UInt64.max), "n": -1, "x": 0.1, "l": ["a", true, nil], "s": "\(1 + 1)",
        ]
        #expect(literal.description == #"{"id":18446744073709551615,"l":["a",true,null],"n":-1,"s":"2","x":0.1}"#)
        #expect(literal.fault == nil)
        let bad: JSONLiteral = ["a": [1, .value(["x": Double.infinity])]]
        #expect(bad.fault?.hasPrefix("Dictionary<String, Double> does not encode to JSON: ") == true)
    }
}
