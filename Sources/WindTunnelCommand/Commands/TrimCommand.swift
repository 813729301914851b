import Foundation
import HTTPArchive

enum TrimCommand: Command {
    static let spec = CommandSpec(
        name: "trim", abstract: "drop entries of a recording",
        discussion: ["Keeps the entries for which all that is said holds, and says how many have gone."],
        arguments: [
            .init(name: "IN", summary: "An HTTP archive; '-' for standard input."),
            .init(name: "OUT", summary: "What is written; IN itself unless it is given.", isOptional: true),
        ],
        options: [
            .init(name: "host", value: "NAME", isRepeated: true, summary: "Keep what went to the host."),
            .init(
                name: "path", value: "PATH", isRepeated: true, summary: "Keep paths that begin so."),
            .init(name: "max-age", value: "DAYS", summary: "Keep what is no older."),
            .init(
                name: "used-by", value: "JOURNAL", isRepeated: true,
                summary: "Keep what a run used: what 'windtunnel serve --json' wrote."),
            .init(name: "drop", summary: "Drop what would be kept, and keep the rest."),
            .init(name: "json", summary: "Write what was done as one JSON object."),
        ],
        examples: [
            ("windtunnel trim shop.har --host api.example.com", "Without analytics and advertisements."),
            ("windtunnel trim shop.har --used-by run.jsonl", "Without entries that the run did not ask for."),
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let name = arguments.arguments[0]
        let target = arguments.arguments.dropFirst().first ?? name
        try WrittenArchive.check(target, arguments)
        var archive = try ArchiveFiles.whole(name)
        let entries = archive.log.entries
        let choice = try EntryChoice(arguments, of: name, entries)
        archive.log.entries = entries.enumerated().filter {
            choice.holds($0.offset, $0.element) != arguments.has("drop")
        }
        .map(\.element)
        try ArchiveFiles.write(archive, to: target, console)
        let dropped = entries.count - archive.log.entries.count
        if arguments.has("json") {
            try console.print(WrittenArchive.text(archive, target, ["dropped": .number(JSONNumber(dropped))]))
        } else {
            console.error("\(dropped) of \(entries.count) entries dropped\n")
        }
        return 0
    }
}

/// Which entries are kept.
private struct EntryChoice {
    private let hosts: [String]
    private let paths: [String]
    private let oldest: Date?
    /// From 0; nil when any may be.
    private let used: Set<Int>?

    init(_ arguments: ParsedArguments, of name: String, _ entries: [HAR.Entry]) throws {
        hosts = arguments.all("host").map { $0.lowercased() }
        paths = arguments.all("path")
        oldest = try arguments.number("max-age", in: 0...36_500).map {
            Date(timeIntervalSinceNow: Double(-$0) * 86_400)
        }
        let journals = arguments.all("used-by")
        used =
            journals.isEmpty ? nil : try Set(journals.flatMap { try ServedJournal.entries(entries, of: name, in: $0) })
        guard used != nil || oldest != nil || !hosts.isEmpty || !paths.isEmpty else {
            throw UsageError("nothing says what is kept: give --host, --path, --max-age or --used-by")
        }
    }

    func holds(_ index: Int, _ entry: HAR.Entry) -> Bool {
        let place = EntryPlace(entry.request.url)
        return (hosts.isEmpty || hosts.contains { $0 == place.host || place.host.hasPrefix($0 + ":") })
            && (paths.isEmpty || paths.contains { place.path.hasPrefix($0) })
            && (oldest.map { $0 <= entry.startedDateTime.date ?? .distantPast } ?? true)
            && (used?.contains(index) ?? true)
    }
}
