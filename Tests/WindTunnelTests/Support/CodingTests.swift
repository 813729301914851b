import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct CodingTests {
    @Test(arguments: [
        ("a%20b+c", "a b+c", "a b c"), ("%2B%2b", "++", "++"), ("%", "%", "%"), ("%4", "%4", "%4"),
        ("%zz", "%zz", "%zz"),
        ("%%41", "%A", "%A"), ("%C3%A9", "é", "é"), ("é", "é", "é"), ("%83", "\u{FFFD}", "\u{FFFD}"), ("", "", ""),
        ("%00", "\0", "\0"),
        ("%2541", "%41", "%41"), ("+", "+", " "),
    ])
    func `escapes are decoded once; a plus is a space in queries only`(
        _ text: String, _ path: String, _ query: String
    ) {
        #expect(PercentEncoding.decodedString(text[...]) == path)
        #expect(PercentEncoding.decodedString(text[...], plusIsSpace: true) == query)
    }

    @Test func `bytes that are no text stay apart`() {
        #expect(PercentEncoding.decode("%83a%FF"[...].utf8) == [0x83, 0x61, 0xFF])
    }

    @Test(arguments: [
        ("", #""""#), ("abc", #""abc""#), ("é😀", #""é😀""#), (#"a"b"#, ##"#"a"b"#"##), (#"a\b"#, ##"#"a\b"#"##),
        ("a\nb", #""a\nb""#), ("a\r\nb", #""a\r\nb""#), ("\t", #""\t""#), (##"a"#b"##, ###""a\"#b""###),
        ("\0", #""\0""#),
        (#""""a"#, #""\"\"\"a""#), (##"\#(n)"##, ##""\\#(n)""##), ("a\\", ##"#"a\"#"##),
    ])
    func `a string is written as a literal that makes it`(_ text: String, _ source: String) {
        #expect(SourceText.literal(text) == source)
    }

    @Test(arguments: [
        ("a\nb\r\nc\rd", #""a\nb\r\nc\rd""#),
        (String(repeating: "x", count: 201), "\"\(String(repeating: "x", count: 200))…\""),
    ])
    func `a text in a sentence stays on one line`(_ text: String, _ quoted: String) {
        #expect(SourceText.quoted(text) == quoted)
    }
}
