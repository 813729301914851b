extension RequestMatcher {
    /// An item of the query has a value; other items do not matter.
    ///
    /// Names and values are compared decoded: `+` and `%20` are spaces, `%2B` is a plus.
    public static func query(_ name: String, _ value: ValueMatcher) -> RequestMatcher {
        RequestMatcher(QueryCheck(name: name, value: value))
    }

    /// An item of the query has exactly this value.
    public static func query(_ name: String, _ value: String) -> RequestMatcher { query(name, .equal(value)) }

    /// A name is there as often as there are values, with those values, in any order.
    public static func query(_ name: String, _ values: [String]) -> RequestMatcher {
        RequestMatcher(QueryListCheck(name: name, values: values))
    }

    /// The query is these items and no others, in any order.
    public static func exactQuery(_ items: KeyValuePairs<String, String>) -> RequestMatcher {
        RequestMatcher(ExactQueryCheck(items: items.map { QueryItem(name: $0.key, value: $0.value) }))
    }

    /// The query is these items and no others, in any order.
    @_disfavoredOverload  // a literal that names an item twice must not make a dictionary, which would trap
    public static func exactQuery(_ items: [String: String]) -> RequestMatcher {
        RequestMatcher(
            ExactQueryCheck(items: items.sorted { $0.key < $1.key }.map { QueryItem(name: $0.key, value: $0.value) }))
    }
}

extension RequestMatcher {
    /// The query is the items of a text such as `a=1&a=2`, and no others, in any order.
    package static func exactQuery(text: String) -> RequestMatcher {
        RequestMatcher(ExactQueryCheck(items: QueryItem.parse(text[...])))
    }
}

enum QueryText {
    static func missing(_ item: QueryItem, in received: [QueryItem]) -> Mismatch {
        mismatch(item.name, received.values(item.name), expected: .equal(item.value))
    }

    static func mismatch(_ name: String, _ values: [String], expected: ValueMatcher) -> Mismatch {
        let shown = values.map { SourceText.quoted(Secrets.masked(field: name, $0)) }.joined(separator: ", ")
        let received = values.isEmpty ? "is missing" : "is \(shown)"
        return Mismatch(.query, "query \(name) \(received), expected \(Secrets.masked(field: name, expected))")
    }

    static func extra(_ item: QueryItem) -> Mismatch {
        let value = SourceText.quoted(Secrets.masked(field: item.name, item.value))
        return Mismatch(.query, "query \(item.name) is \(value), expected no such item")
    }
}

struct QueryCheck: RequestCheck {
    let name: String
    let value: ValueMatcher

    var source: String { ".query(\(SourceText.literal(name)), \(value))" }
    var isQuick: Bool { value.isQuick }
    var runsUserCode: Bool { value.runsUserCode }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        let values = context.query.values(name)
        guard !value.holds(forAnyOf: values) else { return nil }
        return QueryText.mismatch(name, values, expected: value)
    }
}

struct QueryListCheck: RequestCheck {
    let name: String
    let values: [String]

    var source: String { ".query(\(SourceText.literal(name)), \(SourceText.literal(values)))" }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        let received = context.query.values(name)
        guard received.sorted() != values.sorted() else { return nil }
        let shown = SourceText.literal(received.map { Secrets.masked(field: name, $0) })
        let expected = Secrets.isSecret(field: name) ? "other values" : SourceText.literal(values)
        return Mismatch(.query, "query \(name) is \(shown), expected \(expected)")
    }
}

struct ExactQueryCheck: RequestCheck {
    let items: [QueryItem]

    var source: String {
        ".exactQuery(\(SourceText.literal(items.map { ($0.name, SourceText.literal($0.value)) })))"
    }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        if let missing = context.query.missing(items).first { return QueryText.missing(missing, in: context.query) }
        guard let extra = items.missing(context.query).first else { return nil }
        return QueryText.extra(extra)
    }
}
