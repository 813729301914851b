import Foundation
import HTTPArchive
import WindTunnel

enum ConvertCommand: Command {
    static let spec = CommandSpec(
        name: "convert", abstract: "make Swift stubs of a recording",
        discussion: [
            "Writes a Swift file with one stub for each entry that has an answer; secrets are redacted before.",
            "With --curl, writes a stub for the request of a curl command line, which nobody runs.",
        ],
        arguments: [.init(name: "FILE", summary: "An HTTP archive; '-' for standard input.", isOptional: true)],
        options: [
            .init(
                name: "entry", short: "n", value: "NUMBER",
                summary: "One entry alone, as an expression, counted from 1."),
            .init(
                name: "name", value: "NAME", summary: "What the array of stubs is called; 'stubs' unless it is given."),
            .init(name: "curl", value: "LINE", summary: "A curl command line, in place of FILE."),
            .init(name: "json", summary: "Write one JSON object a line: each entry, and its stub as source."),
        ],
        examples: [
            ("windtunnel convert shop.har > ShopStubs.swift", "Stubs to go on with by hand."),
            (
                "windtunnel convert --curl \"curl -X DELETE https://api.example.com/orders/1\"",
                "A stub for the request."
            ),
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        if let line = arguments["curl"] {
            guard arguments.arguments.isEmpty else { throw UsageError("--curl takes the place of FILE; leave one out") }
            let entry = try HAR(log: HAR.Log(entries: [CurlLine(line).entry()])).redacted().log.entries[0]
            try console.print(arguments.has("json") ? json(entry, nil) : try entry.stubSource)
            return 0
        }
        guard let name = arguments.arguments.first else { throw UsageError("FILE is missing") }
        // A number of an entry counts those that cannot be read.
        let archive = try arguments.has("entry") ? ArchiveFiles.whole(name) : ArchiveFiles.open(name).read().archive
        let entries = archive.decoded.redacted().log.entries
        if let number = try arguments.number("entry", in: 1...max(1, entries.count)) {
            guard !entries.isEmpty else { throw Failure("the recording has no entries") }
            try writeOne(entries[number - 1], number, isJSON: arguments.has("json"), console)
        } else if arguments.has("json") {
            for (index, entry) in entries.enumerated() { try console.print(json(entry, index + 1)) }
        } else {
            try write(entries, as: identifier(arguments["name"] ?? "stubs"), console)
        }
        return 0
    }

    private static func writeOne(_ entry: HAR.Entry, _ number: Int, isJSON: Bool, _ console: Console) throws {
        do {
            let source = try entry.stubSource
            try console.print(isJSON ? json(entry, number) : source)
        } catch let reason as HAR.AnswerError {
            throw Failure("entry \(number) has no answer: \(reason)")
        }
    }

    private static func json(_ entry: HAR.Entry, _ number: Int?) -> String {
        var members: [String: JSONValue] = [
            "method": .string(entry.request.method), "url": .string(entry.request.url),
        ]
        if let number { members["entry"] = .number(JSONNumber(number)) }
        do {
            members["stub"] = .string(try entry.stubSource)
        } catch {
            members["reason"] = .string("\(error)")
        }
        return JSONText.object(members)
    }

    private static func identifier(_ name: String) throws -> String {
        let isName =
            name.first.map { $0.isLetter || $0 == "_" } == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        guard isName else { throw UsageError("--name takes a Swift name such as shopStubs, not '\(name)'") }
        return name
    }

    private static func write(_ entries: [HAR.Entry], as name: String, _ console: Console) throws {
        try console.print("import WindTunnel\n\nlet \(name): [Stub] = [")
        // Of equal requests the first stub would answer all: each but the last one steps aside when it has answered.
        let keys = entries.map { [$0.request.method, $0.request.url, $0.request.postData?.text ?? ""] }
        let last = Dictionary(zip(keys, keys.indices)) { $1 }
        for (index, entry) in entries.enumerated() {
            do {
                let times = last[keys[index]] == index ? "" : ".times(1)"
                try console.print("    \(try entry.stubSource)\(times),")
            } catch let reason as HAR.AnswerError {
                try console.print("    // entry \(index + 1) has no answer: \(reason.reason.onOneLine)")
            }
        }
        try console.print("]")
    }
}
