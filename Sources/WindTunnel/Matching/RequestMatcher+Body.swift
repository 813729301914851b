extension RequestMatcher {
    /// The body is exactly these bytes; a request without a body has an empty one.
    public static func body(_ data: Data) -> RequestMatcher { RequestMatcher(BodyCheck(data: data)) }

    /// The body, read as UTF-8 text, satisfies a condition; an empty body is ``ValueMatcher/absent``.
    public static func body(_ text: ValueMatcher) -> RequestMatcher { RequestMatcher(BodyTextCheck(value: text)) }

    /// The body is exactly this text in UTF-8.
    public static func body(_ text: String) -> RequestMatcher { body(.equal(text)) }

    /// A condition of your own; the name stands for it in reports.
    ///
    /// It runs on no particular thread, never while the server is locked. An error is a reason not to match.
    ///
    /// ```swift
    /// let small: RequestMatcher = .custom("body is small") { request in request.body.count < 100 }
    /// ```
    public static func custom(
        _ name: String, _ holds: @escaping @Sendable (MockRequest) throws -> Bool
    ) -> RequestMatcher {
        RequestMatcher(CustomCheck(name: name, holds: holds))
    }
}

struct BodyCheck: RequestCheck {
    let data: Data

    var source: String { ".body(\(SourceText.data(data)))" }
    var isQuick: Bool { false }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        let received = context.request.body
        guard received != data else { return nil }
        if let hint = Self.formatHint(data, context) { return hint }
        let index = zip(received, data).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let at = index ?? min(received.count, data.count)
        return Mismatch(
            .body, "body has \(received.count) bytes, expected \(data.count); the first difference is at byte \(at)")
    }
}

extension BodyCheck {
    /// For those who compare JSON as text.
    fileprivate static func formatHint(_ expected: Data, _ context: MatchContext) -> Mismatch? {
        guard case .success(let json) = context.json, let expected = try? JSONParser.parse(expected), json == expected
        else {
            return nil
        }
        return Mismatch(.body, "body is the same JSON in another format; use .json(…) to compare it by value")
    }
}

struct BodyTextCheck: RequestCheck {
    let value: ValueMatcher

    var source: String { ".body(\(value))" }
    var isQuick: Bool { false }
    var runsUserCode: Bool { value.runsUserCode }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        let body = context.request.body
        let text = String(data: body, encoding: .utf8)
        if holds(for: body, text) { return nil }
        if case .equal(let expected) = value.rule, let hint = BodyCheck.formatHint(Data(expected.utf8), context) {
            return hint
        }
        let received = text.map { SourceText.quoted($0) } ?? "\(body.count) bytes that are not UTF-8"
        return Mismatch(.body, "body is \(received), expected \(value.expectation)")
    }

    /// An empty body is none: `URLSession` does not tell them apart. Bytes that are no text are a body nevertheless.
    private func holds(for body: Data, _ text: String?) -> Bool {
        switch value.rule {
        case .absent: body.isEmpty
        case .present: !body.isEmpty
        default: text.map { value.holds(forAnyOf: [$0]) } ?? false
        }
    }
}

struct CustomCheck: RequestCheck {
    let name: String
    let holds: @Sendable (MockRequest) throws -> Bool

    var source: String { ".custom(\(SourceText.literal(name)))" }
    var isQuick: Bool { false }
    var runsUserCode: Bool { true }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        do {
            return try holds(context.request) ? nil : Mismatch(.other, "\(name) does not hold")
        } catch {
            return Mismatch(.other, "\(name) threw \(error)")
        }
    }
}
