/// How strictly two JSON values are compared.
struct JSONRules: Sendable, Equatable {
    var ignoresArrayOrder = false
    /// Objects may have members, and arrays elements, that are not expected.
    var ignoresExtraMembers = false
    var ignoresExtraElements = false
}

extension JSONValue {
    /// The first difference by path, `$.items[1].name`, or nil when the values are equal under the rules.
    func difference(from expected: JSONValue, rules: JSONRules, path: String = "$") -> String? {
        switch (expected, self) {
        case (.object(let expected), .object(let received)):
            return Self.objects(expected, received, rules: rules, path: path)
        case (.array(let expected), .array(let received)):
            return rules.ignoresArrayOrder
                ? Self.bags(expected, received, rules: rules, path: path)
                : Self.arrays(expected, received, rules: rules, path: path)
        default:
            return self == expected ? nil : "\(path) is \(brief), expected \(expected.brief)"
        }
    }

    /// Scalars as written; containers by a cut of their text.
    private var brief: String {
        let text = compactText
        return text.count > 80 ? String(text.prefix(80)) + "…" : text
    }

    private static func objects(
        _ expected: [String: JSONValue], _ received: [String: JSONValue], rules: JSONRules, path: String
    ) -> String? {
        for (key, value) in expected.sortedByKey {
            let inner = path + member(key)
            guard let other = received[key] else { return "\(inner) is missing, expected \(value.brief)" }
            if let difference = other.difference(from: value, rules: rules, path: inner) { return difference }
        }
        guard !rules.ignoresExtraMembers, let extra = received.sortedByKey.first(where: { expected[$0.key] == nil })
        else { return nil }
        return "\(path)\(member(extra.key)) is \(extra.value.brief), expected no such member"
    }

    private static func arrays(
        _ expected: [JSONValue], _ received: [JSONValue], rules: JSONRules, path: String
    ) -> String? {
        if rules.ignoresExtraElements { return subsequence(expected, received, rules: rules, path: path) }
        for (index, (value, other)) in zip(expected, received).enumerated() {
            if let difference = other.difference(from: value, rules: rules, path: "\(path)[\(index)]") { return difference }
        }
        guard expected.count != received.count else { return nil }
        return "\(path) has \(elements(received.count)), expected \(expected.count)"
    }

    /// In order, with others between.
    private static func subsequence(
        _ expected: [JSONValue], _ received: [JSONValue], rules: JSONRules, path: String
    ) -> String? {
        var rest = received[...]
        for value in expected {
            guard let index = rest.firstIndex(where: { $0.difference(from: value, rules: rules) == nil }) else {
                return "\(path) has no element \(value.brief)\(received.contains(value) ? " in that place" : "")"
            }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    /// In any order: each expected element takes one received element of its own, which is a matching in a graph, since
    /// one received element may fit several expected ones.
    private static func bags(
        _ expected: [JSONValue], _ received: [JSONValue], rules: JSONRules, path: String
    ) -> String? {
        if !rules.ignoresExtraElements, expected.count != received.count {
            return "\(path) has \(elements(received.count)), expected \(expected.count)"
        }
        var takenBy = [Int?](repeating: nil, count: received.count)
        for (index, value) in expected.enumerated() {
            var visited = [Bool](repeating: false, count: received.count)
            let fits = { (other: JSONValue, value: JSONValue) in other.difference(from: value, rules: rules) == nil }
            if !assign(index, expected, received, &takenBy, &visited, fits) {
                return "\(path) has no element \(value.brief)"
            }
        }
        return nil
    }

    private static func assign(
        _ index: Int, _ expected: [JSONValue], _ received: [JSONValue], _ takenBy: inout [Int?], _ visited: inout [Bool],
        _ fits: (JSONValue, JSONValue) -> Bool
    ) -> Bool {
        for candidate in received.indices where !visited[candidate] && fits(received[candidate], expected[index]) {
            visited[candidate] = true
            if takenBy[candidate].map({ assign($0, expected, received, &takenBy, &visited, fits) }) ?? true {
                takenBy[candidate] = index
                return true
            }
        }
        return false
    }

    private static func elements(_ count: Int) -> String { count == 1 ? "1 element" : "\(count) elements" }

    private static func member(_ key: String) -> String {
        let plain = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return plain ? ".\(key)" : "[\(SourceText.literal(key))]"
    }
}
