// How query, headers and body of a request differ from what a stub asks for.

extension JSONValue {
    private static let shownDifferences = 5
    private static let countedDifferences = 100

    /// The first few differences by path, and how many there are; nil for equal values.
    func bodyDifference(from expected: JSONValue, rules: JSONRules, _ prefix: String) -> PartDifference? {
        let found = differences(from: expected, rules: rules, limit: Self.countedDifferences)
        guard !found.isEmpty else { return nil }
        var lines = found.prefix(Self.shownDifferences).map { prefix + $0 }
        if found.count > Self.shownDifferences {
            let rest = found.count - Self.shownDifferences
            let isAll = found.count < Self.countedDifferences
            lines.append("\(prefix)and \(isAll ? "" : "at least ")\(rest) more difference\(rest == 1 ? "" : "s")")
        }
        return PartDifference(.body, lines, nearness: 1 - Double(found.count) / Double(expected.leafCount + 1))
    }

    /// How many values there are to differ.
    private var leafCount: Int {
        var count = 0
        var rest = [self]
        while let value = rest.popLast() {
            switch value {
            case .array(let elements): rest += elements
            case .object(let members): rest += members.values
            default: count += 1
            }
        }
        return count
    }
}

extension QueryCheck {
    func differences(_ context: MatchContext) -> [PartDifference] {
        mismatch(context).map { [PartDifference($0, nearness: context.query.values(name).isEmpty ? 0 : 0.5)] } ?? []
    }
}

extension ExactQueryCheck {
    func differences(_ context: MatchContext) -> [PartDifference] {
        let missing = context.query.missing(items).map { QueryText.missing($0, in: context.query) }
        let extra = items.missing(context.query).filter { extra in !items.contains { $0.name == extra.name } }
        let lines = missing.map(\.description) + extra.map { QueryText.extra($0).description }
        return lines.isEmpty ? mismatch(context).map { [PartDifference($0)] } ?? [] : [PartDifference(.query, lines)]
    }
}

extension HeaderCheck {
    func differences(_ context: MatchContext) -> [PartDifference] {
        mismatch(context).map { [PartDifference($0, nearness: context.request.headers[name] == nil ? 0 : 0.5)] } ?? []
    }
}
