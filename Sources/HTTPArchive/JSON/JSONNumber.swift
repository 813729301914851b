extension HAR {
    /// A JSON number by its decimal value, so that `1`, `1.0` and `10e-1` are equal and no digit is lost.
    ///
    /// ```swift
    /// let large = HAR.JSONNumber(UInt64.max)
    /// print(large.text)          // 18446744073709551615
    /// print(HAR.JSONNumber(1.0)!.int == 1)
    /// ```
    public struct JSONNumber: Sendable, Hashable {
        let isNegative: Bool
        /// Significant digits without zeros at either end; empty for zero.
        let digits: String
        /// The value is 0.digits × 10^exponent.
        let exponent: Int
        /// The shortest usual spelling.
        public let text: String

        /// The nearest `Double`; infinite when the number is beyond its range.
        public var double: Double { Double(text) ?? 0 }

        /// The number as an integer; nil when it has a fraction or does not fit.
        public var int: Int? { Int(text) }

        /// Whether both have the same value, whatever the spelling.
        public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
            left.isNegative == right.isNegative && left.digits == right.digits && left.exponent == right.exponent
        }

        /// Hashes the value: equal numbers hash alike.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(digits)
            hasher.combine(exponent)
        }

        /// `text` must be a number by RFC 8259, section 6.
        package init(validated text: String) {
            var (digits, wholeCount, power) = Self.parts(text)
            let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
            digits.removeFirst(zeros)
            while digits.last == UInt8(ascii: "0") { digits.removeLast() }
            self.digits = String(decoding: digits, as: UTF8.self)
            exponent = digits.isEmpty ? 0 : wholeCount - zeros + power
            isNegative = text.utf8.first == UInt8(ascii: "-") && !digits.isEmpty
            self.text = Self.spell(negative: isNegative, digits: self.digits, exponent: exponent)
        }

        /// All digits before the exponent, how many of them stand before the point, and the exponent.
        private static func parts(_ text: String) -> (digits: [UInt8], wholeCount: Int, power: Int) {
            var digits: [UInt8] = []
            var wholeCount: Int?
            var position = text.utf8.startIndex
            while position < text.utf8.endIndex {
                let byte = text.utf8[position]
                position = text.utf8.index(after: position)
                switch byte {
                case UInt8(ascii: "-"): break
                case UInt8(ascii: "."): wholeCount = digits.count
                case UInt8(ascii: "e"), UInt8(ascii: "E"):
                    return (digits, wholeCount ?? digits.count, power(text[position...]))
                default: digits.append(byte)
                }
            }
            return (digits, wholeCount ?? digits.count, 0)
        }

        /// An exponent beyond Int is out of every range that matters; it saturates and still compares with itself.
        private static func power(_ written: Substring) -> Int {
            let power = Int(written) ?? (written.hasPrefix("-") ? -(Int.max / 4) : Int.max / 4)
            return max(-(Int.max / 4), min(Int.max / 4, power))
        }

        /// A whole number.
        public init(_ value: some BinaryInteger) { self.init(validated: String(value)) }

        /// Nil for what JSON has no number for: NaN and the infinities.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            self.init(validated: "\(value)")
        }

        private static func spell(negative: Bool, digits: String, exponent: Int) -> String {
            let sign = negative ? "-" : ""
            if digits.isEmpty { return "0" }
            let count = digits.utf8.count
            if exponent == count { return sign + digits }
            if exponent > count, exponent - count < 21 {
                return sign + digits + String(repeating: "0", count: exponent - count)
            }
            if exponent > 0, exponent < count {
                return sign + digits.prefix(exponent) + "." + digits.dropFirst(exponent)
            }
            if exponent <= 0, exponent > -7 { return sign + "0." + String(repeating: "0", count: -exponent) + digits }
            let rest = digits.dropFirst()
            return sign + digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e\(exponent - 1)"
        }
    }
}

package typealias JSONNumber = HAR.JSONNumber

extension JSONNumber: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}
