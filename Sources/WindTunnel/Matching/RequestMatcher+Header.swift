extension RequestMatcher {
    /// A header has a value; names are compared without case (RFC 9110, section 5.1).
    public static func header(_ name: String, _ value: ValueMatcher) -> RequestMatcher {
        RequestMatcher(HeaderCheck(name: name, value: value))
    }

    /// A header has exactly this value.
    public static func header(_ name: String, _ value: String) -> RequestMatcher { header(name, .equal(value)) }

    /// A header is there, whatever its value.
    public static func header(_ name: String) -> RequestMatcher {
        RequestMatcher(HeaderCheck(name: name, value: .present, isBare: true))
    }

    /// A header has these values, on one line or on several (RFC 9110, section 5.3).
    public static func header(_ name: String, _ values: [String]) -> RequestMatcher {
        RequestMatcher(HeaderListCheck(name: name, values: values))
    }
}

struct HeaderCheck: RequestCheck {
    let name: String
    let value: ValueMatcher
    var isBare = false

    var source: String {
        isBare ? ".header(\(SourceText.literal(name)))" : ".header(\(SourceText.literal(name)), \(value))"
    }
    var isQuick: Bool { value.isQuick }
    var runsUserCode: Bool { value.runsUserCode }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        let received = context.request.headers[name]
        guard !value.holds(forAnyOf: received.map { [$0] } ?? []) else { return nil }
        let shown = received.map { "is \(SourceText.quoted(Secrets.masked(header: name, $0)))" } ?? "is missing"
        return Mismatch(.header, "header \(name) \(shown), expected \(Secrets.masked(header: name, value))")
    }
}

struct HeaderListCheck: RequestCheck {
    let name: String
    let values: [String]

    var source: String { ".header(\(SourceText.literal(name)), \(SourceText.literal(values)))" }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        let received = context.request.headers.all(name)
        guard received != values else { return nil }
        let shown = SourceText.literal(received.map { Secrets.masked(header: name, $0) })
        let expected = Secrets.isSecret(header: name) ? "other values" : SourceText.literal(values)
        return Mismatch(
            .header, "header \(name) \(received.isEmpty ? "is missing" : "is \(shown)"), expected \(expected)")
    }
}
