/// What of a request must be as it was recorded.
///
/// ```swift
/// let rules: [ReplayRule] = [.method, .path, .query(ignoring: ["ts"])]
/// ```
public struct ReplayRule: Sendable {
    enum Kind: Sendable {
        case method
        case host
        case path
        case query(ignoring: Set<String>)
        case body(ignoring: [JSONPath])
        case header(String)
        case fault(String)
    }

    let kinds: [Kind]

    /// The method.
    public static var method: ReplayRule { ReplayRule(kinds: [.method]) }
    /// Scheme, host and port.
    public static var host: ReplayRule { ReplayRule(kinds: [.host]) }
    /// The path, segment by segment, decoded.
    public static var path: ReplayRule { ReplayRule(kinds: [.path]) }
    /// The items of the query, decoded, in any order.
    public static var query: ReplayRule { query(ignoring: []) }
    /// Scheme, host, port, path and query.
    public static var url: ReplayRule { ReplayRule(kinds: [.host, .path, .query(ignoring: [])]) }
    /// The body, where one was recorded, compared by what it means.
    ///
    /// JSON is compared by value, forms by their fields, multipart bodies by their parts, GraphQL by operation and
    /// variables, all else by its bytes.
    public static var body: ReplayRule { ReplayRule(kinds: [.body(ignoring: [])]) }

    /// The items of the query but for some names.
    public static func query(ignoring names: [String]) -> ReplayRule {
        ReplayRule(kinds: [.query(ignoring: Set(names))])
    }

    /// The body, as ``body`` says, without regard to some JSON values: `"$.id"`, `"$.items[*].createdAt"`.
    public static func json(ignoring paths: [String]) -> ReplayRule {
        let parsed = paths.map { path in JSONPath(path).map { Kind.body(ignoring: [$0]) } ?? .fault(path) }
        return ReplayRule(kinds: parsed.isEmpty ? [.body(ignoring: [])] : parsed)
    }

    /// The body, without the value at one path: `.json(ignoring: "$.id")`.
    public static func json(ignoring path: String) -> ReplayRule { json(ignoring: [path]) }

    /// The values of a header.
    public static func header(_ name: String) -> ReplayRule { ReplayRule(kinds: [.header(name)]) }
}

/// Which of several equal recorded requests answers.
public enum ReplayOrder: Sendable {
    /// One after the other, as they were recorded; the last one repeats.
    case inOrder
    /// Each once, as they were recorded; then none.
    case once
    /// The first, as often as it is asked.
    case any
}

/// How long a recorded answer takes.
public struct ReplayTiming: Sendable {
    let scale: Double

    /// No time at all.
    public static var instant: ReplayTiming { ReplayTiming(scale: 0) }

    /// The time that it took, on the server's clock, times a factor.
    ///
    /// A factor that is negative or no number means no time at all. No answer takes longer than twelve days.
    public static func recorded(scale: Double = 1) -> ReplayTiming { ReplayTiming(scale: scale > 0 ? scale : 0) }
}
