import Foundation
import Testing

@testable import HTTPArchive

@Suite(.timeLimit(.minutes(3)))
struct JSONParserTests {
    @Test(arguments: [
        ("", "unexpected end at line 1, column 1"),
        ("  \n ", "unexpected end at line 2, column 2"),
        ("{", "expected a key at line 1, column 2"),
        ("{1:2}", "expected a key at line 1, column 2"),
        (#"{"a" 1}"#, "expected ':' at line 1, column 6"),
        (#"{"a":1,}"#, "expected a key at line 1, column 8"),
        (#"{"a":1 "b":2}"#, "expected ',' or '}' at line 1, column 8"),
        ("[1,]", "unexpected character at line 1, column 4"),
        ("[1 2]", "expected ',' or ']' at line 1, column 4"),
        ("[1", "expected ',' or ']' at line 1, column 3"),
        ("[,1]", "unexpected character at line 1, column 2"),
        ("]", "unexpected character at line 1, column 1"),
        ("1 2", "unexpected text after the value at line 1, column 3"),
        ("{}x", "unexpected text after the value at line 1, column 3"),
        ("01", "unexpected text after the value at line 1, column 2"),
        ("-", "expected a digit at line 1, column 2"),
        ("1.", "expected a digit at line 1, column 3"),
        (".5", "unexpected character at line 1, column 1"),
        ("+1", "unexpected character at line 1, column 1"),
        ("1e", "expected a digit at line 1, column 3"),
        ("1e+", "expected a digit at line 1, column 4"),
        ("NaN", "unexpected character at line 1, column 1"),
        ("nul", "unexpected word at line 1, column 1"),
        ("[true, falsy]", "unexpected word at line 1, column 8"),
        ("\"abc", "a string without an end at line 1, column 5"),
        ("\"a\\", "a string without an end at line 1, column 3"),
        ("\"a\nb\"", "a control character in a string at line 1, column 3"),
        (#""\x""#, "an unknown escape at line 1, column 4"),
        (#""\u12""#, "an unknown escape at line 1, column 4"),
        (#""\u12G4""#, "an unknown escape at line 1, column 4"),
        (#""\ud800\u12""#, "an unknown escape at line 1, column 10"),
        ("'a'", "unexpected character at line 1, column 1"),
        ("// a\n1", "unexpected character at line 1, column 1"),
        ("[\"é😀\", x]", "unexpected character at line 1, column 8"),
        ("{\n  \"a\": [\n    1,\n    ?\n  ]\n}", "unexpected character at line 4, column 5"),
    ])
    func `what is no JSON is told with its place`(_ text: String, _ reason: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text) }
        #expect(error?.description == reason)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00x""#, "😀x"), (#""\u0000""#, "\0"), (#""""#, ""), ("\"é😀\"", "é😀"),
        // Lone surrogates have no text.
        (#""\ud800""#, "\u{FFFD}"), (#""a\udc00b""#, "a\u{FFFD}b"), (#""\ud800\u0041""#, "\u{FFFD}A"),
        (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud800\n""#, "\u{FFFD}\n"),
    ])
    func `strings are unescaped`(_ text: String, _ expected: String) throws {
        #expect(try JSONParser.parse(text) == .string(expected))
    }

    @Test func `any cut of a text is refused, never a trap`() {
        let text = #"{"a":[1.5e+3,-0,true,null,"\u00e9\ud83d\ude00é"],"b":{"c":false}}"#
        for count in 0..<text.utf8.count {
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Data(text.utf8.prefix(count))) }
        }
    }

    @Test func `bytes that are no text are read as far as they can`() {
        for byte in UInt8.min...UInt8.max {
            _ = try? JSONParser.parse(Data([byte]))
            _ = try? JSONParser.parse(Data([0x22, byte, 0x22]))
            _ = try? JSONParser.parse(Data([0x22, 0x5C, byte, byte, byte, byte, byte, 0x22]))
        }
        #expect((try? JSONParser.parse(Data([0x22, 0xFF, 0x22]))) == .string("\u{FFFD}"))
    }

    @Test(arguments: [
        ("1", "1"), ("1.0", "1"), ("10e-1", "1"), ("-0", "0"), ("0.0e9", "0"), ("100", "100"), ("1e2", "100"),
        ("0.50", "0.5"),
        ("1.5E+3", "1500"), ("-12.25", "-12.25"), ("1e21", "1e21"), ("1e20", "100000000000000000000"),
        ("0.000001", "0.000001"),
        ("0.0000001", "0.0000001"), ("0.00000001", "1e-8"), ("123e-10", "1.23e-8"),
        ("18446744073709551617", "18446744073709551617"),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
        ("0.1234567890123456789", "0.1234567890123456789"), ("1e400", "1e400"), ("-1e-400", "-1e-400"),
        ("12345678901234567890123e0", "12345678901234567890123"),
    ])
    func `numbers keep every digit and have one spelling`(_ text: String, _ spelling: String) throws {
        let value = try JSONParser.parse(text)
        #expect(value.compactText == spelling)
        #expect(try JSONParser.parse(spelling) == value)
    }

    @Test(arguments: [
        ("9007199254740993", "9007199254740992"), ("18446744073709551616", "18446744073709551617"),
        ("0.1", "0.10000000000000001"), ("1", "-1"), ("1e400", "1e401"), ("1e-400", "0"),
        ("1e99999999999999999999", "1e-99999999999999999999"),
    ])
    func `numbers that only a Double would call equal differ`(_ left: String, _ right: String) throws {
        #expect(try JSONParser.parse(left) != JSONParser.parse(right))
    }

    @Test func `texts are written with sorted keys and the escapes they need`() throws {
        let value = try JSONParser.parse(#"{"b":[],"a":{"é":"\u0001\n\"\\\u007f/"},"B":[1,{}],"😀":null,"\uFFEE":1}"#)
        #expect(
            value.compactText
                == "{\"B\":[1,{}],\"a\":{\"é\":\"\\u0001\\n\\\"\\\\\u{7F}/\"},\"b\":[],\"\u{FFEE}\":1,\"😀\":null}")
        #expect(try JSONParser.parse(value.compactText) == value)
        #expect(try JSONParser.parse(value.prettyText) == value)
        #expect(
            try JSONParser.parse(#"{"a":[1,{"b":[]}],"c":{}}"#).prettyText == """
                {
                  "a": [
                    1,
                    {
                      "b": []
                    }
                  ],
                  "c": {}
                }
                """)
    }
}
