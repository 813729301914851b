/// The layout that all reports share.
enum ReportText {
    /// A request or a list is cut behind so many lines.
    static let maximumLines = 20
    private static let maximumLine = 1_200

    /// `      differs   …`
    static func line(_ label: String, _ text: String) -> String {
        "      \(label)\(String(repeating: " ", count: max(1, 10 - label.count)))\(shortened(text))"
    }

    /// What is expected stands at the end: a long line loses its middle.
    static func shortened(_ text: String) -> String {
        guard text.utf8.count > maximumLine else { return text }
        return "\(text.cut(maximumLine * 2 / 3)) \(String(text.unicodeScalars.suffix(maximumLine / 12)))"
    }

    /// Something with the place where it stands, in columns.
    static func place(_ source: String, _ place: String) -> String {
        let source = shortened(source)
        return "    \(source)\(String(repeating: " ", count: max(2, 56 - source.count)))\(place)"
    }

    /// The first lines, and how many are left out.
    static func list(_ lines: [String]) -> String {
        guard lines.count > maximumLines else { return lines.joined(separator: "\n") }
        let rest = lines.count - maximumLines
        return (lines.prefix(maximumLines) + ["    … and \(rest) more"]).joined(separator: "\n")
    }

    static func sections(_ sections: [String]) -> String { sections.joined(separator: "\n\n") + "\n" }
}
