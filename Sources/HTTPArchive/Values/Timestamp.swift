public import Foundation

extension HAR {
    /// A moment, as the archive spells it (ISO 8601).
    ///
    /// The text is kept, whatever it is. It is a date with any number of fractional digits, and with an offset in
    /// either spelling (`+02:00`, `+0200`); without one it is taken for UTC.
    ///
    /// ```swift
    /// let started: HAR.Timestamp = "2026-03-01T10:00:00.123456+02:00"
    /// print(started.date!.timeIntervalSince1970)
    /// ```
    public struct Timestamp: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
        /// The text as it is written.
        public var text: String

        /// A moment as text.
        public init(text: String) { self.text = text }

        /// A moment as text.
        public init(stringLiteral value: String) { text = value }

        /// In UTC, to the millisecond.
        public init(_ date: Date) { text = CivilTime.text(secondsSince1970: date.timeIntervalSince1970) }

        /// The moment; nil when the text tells of none.
        public var date: Date? { CivilTime.seconds(text).map { Date(timeIntervalSince1970: $0) } }

        /// The text.
        public var description: String { text }
    }
}

/// Dates of the proleptic Gregorian calendar, without a formatter: those differ by platform and are slow.
enum CivilTime {
    static func text(secondsSince1970 seconds: Double) -> String {
        let bounded = seconds.isFinite ? min(max(seconds, -62_135_596_800), 253_402_300_799.999) : 0
        let milliseconds = Int((bounded * 1000).rounded())
        let (day, rest) = split(milliseconds, 86_400_000)
        let (year, month, dayOfMonth) = civil(day)
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(dayOfMonth, 2))T\(pad(rest / 3_600_000, 2)):"
            + "\(pad(rest / 60_000 % 60, 2)):\(pad(rest / 1000 % 60, 2)).\(pad(rest % 1000, 3))Z"
    }

    private static func split(_ value: Int, _ divisor: Int) -> (Int, Int) {
        let rest = ((value % divisor) + divisor) % divisor
        return ((value - rest) / divisor, rest)
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// Days since 1970-01-01 as year, month and day; years begin in March here, so that leap days come last.
    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let (era, dayOfEra) = split(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let (era, yearOfEra) = split(month <= 2 ? year - 1 : year, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Nil for what is no date and time of ISO 8601 in the profile of RFC 3339, or near it.
    static func seconds(_ text: String) -> Double? {
        var rest = Substring(text).utf8
        guard let year = number(&rest, 4), take(&rest, "-"), let month = number(&rest, 2), take(&rest, "-"),
            let day = number(&rest, 2), take(&rest, "T") || take(&rest, "t") || take(&rest, " "),
            let hour = number(&rest, 2), take(&rest, ":"), let minute = number(&rest, 2),
            (1...12).contains(month), (1...31).contains(day), hour <= 24, minute < 60
        else { return nil }
        var second = 0
        if take(&rest, ":") {
            guard let value = number(&rest, 2), value <= 60 else { return nil }
            second = value
        }
        let fraction = take(&rest, ".") || take(&rest, ",") ? fraction(&rest) : 0
        guard let fraction, let offset = offset(&rest), rest.isEmpty else { return nil }
        return Double(days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset) + fraction
    }

    private static func number(_ rest: inout Substring.UTF8View, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func take(_ rest: inout Substring.UTF8View, _ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func fraction(_ rest: inout Substring.UTF8View) -> Double? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return Double("0." + String(Substring(digits)))
    }

    private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
        if rest.isEmpty || take(&rest, "Z") || take(&rest, "z") { return 0 }
        let isWest = take(&rest, "-")
        guard isWest || take(&rest, "+"), let hours = number(&rest, 2), hours < 24 else { return nil }
        var minutes = 0
        if !rest.isEmpty {
            _ = take(&rest, ":")
            guard let value = number(&rest, 2), value < 60 else { return nil }
            minutes = value
        }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}
