import Foundation
import HTTPArchive

enum MergeCommand: Command {
    static let spec = CommandSpec(
        name: "merge", abstract: "make one recording of several",
        discussion: [
            "Entries stand in the order in which they began. What the archives say of themselves is the first one's."
        ],
        arguments: [.init(name: "FILE", summary: "An HTTP archive; '-' for standard input.", isRepeated: true)],
        options: [
            .init(
                name: "to", short: "o", value: "FILE", summary: "What is written; standard output unless it is given."),
            .init(name: "json", summary: "Write what was made as one JSON object, with --to."),
        ],
        examples: [("windtunnel merge login.har shop.har --to all.har", "Both as one recording.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let target = arguments["to"] ?? "-"
        try WrittenArchive.check(target, arguments)
        let names = arguments.arguments
        let archives = try zip(ArchiveFiles.open(names), names).map { try ArchiveFiles.whole($0, $1) }
        var merged = archives[0]
        merged.log.pages = archives.flatMap(\.log.pages)
        // Sorting keeps the order of equals only when their places say so.
        let entries = archives.flatMap(\.log.entries).enumerated().map { (place: $0, entry: $1) }
        merged.log.entries = entries.sorted { ($0.entry.start, $0.place) < ($1.entry.start, $1.place) }.map(\.entry)
        try ArchiveFiles.write(merged, to: target, console)
        if arguments.has("json") { try console.print(WrittenArchive.text(merged, target)) }
        return 0
    }
}

extension HAR.Entry {
    /// In seconds; those without a time come first.
    fileprivate var start: Double { startedDateTime.date?.timeIntervalSince1970 ?? -.infinity }
}
