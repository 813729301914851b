import Foundation
import HTTPArchive
import WindTunnel

enum RecordCommand: Command {
    static let spec = CommandSpec(
        name: "record", abstract: "record a server as a reverse proxy",
        discussion: [
            """
            Point a client at the printed address: its requests go to URL, and what comes back is recorded. The file is written when the \
            command is interrupted, as a whole. Secrets are replaced before; see 'windtunnel redact'.
            """
        ],
        arguments: [.init(name: "URL", summary: "The server: https://api.example.com.")],
        options: [
            .init(name: "to", short: "o", value: "FILE", summary: "The archive to write. Needed."),
            .init(name: "append", summary: "Keep the entries of the file, and answer from them."),
            .init(name: "no-redaction", summary: "Write secrets as they are."),
            .init(name: "port", short: "p", value: "NUMBER", summary: "The port; any free one unless it is given."),
            .init(name: "host", value: "ADDRESS", summary: "The loopback address; 127.0.0.1 unless it is given."),
            .init(name: "json", summary: "Write one JSON object a line."),
        ],
        examples: [
            ("windtunnel record https://api.example.com --to shop.har", "Record what an app does with the shop.")
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        guard let file = arguments["to"] else { throw UsageError("--to is missing: say --to FILE") }
        guard file != "-" else { throw UsageError("--to takes a file, not '-': it is written when the command ends") }
        let base = try Addresses.url(arguments.arguments[0], "URL")
        try ArchiveFiles.prepare(file)
        let server = MockServer(base.absoluteString, journal: .last(Serving.journal))
        try server.record(
            to: URL(fileURLWithPath: file), mode: arguments.has("append") ? .new : .all,
            redacting: arguments.has("no-redaction") ? .none : .standard)
        let status = try await Serving(server: server, arguments: arguments, console: console).run { nil }
        try server.finishRecording()
        let count = try ArchiveFiles.open(file).count
        console.error("\(count.entries) in \(file)\n")
        return status
    }
}
