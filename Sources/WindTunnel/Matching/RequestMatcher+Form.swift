extension RequestMatcher {
    /// The body is a URL-encoded form that has these fields; others do not matter.
    ///
    /// Names and values are compared decoded (WHATWG URL, section 5.1). A name that stands twice must have both values.
    @_disfavoredOverload  // else `[:]` would be ambiguous
    public static func form(_ fields: KeyValuePairs<String, ValueMatcher>) -> RequestMatcher {
        RequestMatcher(FormCheck(fields: fields.map { ($0.key, $0.value) }, isExact: false))
    }

    /// The body is a URL-encoded form that has these fields; others do not matter.
    public static func form(_ fields: KeyValuePairs<String, String>) -> RequestMatcher {
        RequestMatcher(FormCheck(fields: fields.map { ($0.key, .equal($0.value)) }, isExact: false))
    }

    /// The body is a URL-encoded form that has these fields; others do not matter.
    @_disfavoredOverload  // a literal that names a field twice must not make a dictionary, which would trap
    public static func form(_ fields: [String: String]) -> RequestMatcher {
        RequestMatcher(FormCheck(fields: sorted(fields), isExact: false))
    }

    /// The body is a URL-encoded form of these fields and no others, in any order.
    public static func exactForm(_ fields: KeyValuePairs<String, String>) -> RequestMatcher {
        RequestMatcher(FormCheck(fields: fields.map { ($0.key, .equal($0.value)) }, isExact: true))
    }

    /// The body is a URL-encoded form of these fields and no others, in any order.
    @_disfavoredOverload
    public static func exactForm(_ fields: [String: String]) -> RequestMatcher {
        RequestMatcher(FormCheck(fields: sorted(fields), isExact: true))
    }

    private static func sorted(_ fields: [String: String]) -> [(String, ValueMatcher)] {
        fields.sorted { $0.key < $1.key }.map { ($0.key, .equal($0.value)) }
    }

    /// The body is `multipart/form-data` with such a part (RFC 7578).
    ///
    /// - Parameters:
    ///   - name: The part's name.
    ///   - filename: Its file name, if that matters.
    ///   - contentType: Its content type, if that matters; parameters after `;` do not.
    ///   - body: Its bytes, if they matter.
    public static func multipart(
        _ name: String, filename: String? = nil, contentType: String? = nil, body: Data? = nil
    ) -> RequestMatcher {
        RequestMatcher(MultipartCheck(name: name, filename: filename, contentType: contentType, body: body))
    }
}

extension RequestMatcher {
    /// The body is `multipart/form-data` with a field of exactly this text (RFC 7578).
    public static func multipart(_ name: String, _ text: String) -> RequestMatcher {
        multipart(name, body: Data(text.utf8))
    }
}

/// A body of `application/x-www-form-urlencoded`.
enum FormData {
    /// Nil with a reason when the body is none.
    static func items(of request: MockRequest) -> Result<[QueryItem], BodyFailure> {
        let type = MediaType.essence(of: request.headers["Content-Type"])
        if let type, type != "application/x-www-form-urlencoded" {
            return .failure(BodyFailure("the body is \(type), not a URL-encoded form"))
        }
        guard let text = String(data: request.body, encoding: .utf8) else {
            return .failure(BodyFailure("the body is no URL-encoded form: it is not text"))
        }
        return .success(QueryItem.parse(text[...]))
    }
}

struct FormCheck: RequestCheck {
    let fields: [(name: String, value: ValueMatcher)]
    let isExact: Bool

    var source: String {
        ".\(isExact ? "exactForm" : "form")(\(SourceText.literal(fields.map { ($0.name, "\($0.value)") })))"
    }
    var isQuick: Bool { false }
    var runsUserCode: Bool { fields.contains { $0.value.runsUserCode } }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        switch context.form {
        case .failure(let failure): return Mismatch(.body, failure.message)
        case .success(let items):
            for field in fields where !field.value.holds(forAnyOf: items.values(field.name)) {
                let values = items.values(field.name)
                let shown = values.map { SourceText.quoted(Secrets.masked(field: field.name, $0)) }
                let received = values.isEmpty ? "is missing" : "is " + shown.joined(separator: ", ")
                let expected = Secrets.masked(field: field.name, field.value)
                return Mismatch(.body, "form field \(field.name) \(received), expected \(expected)")
            }
            return isExact ? countMismatch(items) : nil
        }
    }

    /// All that is expected is there; what is too much?
    private func countMismatch(_ items: [QueryItem]) -> Mismatch? {
        for item in items {
            let expected = fields.count { $0.name == item.name }
            if expected == 0 { return Mismatch(.body, "form field \(item.name) is there, expected no such field") }
            let received = items.values(item.name).count
            guard received == expected else {
                return Mismatch(.body, "form field \(item.name) is there \(received) times, expected \(expected)")
            }
        }
        return nil
    }
}

struct MultipartCheck: RequestCheck {
    let name: String
    let filename: String?
    let contentType: String?
    let body: Data?

    var source: String {
        var arguments = [SourceText.literal(name)]
        if let filename { arguments.append("filename: \(SourceText.literal(filename))") }
        if let contentType { arguments.append("contentType: \(SourceText.literal(contentType))") }
        if let body { arguments.append("body: \(SourceText.data(body))") }
        return ".multipart(\(arguments.joined(separator: ", ")))"
    }
    var isQuick: Bool { false }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        switch context.multipart {
        case .failure(let error): return Mismatch(.body, "\(error)")
        case .success(let parts):
            let named = parts.filter { $0.name == name }
            guard !named.isEmpty else {
                let names = parts.map { $0.name.map { SourceText.quoted($0) } ?? "one without a name" }
                let others = names.isEmpty ? "it has none" : "only " + names.joined(separator: ", ")
                return Mismatch(.body, "multipart body has no part \(SourceText.quoted(name)), \(others)")
            }
            var first: Mismatch?
            for part in named {
                guard let mismatch = mismatch(part) else { return nil }
                first = first ?? mismatch
            }
            return first
        }
    }

    private func mismatch(_ part: MockRequest.Part) -> Mismatch? {
        let prefix = "multipart part \(SourceText.quoted(name))"
        if let filename, part.filename != filename {
            let received = part.filename.map { SourceText.quoted($0) } ?? "missing"
            return Mismatch(.body, "\(prefix): filename is \(received), expected \(SourceText.quoted(filename))")
        }
        if let contentType, MediaType.essence(of: part.contentType) != MediaType.essence(of: contentType) {
            let received = part.contentType.map { SourceText.quoted($0) } ?? "missing"
            return Mismatch(.body, "\(prefix): content type is \(received), expected \(SourceText.quoted(contentType))")
        }
        if let body, part.body != body {
            return Mismatch(.body, "\(prefix): \(part.body.count) bytes differ from the \(body.count) expected")
        }
        return nil
    }
}
