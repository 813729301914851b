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

/// What `serve --json` wrote.
enum ServedJournal {
    /// Which of the entries of a file answered, from 0.
    static func entries(_ entries: [HAR.Entry], of name: String, in journal: String) throws -> [Int] {
        let data: Data
        do {
            data =
                try journal == "-" ? Descriptors.readAll(STDIN_FILENO) : Data(contentsOf: URL(fileURLWithPath: journal))
        } catch {
            throw Failure("\(journal) cannot be read; give what 'windtunnel serve --json' wrote")
        }
        let objects = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
            try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        guard objects.contains(where: { $0.address != nil || $0.method != nil }) else {
            throw Failure("\(journal) is no journal; give what 'windtunnel serve --json' wrote")
        }
        let sought = URL(fileURLWithPath: name).lastPathComponent
        // The run may have been in another folder.
        let lines = objects.filter {
            $0.file.map { URL(fileURLWithPath: $0).lastPathComponent } == sought || name == "-"
        }
        for line in lines where !line.fits(entries) {
            throw Failure(
                """
                \(journal) tells of another \(ArchiveFiles.shown(name)): entry \(line.entry ?? 0) was \(line.method ?? "") \(line.url ?? "") \
                there; give the file that was served, as it was
                """)
        }
        return lines.compactMap { $0.entry.map { $0 - 1 } }
    }

    private struct Line: Decodable {
        let address: String?
        let method: String?
        let url: String?
        let file: String?
        let entry: Int?

        /// Numbers alone would choose other entries in a file that was trimmed since.
        func fits(_ entries: [HAR.Entry]) -> Bool {
            guard let entry else { return true }
            guard entries.indices.contains(entry - 1) else { return false }
            let request = entries[entry - 1].request
            guard let method, let url else { return true }
            let (told, recorded) = (Self.path(url), Self.path(request.url))
            return method == request.method && (told == recorded || Self.isMasked(told) || Self.isMasked(recorded))
        }

        private static func path(_ url: String) -> String {
            let path = EntryPlace(url).path
            return path.removingPercentEncoding ?? path
        }

        /// Of a secret, or of what is too long, the journal does not tell all.
        private static func isMasked(_ path: String) -> Bool {
            ["•", "…", "<redacted:"].contains { path.contains($0) }
        }
    }
}
