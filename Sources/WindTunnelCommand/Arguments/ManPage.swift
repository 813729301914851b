import Foundation

/// The man page, from the tables.
enum ManPage {
    static func roff(_ specs: [CommandSpec], version: String) -> String {
        head(version) + specs.map(section).joined() + foot
    }

    private static func head(_ version: String) -> String {
        """
        .TH WINDTUNNEL 1 "" "windtunnel \(version)" "User Commands"
        .SH NAME
        windtunnel \\- what a developer does with recorded HTTP outside of a test
        .SH SYNOPSIS
        .B windtunnel
        .I COMMAND
        [options] ...
        .SH DESCRIPTION
        Serves, records, shows and changes HTTP archives (HAR 1.2).
        \\(aq\\-\\(aq as a file is standard input or output.
        .SH COMMANDS

        """
    }

    private static let foot = """
        .SH EXIT STATUS
        .TP
        0
        All is well.
        .TP
        1
        Something was found, or failed.
        .TP
        2
        The command line has a mistake.
        .SH ENVIRONMENT
        .TP
        NO_COLOR
        When it is not empty, nothing is coloured; where standard output is no terminal nothing is anyway.

        """

    private static func section(_ spec: CommandSpec) -> String {
        let synopsis = spec.synopsis.dropFirst("windtunnel ".count)
        var text = ".SS \(escaped(String(synopsis)))\n\(escaped(sentence(spec.abstract)))\n"
        for paragraph in spec.discussion { text += ".PP\n\(escaped(paragraph))\n" }
        for argument in spec.arguments { text += ".TP\n.I \(escaped(argument.name))\n\(escaped(argument.summary))\n" }
        for option in spec.options {
            let spelling = option.spelling.drop { $0 == " " }
            text += ".TP\n.B \(escaped(String(spelling)))\n\(escaped(HelpText.summary(option)))\n"
        }
        for example in spec.examples {
            text += ".PP\n\(escaped(example.does))\n.PP\n.RS\n.nf\n\(escaped(example.line))\n.fi\n.RE\n"
        }
        return text
    }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    /// Nothing of it is a request of roff.
    private static func escaped(_ text: String) -> String {
        let marks = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
            .replacingOccurrences(of: "'", with: "\\(aq")
        return marks.hasPrefix(".") ? "\\&" + marks : marks
    }
}
