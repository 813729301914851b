extension JSONValue {
    /// As a Swift literal that makes it.
    var source: String {
        switch self {
        case .null: "nil"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): value.source
        case .string(let value): SourceText.literal(value)
        case .array(let values): "[" + values.map(\.source).joined(separator: ", ") + "]"
        case .object(let members): SourceText.literal(members.sortedByKey.map { ($0.key, $0.value.source) })
        }
    }

    /// Whether a ``JSONLiteral`` can be written that is equal to it, to the last digit.
    var isLiteral: Bool {
        switch self {
        case .number(let number): number.isLiteral
        case .array(let values): values.allSatisfy(\.isLiteral)
        case .object(let members): members.values.allSatisfy(\.isLiteral)
        default: true
        }
    }
}

extension JSONNumber {
    fileprivate var isLiteral: Bool { Int64(text) != nil || Double(text).flatMap { JSONNumber($0) } == self }

    /// A Swift literal; a whole number that is too large for an integer is one with a point.
    var source: String {
        if text.contains(".") { return text }
        if text.contains("e") { return text.replacingOccurrences(of: "e", with: ".0e") }
        return Int64(text) == nil ? text + ".0" : text
    }
}
