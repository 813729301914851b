import Foundation
import WindTunnel

/// One command: its table, and what it does.
protocol Command: Sendable {
    static var spec: CommandSpec { get }
    /// - Returns: The exit status.
    /// - Throws: ``UsageError`` for what the table cannot say, ``Failure`` for what went wrong.
    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32
    /// The exit status when the reader of the output has gone.
    static var closedStatus: Int32 { get }
}

extension Command {
    /// Whoever read has heard enough.
    static var closedStatus: Int32 { 0 }
}

/// What went wrong, as one line that says what to do.
struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

enum Commands {
    static let all: [any Command.Type] = [
        ServeCommand.self, RecordCommand.self, InspectCommand.self, ValidateCommand.self, RedactCommand.self,
        DiffCommand.self, ConvertCommand.self, MergeCommand.self, SplitCommand.self, TrimCommand.self,
        CompletionsCommand.self, ManCommand.self,
    ]

    /// Runs a command line, without the program's own name.
    static func run(_ words: [String], _ console: Console) async -> Int32 {
        guard let name = words.first else {
            console.error(HelpText.overview(all.map { $0.spec }))
            return 2
        }
        do {
            switch name {
            case "-h", "--help", "help": return try help(words.dropFirst().first, console)
            case "--version": return try say("windtunnel \(version)\n", console)
            default: return try await run(command(name), Array(words.dropFirst()), console)
            }
        } catch {
            return tell(error, "windtunnel --help", console)
        }
    }

    static let version = Version.current

    private static func run(_ command: any Command.Type, _ words: [String], _ console: Console) async -> Int32 {
        do {
            let arguments = try ParsedArguments(words, command.spec)
            if arguments.has("help") { return try say(HelpText.command(command.spec), console) }
            return try await command.run(arguments, console)
        } catch is Console.Closed {
            return command.closedStatus
        } catch {
            return tell(error, "windtunnel \(command.spec.name) --help", console)
        }
    }

    private static func help(_ name: String?, _ console: Console) throws -> Int32 {
        try say(name.map { HelpText.command(try command($0).spec) } ?? HelpText.overview(all.map { $0.spec }), console)
    }

    private static func say(_ text: String, _ console: Console) throws -> Int32 {
        try console.print(Data(text.utf8))
        return 0
    }

    /// One line that says what to do.
    private static func tell(_ error: any Error, _ help: String, _ console: Console) -> Int32 {
        switch error {
        case is Console.Closed: return 0
        case is UsageError:
            console.error("windtunnel: \(error) (see '\(help)')\n")
            return 2
        default:
            console.error("windtunnel: \(String(describing: error).onOneLine)\n")
            return 1
        }
    }

    static func command(_ name: String) throws -> any Command.Type {
        if let command = all.first(where: { $0.spec.name == name }) { return command }
        let near = Spelling.nearest(to: name, of: all.map { $0.spec.name })
        throw UsageError("there is no command '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
}
