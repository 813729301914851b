import Foundation
import HTTPArchive

enum SplitCommand: Command {
    static let spec = CommandSpec(
        name: "split", abstract: "make several recordings of one",
        discussion: ["Writes an archive for each host, or for each first part of a path, and lists them."],
        arguments: [.init(name: "FILE", summary: "An HTTP archive; '-' for standard input.")],
        options: [
            .init(
                name: "by", value: "PART", choices: ["host", "path"],
                summary: "What tells the entries apart; the host unless it is given."),
            .init(name: "to", short: "o", value: "FOLDER", summary: "Where the archives go; here unless it is given."),
            .init(name: "json", summary: "Write one JSON object a line."),
        ],
        examples: [("windtunnel split all.har --to Recordings", "Recordings/api.example.com.har and its like.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let archive = try ArchiveFiles.whole(arguments.arguments[0])
        let folder = URL(fileURLWithPath: arguments["to"] ?? ".")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure("\(folder.relativePath) cannot be made: \(error.localizedDescription)")
        }
        let parts = Dictionary(grouping: archive.log.entries) { fileName($0, byPath: arguments["by"] == "path") }
        for (name, entries) in parts.sorted(by: { $0.key < $1.key }) {
            var part = archive
            part.log.entries = entries
            part.log.pages = archive.log.pages.filter { page in entries.contains { $0.pageref == page.id } }
            let file = folder.appendingPathComponent(name).relativePath
            try ArchiveFiles.write(part, to: file, console)
            try console.print(
                arguments.has("json")
                    ? WrittenArchive.text(part, file)
                    : "\(file)  \(entries.count.entries)")
        }
        return 0
    }

    /// What a recording names must not lead to another folder.
    private static func fileName(_ entry: HAR.Entry, byPath: Bool) -> String {
        let place = EntryPlace(entry.request.url)
        let name = byPath ? place.path.split(separator: "/").first.map(String.init) ?? "root" : place.host
        let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) ? $0 : "_" }
        let text = String(safe.drop { $0 == "." }.prefix(100))
        return (text.isEmpty ? "none" : text) + ".har"
    }
}
