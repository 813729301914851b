/// One command: its table, and what it does.
protocol Command: Sendable {
    static var spec: CommandSpec { get }
    /// - Returns: The exit status.
    /// - Throws: ``UsageError`` for what the table cannot say, ``Failure`` for what went wrong.
    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32
}

/// What went wrong, as one line that says what to do.
struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

enum Commands {
    static let all: [any Command.Type] = [
        ServeCommand.self, RecordCommand.self, InspectCommand.self, ValidateCommand.self, RedactCommand.self,
        DiffCommand.self, ConvertCommand.self,
    ]

    /// Runs a command line, without the program's own name.
    static func run(_ words: [String], _ console: Console) async -> Int32 {
        guard let name = words.first else {
            console.error(HelpText.overview(all.map { $0.spec }))
            return 2
        }
        switch name {
        case "-h", "--help", "help": return help(words.dropFirst().first, console)
        case "--version":
            console.write("windtunnel \(version)\n")
            return 0
        default: break
        }
        guard let command = all.first(where: { $0.spec.name == name }) else {
            return mistake("there is no command '\(name)'" + suggestion(name), "windtunnel --help", console)
        }
        return await run(command, Array(words.dropFirst()), console)
    }

    static let version = "0.1.0"

    private static func run(_ command: any Command.Type, _ words: [String], _ console: Console) async -> Int32 {
        do {
            let arguments = try ParsedArguments(words, command.spec)
            if arguments.has("help") {
                console.write(HelpText.command(command.spec))
                return 0
            }
            return try await command.run(arguments, console)
        } catch let error as UsageError {
            return mistake("\(error)", "windtunnel \(command.spec.name) --help", console)
        } catch is Console.Closed {
            // Whoever read has heard enough.
            return 0
        } catch {
            console.error("windtunnel: \(error)\n")
            return 1
        }
    }

    private static func help(_ name: String?, _ console: Console) -> Int32 {
        guard let name else {
            console.write(HelpText.overview(all.map { $0.spec }))
            return 0
        }
        guard let command = all.first(where: { $0.spec.name == name }) else {
            return mistake("there is no command '\(name)'" + suggestion(name), "windtunnel --help", console)
        }
        console.write(HelpText.command(command.spec))
        return 0
    }

    private static func mistake(_ text: String, _ help: String, _ console: Console) -> Int32 {
        console.error("windtunnel: \(text)\nSee '\(help)'.\n")
        return 2
    }

    private static func suggestion(_ name: String) -> String {
        Spelling.nearest(to: name, of: all.map { $0.spec.name }).map { "; did you mean '\($0)'?" } ?? ""
    }
}
