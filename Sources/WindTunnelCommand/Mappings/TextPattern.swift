import Foundation

/// A regular expression that is compared with a whole text, as WireMock does: `.` is any character, a line break too.
///
/// Foundation's expressions are written as those of Java are; Swift's see characters where Java sees code units.
struct TextPattern: Sendable {
    let source: String
    private let expression: NSRegularExpression

    /// Nil for what is none.
    init?(_ source: String, ignoringCase: Bool = false) {
        // The brackets that enclose it must not be what makes it one.
        guard Self.expression(source) != nil,
            let whole = Self.expression("\(ignoringCase ? "(?i)" : "")(?:\(source))\\z")
        else { return nil }
        self.source = source
        expression = whole
    }

    init(_ node: MappingNode) throws {
        let source = try node.text()
        guard let pattern = TextPattern(source) else {
            throw node.fault("the regular expression cannot be read: \(Self.reason(source))")
        }
        self = pattern
    }

    func matches(_ text: String) -> Bool { verdict(text) == true }

    /// Nil when the search was given up, since it took too long or too much: then neither it nor its opposite holds.
    func verdict(_ text: String) -> Bool? {
        let range = NSRange(location: 0, length: text.utf16.count)
        var verdict: Bool? = false
        expression.enumerateMatches(in: text, options: [.anchored, .reportCompletion], range: range) {
            found, flags, stop in
            if found != nil { verdict = true } else if flags.contains(.internalError) { verdict = nil }
            stop.pointee = true
        }
        return verdict
    }

    private static func expression(_ source: String) -> NSRegularExpression? {
        try? NSRegularExpression(pattern: source, options: .dotMatchesLineSeparators)
    }

    /// Foundation says no more than that it is none.
    private static func reason(_ source: String) -> String {
        do {
            _ = try Regex(source)
            return "it has what is read by Java alone"
        } catch {
            return "\(error)".onOneLine
        }
    }
}
