import Foundation
import HTTPArchive

enum ValidateCommand: Command {
    static let spec = CommandSpec(
        name: "validate", abstract: "tell what is wrong with recordings",
        discussion: [
            """
            Lists problems by entry and path. Without --strict only those count that keep an entry from answering; the status is 1 \
            then.
            """
        ],
        arguments: [.init(name: "FILE", summary: "An HTTP archive; '-' for standard input.", isRepeated: true)],
        options: [
            .init(name: "strict", summary: "Every problem counts."),
            .init(name: "json", summary: "Write one JSON object a line."),
        ],
        examples: [("windtunnel validate Recordings/*.har", "Check all recordings, for CI.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        var isBad = false
        for name in arguments.arguments {
            do {
                let file = try ArchiveFiles.open(name)
                let all = file.problems + (0..<file.count).flatMap { file.read(at: $0).problems }
                for problem in all {
                    let counts = arguments.has("strict") || problem.preventsAnswer
                    isBad = isBad || counts
                    try tell(name, problem, counts, arguments, console)
                }
            } catch let failure as Failure {
                isBad = true
                if arguments.has("json") {
                    try console.print(JSONText.object(["file": .string(name), "message": .string("\(failure)")]))
                } else {
                    try console.print(console.colored("\(failure)", .red))
                }
            }
        }
        return isBad ? 1 : 0
    }

    private static func tell(
        _ name: String, _ problem: HAR.Problem, _ counts: Bool, _ arguments: ParsedArguments, _ console: Console
    ) throws {
        if arguments.has("json") {
            try console.print(
                JSONText.object([
                    "file": .string(name), "path": .string(problem.path), "message": .string(problem.message),
                    "entry": problem.entry.map { .number(JSONNumber($0 + 1)) } ?? .null, "counts": .bool(counts),
                ]))
        } else {
            let kind = counts ? console.colored("error", .red) : console.colored("note", .dim)
            try console.print("\(name): \(kind): \(problem.path): \(problem.message)")
        }
    }
}

enum RedactCommand: Command {
    static let spec = CommandSpec(
        name: "redact", abstract: "take secrets out of a recording",
        discussion: [
            """
            Credentials, cookies, tokens, passwords and keys are replaced by placeholders, known by name, by shape and by value, wherever \
            the archive repeats them. One secret has one placeholder.
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
            .init(name: "json", summary: "Write what was found as one JSON object a line, with --check."),
        ],
        examples: [("windtunnel redact --check shop.har", "Fail when a secret is left, for a pre-commit hook.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        var rules = HAR.Redaction.standard
        for name in arguments.all("header") { rules = rules.redacting(headers: name) }
        for name in arguments.all("field") { rules = rules.redacting(fields: name) }
        for text in arguments.all("value") { rules = rules.redacting(values: text) }
        for name in arguments.all("keep") { rules = rules.keeping(name) }
        let name = arguments.arguments[0]
        let archive = try ArchiveFiles.open(name).read().archive
        let redacted = archive.redacted(rules)
        guard arguments.has("check") else {
            try ArchiveFiles.write(redacted, to: arguments.arguments.dropFirst().first ?? name, console)
            return 0
        }
        let changed = zip(archive.log.entries, redacted.log.entries).enumerated().filter {
            $0.element.0 != $0.element.1
        }
        for (index, pair) in changed {
            let place = "\(pair.1.request.method) \(pair.1.request.url)"
            try console.print(
                arguments.has("json")
                    ? JSONText.object([
                        "file": .string(name), "entry": .number(JSONNumber(index + 1)), "request": .string(place),
                    ]) : "\(name): entry \(index + 1) has a secret: \(place)")
        }
        return archive == redacted ? 0 : 1
    }
}
