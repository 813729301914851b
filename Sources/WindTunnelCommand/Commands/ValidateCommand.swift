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

    /// What is written is what was found.
    static var closedStatus: Int32 { 1 }

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
            try console.print("\(name): \(kind): \("\(problem.path): \(problem.message)".onOneLine)")
        }
    }
}
