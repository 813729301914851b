/// Help in the order of a man page: name, synopsis, description, options, examples.
enum HelpText {
    private static let width = 80

    static func command(_ spec: CommandSpec) -> String {
        var sections = ["windtunnel \(spec.name): \(spec.abstract)", "usage: \(spec.synopsis)"]
        sections += spec.discussion.map { wrap($0, indent: 0) }
        if !spec.arguments.isEmpty {
            sections.append("arguments:\n" + table(spec.arguments.map { ($0.name, $0.summary) }))
        }
        sections.append("options:\n" + table(spec.allOptions.map { ($0.spelling, summary($0)) }))
        if !spec.examples.isEmpty {
            sections.append(
                "examples:\n" + spec.examples.map { "  \($0.line)\n      \($0.does)" }.joined(separator: "\n"))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    static func overview(_ specs: [CommandSpec]) -> String {
        """
        windtunnel: what a developer does with recorded HTTP outside of a test

        usage: windtunnel COMMAND [options] ...

        commands:
        \(table(specs.map { ($0.name, $0.abstract) }))

        options:
        \(table([("-h, --help", "Show this text; with a command, what it takes."), ("    --version", "Show the version.")]))

        '-' as a file is standard input or output. Exit status: 0, 1 when something was found or
        failed, 2 for a mistake on the command line.

        """
    }

    static func summary(_ option: CommandSpec.Option) -> String {
        option.choices.isEmpty ? option.summary : option.summary + " One of: \(option.choices.joined(separator: ", "))."
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let column = min(28, (rows.map(\.0.count).max() ?? 0) + 4)
        return rows.map { name, summary in
            let text = wrap(summary, indent: column).drop { $0 == " " }
            let gap =
                name.count + 4 > column
                ? "\n" + String(repeating: " ", count: column)
                : String(repeating: " ", count: column - name.count - 2)
            return "  \(name)\(gap)\(text)"
        }.joined(separator: "\n")
    }

    /// Lines of at most the width, all of them indented.
    private static func wrap(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return (lines + [margin + line]).joined(separator: "\n")
    }
}
