import Foundation

/// A regular expression that is compared with a whole text, as WireMock does: `.` is any character, a line break too.
///
/// Foundation's expressions are written as those of Java are; Swift's see characters where Java sees code units.
struct TextPattern: Sendable {
    let source: String
    private let expression: NSRegularExpression

    init(_ node: MappingNode) throws {
        source = try node.text()
        guard let plain = Self.expression(source), let whole = Self.expression("(?:\(source))\\z") else {
            let reason = (try? Regex(source)) == nil ? Self.reason(source) : "it has what only Java reads"
            throw node.fault("the regular expression cannot be read: \(reason)")
        }
        // The braces that enclose it must not be what makes it one.
        _ = plain
        expression = whole
    }

    func matches(_ text: String) -> Bool {
        let range = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, options: .anchored, range: range) != nil
    }

    private static func expression(_ source: String) -> NSRegularExpression? {
        try? NSRegularExpression(pattern: source, options: .dotMatchesLineSeparators)
    }

    /// Foundation says no more than that it is none.
    private static func reason(_ source: String) -> String {
        do {
            _ = try Regex(source)
            return ""
        } catch {
            return "\(error)".onOneLine
        }
    }
}
