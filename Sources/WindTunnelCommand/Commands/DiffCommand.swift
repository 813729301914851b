import Foundation
import HTTPArchive
import WindTunnel

enum DiffCommand: Command {
    static let spec = CommandSpec(
        name: "diff", abstract: "tell what has changed between two recordings",
        discussion: [
            "Entries are paired by method and URL, equal ones in their order. The status is 1 when something differs."
        ],
        arguments: [
            .init(name: "A", summary: "The archive before."), .init(name: "B", summary: "The archive after."),
        ],
        options: [
            .init(name: "headers", summary: "Compare headers too."),
            .init(name: "json", summary: "Write one JSON object a line."),
        ],
        examples: [("windtunnel diff old.har new.har", "What the server answers otherwise than before.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let (before, after) = (try entries(arguments.arguments[0]), try entries(arguments.arguments[1]))
        var later = Dictionary(grouping: after, by: key)
        var lines: [(mark: String, request: String, what: String)] = []
        for entry in before {
            guard let other = later[key(entry)]?.first else {
                lines.append(("-", key(entry), "is gone"))
                continue
            }
            later[key(entry)]?.removeFirst()
            lines += changes(entry, other, headers: arguments.has("headers")).map { ("~", key(entry), $0) }
        }
        for entry in after where later[key(entry)]?.isEmpty == false {
            later[key(entry)]?.removeFirst()
            lines.append(("+", key(entry), "is new"))
        }
        for line in lines {
            let color: Console.Color = line.mark == "-" ? .red : line.mark == "+" ? .green : .yellow
            try console.print(
                arguments.has("json")
                    ? JSONText.object(["kind": line.mark, "request": line.request, "what": line.what])
                    : console.colored("\(line.mark) \(line.request)  \(line.what)", color))
        }
        return lines.isEmpty ? 0 : 1
    }

    private static func entries(_ name: String) throws -> [HAR.Entry] {
        try ArchiveFiles.open(name).read().archive.log.entries
    }

    private static func key(_ entry: HAR.Entry) -> String { "\(entry.request.method) \(entry.request.url)" }

    private static func changes(_ before: HAR.Entry, _ after: HAR.Entry, headers: Bool) -> [String] {
        var changes: [String] = []
        if before.response.status != after.response.status {
            changes.append("status is \(after.response.status), was \(before.response.status)")
        }
        if headers { changes += headerChanges(before.response.headers, after.response.headers) }
        return changes + ArchivedBody.changes(before.response.content, after.response.content)
    }

    private static func headerChanges(_ before: [HAR.Header], _ after: [HAR.Header]) -> [String] {
        func values(_ headers: [HAR.Header]) -> [String: String] {
            Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
        }
        let (old, new) = (values(before), values(after))
        return Set(old.keys).union(new.keys).sorted().compactMap { name in
            switch (old[name], new[name]) {
            case (let old?, nil): "header \(name) is gone, was '\(old)'"
            case (nil, let new?): "header \(name) is '\(new)', was not there"
            case (let old?, let new?): old == new ? nil : "header \(name) is '\(new)', was '\(old)'"
            case (nil, nil): nil
            }
        }
    }
}

enum ConvertCommand: Command {
    static let spec = CommandSpec(
        name: "convert", abstract: "make Swift stubs of a recording",
        discussion: [
            "Writes a Swift file with one stub for each entry that has an answer; secrets are redacted before."
        ],
        arguments: [.init(name: "FILE", summary: "An HTTP archive; '-' for standard input.")],
        options: [
            .init(
                name: "entry", short: "n", value: "NUMBER",
                summary: "One entry alone, as an expression, counted from 1."),
            .init(
                name: "name", value: "NAME", summary: "What the array of stubs is called; 'stubs' unless it is given."),
        ],
        examples: [("windtunnel convert shop.har > ShopStubs.swift", "Stubs to go on with by hand.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let archive = try ArchiveFiles.open(arguments.arguments[0]).read().archive.redacted()
        let entries = archive.log.entries
        if let number = try arguments.number("entry", in: 1...max(1, entries.count)), !entries.isEmpty {
            do {
                try console.print(try entries[number - 1].stubSource)
            } catch let reason as HAR.NoAnswer {
                throw Failure("entry \(number) has no answer: \(reason)")
            }
            return 0
        }
        try console.print("import WindTunnel\n\nlet \(arguments["name"] ?? "stubs"): [Stub] = [")
        for (index, entry) in entries.enumerated() {
            do {
                try console.print("    \(try entry.stubSource),")
            } catch let reason as HAR.NoAnswer {
                try console.print("    // entry \(index + 1) has no answer: \(reason)")
            }
        }
        try console.print("]")
        return 0
    }
}
