import Foundation

/// The members of an object that is being read: known ones are taken, what remains is custom.
struct Members {
    private let values: [String: JSONValue]
    private var takenCount = 0

    init(_ values: [String: JSONValue]) { self.values = values }

    /// Nil for what is missing, and for `null`.
    mutating func value(_ key: String) -> JSONValue? {
        guard let value = values[key] else { return nil }
        takenCount += 1
        if case .null = value { return nil }
        return value
    }

    mutating func text(_ key: String) -> String? { value(key)?.lenientText }
    mutating func double(_ key: String) -> Double? { value(key)?.lenientDouble }

    mutating func int(_ key: String) -> Int? { double(key).flatMap { Int(exactly: $0.rounded()) } }

    mutating func bool(_ key: String) -> Bool? {
        switch value(key) {
        case .bool(let value): value
        case .string(let text): text.equalsIgnoringCase("true") ? true : text.equalsIgnoringCase("false") ? false : nil
        default: nil
        }
    }

    mutating func timestamp(_ key: String) -> HAR.Timestamp? { text(key).map { HAR.Timestamp(text: $0) } }

    /// What the format has no name for.
    func custom(beside names: Set<String>) -> [String: JSONValue] {
        if takenCount == values.count { return [:] }
        return values.filter { !names.contains($0.key) && $0.key != "comment" }
    }
}

extension JSONValue {
    var members: Members? {
        if case .object(let members) = self { Members(members) } else { nil }
    }

    /// What stands where a text should: a number by its digits, a list by its elements with commas between.
    var lenientText: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let value): value ? "true" : "false"
        case .array(let elements): elements.compactMap(\.lenientText).joined(separator: ", ")
        case .object: compactText
        }
    }

    /// A number, or a text that is one.
    var lenientDouble: Double? {
        let double: Double? =
            switch self {
            case .number(let number): number.double
            case .string(let text): Double(text.trimmingCharacters(in: .whitespaces))
            default: nil
            }
        return double.flatMap { $0.isFinite ? $0 : nil }
    }
}
