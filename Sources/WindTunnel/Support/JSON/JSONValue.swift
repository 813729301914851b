/// A JSON text as a value (RFC 8259): numbers keep every digit, the order of keys carries no meaning.
///
/// Foundation's parsers round, or take `true` for `1`, where numbers get long; a matcher that says two bodies are equal must
/// not.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// What a sentence calls it.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

/// A number by its decimal value, so that `1`, `1.0` and `10e-1` are equal and no digit is lost.
struct JSONNumber: Sendable, Hashable {
    let isNegative: Bool
    /// Significant digits without zeros at either end; empty for zero.
    let digits: String
    /// The value is 0.digits × 10^exponent.
    let exponent: Int
    /// The shortest usual spelling.
    let text: String

    static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.isNegative == right.isNegative && left.digits == right.digits && left.exponent == right.exponent
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(digits)
        hasher.combine(exponent)
    }

    /// `text` must be a number by RFC 8259, section 6.
    init(validated text: some StringProtocol) {
        var mantissa = Substring(text)
        var power = 0
        if let mark = mantissa.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            // An exponent beyond Int is out of every range that matters; it saturates and still compares with itself.
            let written = mantissa[mantissa.index(after: mark)...]
            power = Int(written) ?? (written.hasPrefix("-") ? -(Int.max / 4) : Int.max / 4)
            power = max(-(Int.max / 4), min(Int.max / 4, power))
            mantissa = mantissa[..<mark]
        }
        let negative = mantissa.hasPrefix("-")
        if negative { mantissa = mantissa.dropFirst() }
        let parts = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "0" }
        let fraction = parts.count > 1 ? parts[1] : ""
        var all = String(whole) + fraction
        var exponent = whole.count + power
        let zeros = all.prefix { $0 == "0" }.count
        all.removeFirst(zeros)
        exponent -= zeros
        while all.last == "0" { all.removeLast() }
        digits = all
        self.exponent = all.isEmpty ? 0 : exponent
        isNegative = negative && !all.isEmpty
        self.text = Self.spell(negative: isNegative, digits: all, exponent: self.exponent)
    }

    init(_ value: some BinaryInteger) { self.init(validated: String(value)) }

    /// Nil for what JSON has no number for: NaN and the infinities.
    init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(validated: "\(value)")
    }

    private static func spell(negative: Bool, digits: String, exponent: Int) -> String {
        let sign = negative ? "-" : ""
        if digits.isEmpty { return "0" }
        if exponent >= digits.count, exponent - digits.count < 21 {
            return sign + digits + String(repeating: "0", count: exponent - digits.count)
        }
        if exponent > 0, exponent < digits.count {
            return sign + digits.prefix(exponent) + "." + digits.dropFirst(exponent)
        }
        if exponent <= 0, exponent > -7 { return sign + "0." + String(repeating: "0", count: -exponent) + digits }
        let rest = digits.dropFirst()
        return sign + digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e\(exponent - 1)"
    }
}
