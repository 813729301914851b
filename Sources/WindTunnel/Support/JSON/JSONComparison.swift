/// How strictly two JSON values are compared.
struct JSONRules: Sendable, Equatable {
    var ignoresArrayOrder = false
    /// Objects may have members, and arrays elements, that are not expected.
    var ignoresExtraMembers = false
    var ignoresExtraElements = false
}

extension JSONValue {
    /// The first difference by path, `$.items[1].name`, or nil when the values are equal under the rules.
    func difference(from expected: JSONValue, rules: JSONRules) -> String? {
        differences(from: expected, rules: rules, limit: 1).first
    }

    /// Whether it is equal to another value; with `ignoringExtras` it may have more members and elements.
    package func equals(_ expected: JSONValue, ignoringArrayOrder: Bool, ignoringExtras: Bool) -> Bool {
        let rules = JSONRules(
            ignoresArrayOrder: ignoringArrayOrder, ignoresExtraMembers: ignoringExtras,
            ignoresExtraElements: ignoringExtras)
        return difference(from: expected, rules: rules) == nil
    }

    /// The differences by path, so many at most.
    func differences(from expected: JSONValue, rules: JSONRules, limit: Int) -> [String] {
        texts(of: expected, rules, limit) { $0.description }
    }

    /// What is otherwise than before by path, so much at most.
    func changes(since before: JSONValue, rules: JSONRules, limit: Int) -> [String] {
        texts(of: before, rules, limit) { $0.change }
    }

    private func texts(
        of other: JSONValue, _ rules: JSONRules, _ limit: Int, _ text: @escaping @Sendable (JSONDifference) -> String
    ) -> [String] {
        func compare() -> [String] { rules.differences(other, self, limit).map(text) }
        return isDeep && other.isDeep ? LargeStack.run(compare) : compare()
    }
}

// MARK: Comparing

extension JSONRules {
    /// Empty for equal values; comparing stops at the limit.
    fileprivate func differences(_ expected: JSONValue, _ received: JSONValue, _ limit: Int) -> [JSONDifference] {
        switch (expected, received) {
        case (.object(let expected), .object(let received)): objects(expected, received, limit)
        case (.array(let expected), .array(let received)):
            if ignoresArrayOrder {
                bags(expected, received).map { [$0] } ?? []
            } else if ignoresExtraElements {
                subsequence(expected, received).map { [$0] } ?? []
            } else {
                arrays(expected, received, limit)
            }
        default: expected == received ? [] : [JSONDifference(.value(received, expected: expected))]
        }
    }

    private func areEqual(_ expected: JSONValue, _ received: JSONValue) -> Bool {
        differences(expected, received, 1).isEmpty
    }

    /// In the order of the keys, so that the differences are always the same ones.
    private func objects(
        _ expected: [String: JSONValue], _ received: [String: JSONValue], _ limit: Int
    ) -> [JSONDifference] {
        var found: [JSONDifference] = []
        for (key, value) in expected.sortedByKey where found.count < limit {
            let here =
                received[key].map { differences(value, $0, limit - found.count) }
                ?? [JSONDifference(.missing(expected: value))]
            found += here.map { $0.inside(.member(key)) }
        }
        guard !ignoresExtraMembers else { return found }
        // Without one missing, more members are too many.
        guard !found.isEmpty || received.count > expected.count else { return found }
        for (key, value) in received.sortedByKey where expected[key] == nil && found.count < limit {
            found.append(JSONDifference(.extra(value)).inside(.member(key)))
        }
        return found
    }

    private func arrays(_ expected: [JSONValue], _ received: [JSONValue], _ limit: Int) -> [JSONDifference] {
        var found: [JSONDifference] = []
        for (index, (value, other)) in zip(expected, received).enumerated() where found.count < limit {
            found += differences(value, other, limit - found.count).map { $0.inside(.element(index)) }
        }
        if found.count < limit, let difference = countDifference(expected, received) { found.append(difference) }
        return found
    }

    private func countDifference(_ expected: [JSONValue], _ received: [JSONValue]) -> JSONDifference? {
        expected.count == received.count ? nil : JSONDifference(.count(received.count, expected: expected.count))
    }

    /// In order, with others between.
    private func subsequence(_ expected: [JSONValue], _ received: [JSONValue]) -> JSONDifference? {
        var rest = received[...]
        for value in expected {
            guard let index = rest.firstIndex(where: { areEqual(value, $0) }) else {
                return JSONDifference(.noElement(value, in: received))
            }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    /// In any order: each expected element takes one received element of its own.
    private func bags(_ expected: [JSONValue], _ received: [JSONValue]) -> JSONDifference? {
        if !ignoresExtraElements, let difference = countDifference(expected, received) { return difference }
        var assignment = BagAssignment(expected.count, received.count) { areEqual(expected[$0], received[$1]) }
        for index in expected.indices where !assignment.place(index) {
            return JSONDifference(.noElement(expected[index], in: []))
        }
        return nil
    }
}
