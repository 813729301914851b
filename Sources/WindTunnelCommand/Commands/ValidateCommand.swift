import Foundation
import HTTPArchive

enum ValidateCommand: Command {
    static let spec = CommandSpec(
        name: "validate", abstract: "tell what is wrong with recordings and stub mappings",
        discussion: [
            """
            Lists problems by entry and path. Without --strict only those count that keep an entry from answering; the status is 1 \
            then. Of stub mappings each problem keeps one from being served.
            """
        ],
        arguments: [
            .init(
                name: "FILE", summary: "An HTTP archive, a file or a folder of stub mappings; '-' for standard input.",
                isRepeated: true)
        ],
        options: [
            .init(name: "strict", summary: "Every problem counts."),
            .init(name: "json", summary: "Write one JSON object a line."),
        ],
        examples: [("windtunnel validate Recordings/*.har", "Check all recordings, for CI.")])

    /// What is written is what was found.
    static var closedStatus: Int32 { 1 }

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        var isBad = false
        for name in arguments.arguments {
            do {
                for finding in try findings(name, isStrict: arguments.has("strict")) {
                    isBad = isBad || finding.counts
                    try tell(finding, arguments, console)
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

    private struct Finding {
        let file: String
        var path = "$"
        let message: String
        var entry: Int?
        let counts: Bool
    }

    private static func findings(_ name: String, isStrict: Bool) throws -> [Finding] {
        switch try ServedFile.open(name) {
        case .archive(let file):
            let problems = file.problems + (0..<file.count).flatMap { file.read(at: $0).problems }
            return problems.map { problem in
                Finding(
                    file: name, path: problem.path, message: problem.message, entry: problem.entry,
                    counts: isStrict || problem.preventsAnswer)
            }
        case .mappings(let source):
            return source.problems.map { problem in
                Finding(file: problem.file, path: problem.path ?? "$", message: problem.message, counts: true)
            }
        }
    }

    private static func tell(_ finding: Finding, _ arguments: ParsedArguments, _ console: Console) throws {
        if arguments.has("json") {
            try console.print(
                JSONText.object([
                    "file": .string(finding.file), "path": .string(finding.path), "message": .string(finding.message),
                    "entry": finding.entry.map { .number(JSONNumber($0 + 1)) } ?? .null,
                    "counts": .bool(finding.counts),
                ]))
        } else {
            let kind = finding.counts ? console.colored("error", .red) : console.colored("note", .dim)
            try console.print("\(finding.file): \(kind): \("\(finding.path): \(finding.message)".onOneLine)")
        }
    }
}
