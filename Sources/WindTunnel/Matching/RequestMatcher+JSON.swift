extension RequestMatcher {
    /// The body is this JSON, compared by value: order of keys is free, `1` equals `1.0`, integers are exact.
    ///
    /// - Parameters:
    ///   - literal: The expected value.
    ///   - ignoringArrayOrder: Whether arrays are compared as bags.
    public static func json(_ literal: JSONLiteral, ignoringArrayOrder: Bool = false) -> RequestMatcher {
        make(literal.value, literal.fault, JSONRules(ignoresArrayOrder: ignoringArrayOrder), "")
    }

    /// The body is what a value encodes to, compared by value.
    @_disfavoredOverload  // a literal is a `JSONLiteral`, never a dictionary, which would trap at a key written twice
    public static func json(_ value: some Encodable, ignoringArrayOrder: Bool = false) -> RequestMatcher {
        json(JSONLiteral.value(value), ignoringArrayOrder: ignoringArrayOrder)
    }

    /// The body is the JSON of a text, compared by value; the text is checked at once.
    public static func json(text: String, ignoringArrayOrder: Bool = false) -> RequestMatcher {
        do {
            return json(JSONLiteral(try JSONParser.parse(text)), ignoringArrayOrder: ignoringArrayOrder)
        } catch {
            return json(JSONLiteral(.null, fault: "the text is no JSON: \(error)"))
        }
    }

    /// The body has at least this JSON: objects may have more members; arrays are compared in order and length.
    ///
    /// - Parameters:
    ///   - literal: What must be there.
    ///   - ignoringArrayOrder: Whether arrays are compared as bags.
    ///   - ignoringExtraElements: Whether arrays may have more elements.
    public static func json(
        containing literal: JSONLiteral, ignoringArrayOrder: Bool = false, ignoringExtraElements: Bool = false
    ) -> RequestMatcher {
        let rules = JSONRules(
            ignoresArrayOrder: ignoringArrayOrder, ignoresExtraMembers: true,
            ignoresExtraElements: ignoringExtraElements)
        return make(literal.value, literal.fault, rules, "containing: ")
    }

    /// The body has at least what a value encodes to.
    @_disfavoredOverload
    public static func json(
        containing value: some Encodable, ignoringArrayOrder: Bool = false, ignoringExtraElements: Bool = false
    ) -> RequestMatcher {
        json(
            containing: JSONLiteral.value(value), ignoringArrayOrder: ignoringArrayOrder,
            ignoringExtraElements: ignoringExtraElements)
    }

    private static func make(
        _ value: JSONValue, _ fault: String?, _ rules: JSONRules, _ label: String
    ) -> RequestMatcher {
        RequestMatcher(JSONCheck(expected: value, rules: rules, label: label, faults: fault.map { [$0] } ?? []))
    }
}

struct JSONCheck: RequestCheck {
    let expected: JSONValue
    let rules: JSONRules
    let label: String
    let faults: [String]

    var isQuick: Bool { false }

    var source: String {
        var options = ""
        if rules.ignoresArrayOrder { options += ", ignoringArrayOrder: true" }
        if rules.ignoresExtraElements { options += ", ignoringExtraElements: true" }
        // No Swift literal holds such a number; the text does, and equality can be written by it.
        let isText = label.isEmpty && !expected.isLiteral
        return
            ".json(\(isText ? "text: \(SourceText.literal(expected.compactText))" : label + expected.source)\(options))"
    }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        switch received(context) {
        case .failure(let failure): Mismatch(.body, failure.message)
        case .success(let received):
            received.difference(from: expected, rules: rules).map { Mismatch(.body, "json body: \($0)") }
        }
    }

    func differences(_ context: MatchContext) -> [PartDifference] {
        switch received(context) {
        case .failure(let failure): [PartDifference(.body, [failure.message])]
        case .success(let received):
            received.bodyDifference(from: expected, rules: rules, "json body: ").map { [$0] } ?? []
        }
    }

    private func received(_ context: MatchContext) -> Result<JSONValue, BodyFailure> {
        if let fault = faults.first { return .failure(BodyFailure(fault)) }
        return context.json.mapError { error in
            BodyFailure(context.request.body.isEmpty ? "body is empty, expected JSON" : "body is no JSON: \(error)")
        }
    }
}
