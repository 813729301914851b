import Foundation
import HTTPArchive
import WindTunnel

enum RedactCommand: Command {
    static let spec = CommandSpec(
        name: "redact", abstract: "take secrets out of a recording",
        discussion: [
            """
            Credentials, cookies, tokens, passwords and keys are replaced by placeholders, known by name, by shape and by value, wherever \
            the archive repeats them. One secret has one placeholder. Bodies in files beside the archive are looked into, and stay as they \
            are: the status is 1 when one has a secret.
            """
        ],
        arguments: [
            .init(name: "IN", summary: "An HTTP archive; '-' for standard input."),
            .init(name: "OUT", summary: "What is written; IN itself unless it is given.", isOptional: true),
        ],
        options: [
            .init(name: "check", summary: "Write nothing; the status is 1 when a secret is left."),
            .init(name: "header", value: "NAME", isRepeated: true, summary: "A header that is secret too."),
            .init(
                name: "field", value: "NAME", isRepeated: true,
                summary: "A member of JSON, or an item of a form or a query, that is secret too."),
            .init(name: "value", value: "TEXT", isRepeated: true, summary: "A text that is secret wherever it stands."),
            .init(name: "keep", value: "NAME", isRepeated: true, summary: "A name that is no secret."),
            .init(name: "json", summary: "Write each entry that had a secret as one JSON object a line."),
        ],
        examples: [("windtunnel redact --check shop.har", "Fail when a secret is left, for a pre-commit hook.")])

    /// What is written is what was found.
    static var closedStatus: Int32 { 1 }

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        var rules = HAR.Redaction.standard
        for name in arguments.all("header") { rules = rules.redacting(headers: name) }
        for name in arguments.all("field") { rules = rules.redacting(fields: name) }
        for text in arguments.all("value") { rules = rules.redacting(values: text) }
        for name in arguments.all("keep") { rules = rules.keeping(name) }
        let name = arguments.arguments[0]
        let target = arguments.arguments.dropFirst().first ?? name
        if !arguments.has("check") { try WrittenArchive.check(target, arguments) }
        // A compressed body has its secrets too.
        let archive = try ArchiveFiles.whole(name).decoded
        let redacted = archive.redacted(rules)
        let beside = BodiesBeside(archive, name, rules)
        if !arguments.has("check") { try ArchiveFiles.write(redacted, to: target, console) }
        if arguments.has("check") || arguments.has("json") {
            try tell(archive, redacted, name, isJSON: arguments.has("json"), console)
        }
        for (number, file) in beside.secrets {
            console.error(
                "windtunnel: \(name): the body of entry \(number) has a secret; it is in the file \(file.onOneLine)\n")
        }
        return arguments.has("check") && archive != redacted || !beside.secrets.isEmpty ? 1 : 0
    }

    private static func tell(
        _ archive: HAR, _ redacted: HAR, _ name: String, isJSON: Bool, _ console: Console
    ) throws {
        let changed = zip(archive.log.entries, redacted.log.entries).enumerated().filter {
            $0.element.0 != $0.element.1
        }
        for (index, pair) in changed {
            let place = "\(pair.1.request.method) \(pair.1.request.url)"
            try console.print(
                isJSON
                    ? JSONText.object([
                        "file": .string(name), "entry": .number(JSONNumber(index + 1)), "request": .string(place),
                    ]) : "\(name): entry \(index + 1) has a secret: \(place.onOneLine)")
        }
        var (others, hidden) = (archive, redacted)
        (others.log.entries, hidden.log.entries) = ([], [])
        guard others != hidden else { return }
        try console.print(
            isJSON
                ? JSONText.object(["file": .string(name), "entry": .null, "request": .null])
                : "\(name): what stands outside of the entries has a secret")
    }
}

/// Bodies that an archive does not have itself, but names by `_file`.
private struct BodiesBeside {
    /// Entries, counted from 1, and files.
    private(set) var secrets: [(number: Int, file: String)] = []

    init(_ archive: HAR, _ name: String, _ rules: HAR.Redaction) {
        guard name != "-" else { return }
        let folder = URL(fileURLWithPath: name).deletingLastPathComponent()
        var redactor = HAR.Redactor(rules)
        redactor.learn(archive)
        for (index, entry) in archive.log.entries.enumerated() {
            guard case .string(let file)? = entry.response.content.custom["_file"], entry.response.content.text == nil,
                let body = try? entry.answer(filesIn: folder).body, !body.isEmpty
            else { continue }
            var whole = entry
            whole.response.content = HAR.Content(body: body, mimeType: entry.response.content.mimeType)
            if redactor.redacted(whole).response.content.text != whole.response.content.text {
                secrets.append((index + 1, file))
            }
        }
    }
}
