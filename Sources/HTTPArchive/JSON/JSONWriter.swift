extension JSONValue {
    /// Keys sorted by Unicode scalars, no spaces: one text for one value, on every platform.
    package var compactText: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// The same in lines, two spaces a level.
    package var prettyText: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += value.text
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            Self.write(values, "[", "]", to: &text, indent: indent) { $0.write(to: &$1, indent: $2) }
        case .object(let members):
            Self.write(members.sortedByKey, "{", "}", to: &text, indent: indent) { member, text, indent in
                Self.write(member.key, to: &text)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], _ open: String, _ close: String, to text: inout String, indent: Int?,
        _ write: (Element, inout String, Int?) -> Void
    ) {
        text += open
        let inner = indent.map { $0 + 2 }
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            if let inner { text += "\n" + String(repeating: " ", count: inner) }
            write(element, &text, inner)
        }
        if let indent, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
        text += close
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension [String: JSONValue] {
    /// By Unicode scalars, which does not depend on a locale.
    package var sortedByKey: [(key: String, value: JSONValue)] {
        sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
    }
}
