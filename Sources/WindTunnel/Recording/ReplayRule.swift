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
    /// The body, where one was recorded: JSON by value, forms by their fields, multipart bodies by their parts, GraphQL by
    /// operation and variables, all else by its bytes.
    public static var body: ReplayRule { ReplayRule(kinds: [.body(ignoring: [])]) }

    /// The items of the query but for some names.
    public static func query(ignoring names: [String]) -> ReplayRule {
        ReplayRule(kinds: [.query(ignoring: Set(names))])
    }

    /// The body, as ``body`` says, without regard to some JSON values: `"$.id"`, `"$.items[*].createdAt"`.
    public static func json(ignoring paths: String...) -> ReplayRule {
        let parsed = paths.map { path in JSONPath(path).map { Kind.body(ignoring: [$0]) } ?? .fault(path) }
        return ReplayRule(kinds: parsed.isEmpty ? [.body(ignoring: [])] : parsed)
    }

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
    public static func recorded(scale: Double = 1) -> ReplayTiming { ReplayTiming(scale: max(0, scale)) }
}

/// The rules of one replay, as they are asked.
struct ReplayRules: Sendable {
    private(set) var method = false
    private(set) var host = false
    private(set) var path = false
    private(set) var query: Set<String>?
    private(set) var body: [JSONPath]?
    private(set) var headers: [String] = []
    private(set) var faults: [String] = []

    init(_ rules: [ReplayRule]) {
        let rules = rules.isEmpty ? [.method, .url, .body] : rules
        for kind in rules.flatMap(\.kinds) {
            switch kind {
            case .method: method = true
            case .host: host = true
            case .path: path = true
            case .query(let ignored): query = (query ?? []).union(ignored)
            case .body(let ignored): body = (body ?? []) + ignored
            case .header(let name): headers.append(name)
            case .fault(let text):
                faults.append("\(SourceText.quoted(text)) is no JSON path; write it like \"$.items[*].id\"")
            }
        }
    }

    /// What requests must have in common to be equal, but for body and headers.
    func key(method: String, _ parts: URLParts) -> String {
        var key = self.method ? method : ""
        if host { key += "\n\(parts.origin)" }
        if path {
            let segments = parts.rawSegments.map { PercentCoding.decode($0.utf8) }
            // A slash inside of a segment is none between two.
            key += "\n" + segments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\u{0}")
        }
        if let query {
            let items = QueryItem.parse(parts.rawQuery).filter { !query.contains($0.name) }
            let texts = items.map { "\($0.name)=\(Secrets.isSecret(field: $0.name) ? Placeholder.any : $0.value)" }
            key += "\n" + texts.sorted().joined(separator: "\u{0}")
        }
        return Placeholder.generalized(key)
    }
}
