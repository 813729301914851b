/// Values written as the Swift source that makes them, for matchers and reports.
enum SourceText {
    /// A string literal; raw when that reads better.
    static func literal(_ text: String) -> String {
        let plain = text.allSatisfy {
            $0 != "\"" && $0 != "\\" && !$0.isNewline && $0.asciiValue.map { $0 >= 32 } ?? true
        }
        if plain { return "\"\(text)\"" }
        let hasControls = text.unicodeScalars.contains { $0.value < 32 }
        // A raw literal that begins with three quotes would be one of several lines.
        if !hasControls, !text.contains("\"#"), !text.contains("\\#"), !text.hasPrefix("\"\"") {
            return "#\"\(text)\"#"
        }
        return text.debugDescription
    }

    /// Bytes that are text as text, a few others as numbers, many as their count.
    static func data(_ data: Data) -> String {
        if let text = String(data: data, encoding: .utf8) { return "Data(\(literal(text)).utf8)" }
        guard data.count <= 16 else { return "Data(\(data.count) bytes)" }
        return "Data([" + data.map { "0x" + $0.hexadecimal }.joined(separator: ", ") + "])"
    }

    static func literal(_ texts: [String]) -> String { "[" + texts.map(literal).joined(separator: ", ") + "]" }

    /// `["a": "1", "b": "2"]`, keys in order.
    static func literal(_ pairs: [(String, String)]) -> String {
        guard !pairs.isEmpty else { return "[:]" }
        return "[" + pairs.map { "\(literal($0.0)): \($0.1)" }.joined(separator: ", ") + "]"
    }

    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\0"..<" ", "\u{7F}": "\\u{\(String(scalar.value, radix: 16))}"
        default: String(scalar)
        }
    }

    /// Text for a sentence: shortened, on one line, nothing of it invisible.
    static func quoted(_ text: String, limit: Int = 200) -> String {
        let cut = text.count > limit ? String(text.prefix(limit)) + "…" : text
        return "\"" + cut.unicodeScalars.map(visible).joined() + "\""
    }
}
