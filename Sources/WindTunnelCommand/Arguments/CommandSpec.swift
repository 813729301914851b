/// What a command takes, as a table: parsing, help, completions and the man page are read from it.
struct CommandSpec: Sendable {
    /// Something that follows the command's name.
    struct Argument: Sendable {
        let name: String
        let summary: String
        var isOptional = false
        var isRepeated = false
    }

    struct Option: Sendable {
        /// Without dashes.
        let name: String
        var short: Character?
        /// What its value is called; nil for one without a value.
        var value: String?
        /// The values that it may have; empty for any.
        var choices: [String] = []
        var isRepeated = false
        let summary: String
    }

    let name: String
    /// One line.
    let abstract: String
    /// Paragraphs.
    var discussion: [String] = []
    var arguments: [Argument] = []
    var options: [Option] = []
    /// Command lines, with what they do.
    var examples: [(line: String, does: String)] = []

    static let help = Option(name: "help", short: "h", summary: "Show this text.")

    /// Every command has it.
    var allOptions: [Option] { options + [Self.help] }

    /// `windtunnel serve [options] FILE...`
    var synopsis: String {
        let words = arguments.map { argument in
            let word = argument.name + (argument.isRepeated ? "..." : "")
            return argument.isOptional ? "[\(word)]" : word
        }
        return (["windtunnel", name, "[options]"] + words).joined(separator: " ")
    }
}

extension CommandSpec.Option {
    /// `-p, --port NUMBER`
    var spelling: String {
        let short = short.map { "-\($0), " } ?? "    "
        return short + "--\(name)" + (value.map { " \($0)" } ?? "")
    }
}
