import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct JSONValueTests {
    @Test func `a value is written as a literal and shown as JSON`() {
        let value: JSONValue = ["b": [1, 2.5, "x", .null, true], "a": [:], "c": -1]
        #expect(value.description == #"{"a":{},"b":[1,2.5,"x",null,true],"c":-1}"#)
    }

    @Test func `of a key that is written twice the last value counts`() {
        #expect((["a": 1, "a": 2] as JSONValue).description == #"{"a":2}"#)
    }

    @Test func `a number is read as what fits it`() {
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(UInt64.max).int == nil)
        #expect(JSONNumber(-42).int == -42)
        #expect(JSONNumber(1.0)?.int == 1)
        #expect(JSONNumber(1.5)?.int == nil)
        #expect(JSONNumber(1.5)?.double == 1.5)
        #expect(JSONNumber(0.1)?.description == "0.1")
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(Double.infinity) == nil)
    }

    @Test func `equal numbers are one element of a set`() throws {
        #expect(Set([JSONNumber(1), try #require(JSONNumber(1.0))]).count == 1)
    }
}
