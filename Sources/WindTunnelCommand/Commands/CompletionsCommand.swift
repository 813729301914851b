import Foundation

enum CompletionsCommand: Command {
    static let spec = CommandSpec(
        name: "completions", abstract: "write what a shell completes command lines with",
        arguments: [.init(name: "SHELL", summary: "bash, zsh or fish.")],
        examples: [
            ("source <(windtunnel completions bash)", "In ~/.bashrc."),
            ("windtunnel completions zsh > ~/.zfunc/_windtunnel", "A folder of $fpath."),
            ("windtunnel completions fish | source", "In config.fish."),
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let shell = arguments.arguments[0]
        guard ["bash", "zsh", "fish"].contains(shell) else {
            throw UsageError("SHELL is bash, zsh or fish, not '\(shell)'")
        }
        try console.print(Data(Completions.script(shell, Commands.all.map { $0.spec }).utf8))
        return 0
    }
}

enum ManCommand: Command {
    static let spec = CommandSpec(
        name: "man", abstract: "write the man page",
        examples: [("windtunnel man > windtunnel.1 && man ./windtunnel.1", "Read it.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        try console.print(Data(ManPage.roff(Commands.all.map { $0.spec }, version: Commands.version).utf8))
        return 0
    }
}
