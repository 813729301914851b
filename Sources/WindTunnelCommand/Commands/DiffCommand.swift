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

    /// What is written is what was found.
    static var closedStatus: Int32 { 1 }

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let names = arguments.arguments
        let archives = try zip(ArchiveFiles.open(names), names).map { try ArchiveFiles.whole($0, $1).log.entries }
        let lines = lines(archives[0], archives[1], headers: arguments.has("headers"))
        for line in lines {
            let color: Console.Color = line.mark == "-" ? .red : line.mark == "+" ? .green : .yellow
            try console.print(
                arguments.has("json")
                    ? JSONText.object(["kind": line.mark, "request": line.request, "what": line.what])
                    : console.colored("\(line.mark) \(line.request)  \(line.what)".onOneLine, color))
        }
        return lines.isEmpty ? 0 : 1
    }

    private typealias Line = (mark: String, request: String, what: String)

    private static func lines(_ before: [HAR.Entry], _ after: [HAR.Entry], headers: Bool) -> [Line] {
        var later = Dictionary(grouping: after, by: key)
        var lines: [Line] = []
        for entry in before {
            guard let other = later[key(entry)]?.first else {
                lines.append(("-", key(entry), "is gone"))
                continue
            }
            later[key(entry)]?.removeFirst()
            lines += changes(entry, other, headers: headers).map { ("~", key(entry), $0) }
        }
        for entry in after where later[key(entry)]?.isEmpty == false {
            later[key(entry)]?.removeFirst()
            lines.append(("+", key(entry), "is new"))
        }
        return lines
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
