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
            key += "\n" + parts.rawSegments.map { ComparableText.decoded($0) }.joined(separator: "/")
        }
        if let query {
            let items = ComparableText.items(parts.rawQuery).filter { !query.contains($0.item.name) }
            let texts = items.map { Secrets.isSecret(field: $0.item.name) ? "\($0.name)=\(Placeholder.any)" : $0.text }
            key += "\n" + texts.sorted().joined(separator: "&")
        }
        return Placeholder.generalized(key)
    }
}

/// Percent-encoded text as it is compared: decoded, but for bytes that would be taken for others then.
enum ComparableText {
    /// An item of a query or a form.
    struct Item {
        let item: QueryItem
        let name: String
        let value: String

        var text: String { "\(name)=\(value)" }
    }

    static func items(_ raw: Substring?) -> [Item] {
        (raw ?? "").split(separator: "&").map { item in
            let mark = item.firstIndex(of: "=") ?? item.endIndex
            let (name, value) = (item[..<mark], item[mark...].dropFirst())
            return Item(
                item: QueryItem(
                    name: PercentCoding.decodedString(name, plusIsSpace: true),
                    value: PercentCoding.decodedString(value, plusIsSpace: true)),
                name: decoded(name, plusIsSpace: true), value: decoded(value, plusIsSpace: true))
        }
    }

    /// A slash inside of a segment is none between two, and bytes that are no UTF-8 are not all the same.
    static func decoded(_ raw: Substring, plusIsSpace: Bool = false) -> String {
        let utf8 = raw.utf8
        guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") || isMark($0) }) else {
            return String(raw)
        }
        let bytes = PercentCoding.decode(utf8, plusIsSpace: plusIsSpace)
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) { return bytes.contains(where: isMark) ? escaped(bytes) : text }
        return escaped(bytes, all: true)
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "&")
            || byte == UInt8(ascii: "=")
    }

    private static func escaped(_ bytes: some Sequence<UInt8>, all: Bool = false) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            guard isMark(byte) || all && byte >= 0x80 else {
                result.append(byte)
                continue
            }
            let digits = String(byte, radix: 16)
            result += Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
