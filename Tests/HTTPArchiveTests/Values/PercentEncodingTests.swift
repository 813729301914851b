import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct PercentEncodingTests {
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
}
