extension HAR {
    /// A JSON value (RFC 8259): numbers keep every digit, the order of members carries no meaning.
    ///
    /// Foundation's parsers round long numbers and take `true` for `1`. Values that are compared or written back must
    /// not change so.
    ///
    /// ```swift
    /// let initiator: HAR.JSONValue = ["type": "script", "lineNumber": 12]
    /// if case .object(let members) = initiator { print(members["type"] == "script") }
    /// ```
    public enum JSONValue: Sendable, Hashable {
        /// `null`
        case null
        /// `true` or `false`
        case bool(Bool)
        /// A number of any length.
        case number(JSONNumber)
        /// A text, unescaped.
        case string(String)
        /// Values in order.
        case array([JSONValue])
        /// Members by their keys.
        case object([String: JSONValue])

        /// What a sentence calls it.
        package var kind: String {
            switch self {
            case .null: "null"
            case .bool: "a boolean"
            case .number: "a number"
            case .string: "a string"
            case .array: "an array"
            case .object: "an object"
            }
        }

        package var isContainer: Bool {
            switch self {
            case .array, .object: true
            default: false
            }
        }
    }
}

/// The short name, inside of the package: many an app has a type that is called so.
package typealias JSONValue = HAR.JSONValue

extension JSONValue: CustomStringConvertible {
    /// Compact JSON, keys sorted.
    public var description: String { compactText }
}

// Not by `nil`: in a place for an optional value it would be read as either of two things.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `true` or `false`
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    /// A number with a fraction; `null` for one that is too large for a `Double`.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map { .number($0) } ?? .null }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Values in order.
    public init(arrayLiteral elements: HAR.JSONValue...) { self = .array(elements) }
    /// An object; of a key that is written twice, the last value counts.
    public init(dictionaryLiteral elements: (String, HAR.JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
