import Foundation
import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RefusalTests {
    @Test(arguments: [
        ("", "the file is empty"),
        ("\u{FEFF} \n", "the file is empty"),
        ("<html>not a har</html>", "not JSON: unexpected character (line 1, column 1)"),
        ("\n\n  hello", "not JSON: unexpected character (line 3, column 3)"),
        ("onInputData(", "the file ends early, at byte 12 (line 1, column 13)"),
        ("[]", "no log: the file is a list (line 1, column 1)"),
        (#"{"entries": []}"#, "no log: the file has no member \"log\""),
        (#"{"log": null}"#, "log is not an object (line 1, column 9)"),
        (#"{"log": "x"}"#, "log is not an object (line 1, column 9)"),
        (#"{"log": {"version": "1.2"}}"#, "no entries: the log has no list \"entries\""),
        (#"{"log": {"entries": null}}"#, "no entries: the log has no list \"entries\""),
        (#"{"log": {"entries": []"#, "the file ends early, at byte 22 (line 1, column 23)"),
        (#"{"log": {"entries": [{"a": 1"#, "the file ends early, at byte 28 (line 1, column 29)"),
        (#"{"log": {"entries": ["x"#, "the file ends early, at byte 23 (line 1, column 24)"),
        (#"{"log": {"entries": [{} {}]}}"#, "not JSON: expected ',' or ']' (line 1, column 25)"),
        (#"{"log": {"entries": [}"#, "not JSON: unexpected character (line 1, column 22)"),
        (#"{"log" {}}"#, "not JSON: expected ':' (line 1, column 8)"),
        (#"{"log": {"entries": []} "x": 1}"#, "not JSON: expected ',' or '}' (line 1, column 25)"),
        (#"{log: {}}"#, "not JSON: expected a key (line 1, column 2)"),
        ("{\n  \"log\": {\n    \"entries\": [],\n    'x'", "not JSON: expected a key (line 4, column 5)"),
        ("PK\u{3}\u{4}", "not JSON but a zip archive: unpack it first"),
    ])
    func `what is no archive is refused with its place`(_ text: String, _ sentence: String) {
        let refusal = #expect(throws: HAR.ReadingError.self) { try HAR(data: Data(text.utf8)) }
        #expect(refusal?.description == sentence)
    }

    @Test func `what is compressed is refused by name`() {
        let refusal = #expect(throws: HAR.ReadingError.self) { try HAR(data: Data([0x1F, 0x8B, 8])) }
        #expect(refusal?.description == "not JSON but compressed with gzip: unpack it first")
    }

    @Test func `brackets without end are no danger to the stack`() {
        let deep = Data((#"{"log":"# + String(repeating: "[", count: 100_000)).utf8)
        let refusal = #expect(throws: HAR.ReadingError.self) { try HAR(data: deep) }
        #expect(refusal?.description == "nested too deeply (line 1, column 209)")
    }

    @Test func `an entry that is nested too deeply is the only one that is lost`() throws {
        let nested = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        let text = "{\"log\":{\"entries\":[{\"x\":\(nested)},\(Sample.plain)]}}"
        let file = try HAR.File(data: Data(text.utf8))
        #expect(file.count == 2)
        #expect(
            file.read(at: 0).problems.map(\.description) == [
                "entry 0: not JSON: nested deeper than 200 levels at byte 223, line 1, column 205 of the entry"
            ])
        #expect(try file.answer(at: 1).status == 200)
    }

    @Test func `any cut of an archive is refused`() {
        let text = Data(Sample.archive.utf8)
        for count in 0..<text.count {
            #expect(throws: HAR.ReadingError.self) { try HAR.File(data: text.prefix(count)) }
        }
    }
}
