/// How often something must have happened.
public struct RequestCount: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    let range: ClosedRange<Int>

    /// Exactly so often.
    public init(integerLiteral value: Int) { range = max(0, value)...max(0, value) }

    private init(_ range: ClosedRange<Int>) { self.range = range }

    /// Exactly so often.
    public static func exactly(_ count: Int) -> RequestCount { RequestCount(integerLiteral: count) }
    /// So often or more.
    public static func atLeast(_ count: Int) -> RequestCount { RequestCount(max(0, count)...Int.max) }
    /// So often or less.
    public static func atMost(_ count: Int) -> RequestCount { RequestCount(0...max(0, count)) }
    /// Within a range.
    public static func between(_ range: ClosedRange<Int>) -> RequestCount { RequestCount(range) }

    /// Does not compile: say ``atMost(_:)``.
    @available(*, unavailable, message: "a range without a lower bound also means never; say .atMost(…)")
    public static func between(_ range: PartialRangeThrough<Int>) -> RequestCount { atMost(range.upperBound) }
    /// Does not compile: say ``atMost(_:)``.
    @available(*, unavailable, message: "a range without a lower bound also means never; say .atMost(…)")
    public static func between(_ range: PartialRangeUpTo<Int>) -> RequestCount { atMost(range.upperBound) }
    /// Does not compile: say ``atLeast(_:)``.
    @available(*, unavailable, message: "a range without an upper bound is .atLeast(…)")
    public static func between(_ range: PartialRangeFrom<Int>) -> RequestCount { atLeast(range.lowerBound) }
    /// Not once.
    public static var never: RequestCount { 0 }

    /// `once`, `at least twice`, `between 1 and 3 times`
    public var description: String {
        if range.upperBound == .max { return "at least \(Self.times(range.lowerBound))" }
        if range.lowerBound == range.upperBound { return Self.times(range.lowerBound) }
        if range.lowerBound == 0 { return "at most \(Self.times(range.upperBound))" }
        return "between \(range.lowerBound) and \(range.upperBound) times"
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 0: "never"
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }
}
