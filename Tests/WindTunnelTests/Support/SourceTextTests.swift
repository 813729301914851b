import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct SourceTextTests {
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
