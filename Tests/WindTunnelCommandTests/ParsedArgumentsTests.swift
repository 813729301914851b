import Testing

@testable import WindTunnelCommand

@Suite(.timeLimit(.minutes(3)))
struct ParsedArgumentsTests {
    private static let spec = CommandSpec(
        name: "try", abstract: "try it",
        arguments: [
            .init(name: "FILE", summary: "A file."), .init(name: "OUT", summary: "Another.", isOptional: true),
        ],
        options: [
            .init(name: "port", short: "p", value: "NUMBER", summary: "A port."),
            .init(name: "kind", value: "KIND", choices: ["a", "b"], summary: "A kind."),
            .init(name: "field", value: "NAME", isRepeated: true, summary: "A field."),
            .init(name: "watch", short: "w", summary: "Watch."),
        ])

    @Test(arguments: [
        ["x", "--port", "8"], ["--port=8", "x"], ["-p", "8", "x"], ["-p8", "x"], ["-wp8", "x"],
        ["--port", "8", "--", "x"],
    ])
    func `options are written in each of the usual ways`(_ words: [String]) throws {
        let parsed = try ParsedArguments(words, Self.spec)
        #expect(parsed["port"] == "8")
        #expect(parsed.arguments == ["x"])
    }

    @Test func `what looks like an option behind two dashes is none, and one dash is a file`() throws {
        #expect(try ParsedArguments(["--", "--port"], Self.spec).arguments == ["--port"])
        #expect(try ParsedArguments(["-"], Self.spec).arguments == ["-"])
        #expect(try ParsedArguments(["x", "--field", "a", "--field=b="], Self.spec).all("field") == ["a", "b="])
    }

    @Test(arguments: [
        (["x", "--prot", "1"], "there is no option --prot; did you mean --port?"),
        (["x", "--nothing"], "there is no option --nothing"),
        (["x", "-q"], "there is no option -q"),
        (["x", "--port"], "--port needs a value: --port NUMBER"),
        (["x", "--watch=1"], "--watch takes no value"),
        (["x", "--kind", "c"], "--kind takes a, b, not 'c'"),
        (["x", "--port", "1", "--port", "2"], "--port stands twice"),
        ([], "FILE is missing"),
        (["x", "y", "z"], "'z' is one argument too many"),
    ])
    func `a mistake is named`(_ words: [String], _ text: String) {
        let error = #expect(throws: UsageError.self) { try ParsedArguments(words, Self.spec) }
        #expect(error?.description == text)
    }

    @Test(arguments: [("0", true), ("65535", true), ("65536", false), ("-1", false), ("x", false), ("", false)])
    func `numbers have a range`(_ text: String, _ isNumber: Bool) throws {
        let parsed = try ParsedArguments(["x", "--port=\(text)"], Self.spec)
        if isNumber {
            #expect(try parsed.number("port", in: 0...65_535) == Int(text))
        } else {
            let error = #expect(throws: UsageError.self) { try parsed.number("port", in: 0...65_535) }
            #expect(error?.description == "--port takes a number from 0 to 65535, not '\(text)'")
        }
    }

    @Test func `help needs nothing else`() throws {
        #expect(try ParsedArguments(["--help"], Self.spec).has("help"))
        #expect(try ParsedArguments(["-h"], Self.spec).has("help"))
    }
}
