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

/// Where two values differ. The text is made when it is asked for: comparing bags finds many differences that nobody
/// reads.
struct JSONDifference: CustomStringConvertible {
    enum Kind {
        case value(JSONValue, expected: JSONValue)
        case missing(expected: JSONValue)
        case extra(JSONValue)
        case count(Int, expected: Int)
        case noElement(JSONValue, in: [JSONValue])
    }

    enum Step {
        case member(String)
        case element(Int)
    }

    let kind: Kind
    /// From the inside to the outside.
    private var steps: [Step] = []

    init(_ kind: Kind) { self.kind = kind }

    func inside(_ step: Step) -> JSONDifference {
        var copy = self
        copy.steps.append(step)
        return copy
    }

    /// Values of secret members are masked: reports end up in the logs of a build server.
    var description: String {
        let path = "$" + steps.reversed().map(\.description).joined()
        switch kind {
        case .value(let received, let expected):
            return "\(path) is \(shown(received)), expected \(isSecret ? "another value" : shown(expected))"
        case .missing(let expected):
            return "\(path) is missing, expected \(isSecret ? "any value" : shown(expected))"
        case .extra(let received): return "\(path) is \(shown(received)), expected no such member"
        case .count(let count, let expected):
            return "\(path) has \(count) element\(count == 1 ? "" : "s"), expected \(expected)"
        case .noElement(let value, let received):
            return "\(path) has no element \(shown(value))\(received.contains(value) ? " in that place" : "")"
        }
    }

    /// The same of a value that was another one before.
    var change: String {
        let path = "$" + steps.reversed().map(\.description).joined()
        switch kind {
        case .value(let after, let before):
            return "\(path) is \(shown(after)), was \(isSecret ? "another value" : shown(before))"
        case .missing(let before): return "\(path) is gone, was \(shown(before))"
        case .extra(let after): return "\(path) is \(shown(after)), was not there"
        case .count(let after, let before):
            return "\(path) has \(after) element\(after == 1 ? "" : "s"), had \(before)"
        case .noElement: return description
        }
    }

    private var isSecret: Bool {
        steps.contains { step in
            if case .member(let name) = step { Secrets.isSecret(field: name) } else { false }
        }
    }

    private func shown(_ value: JSONValue) -> String { isSecret ? Secrets.mask : value.brief }
}

extension JSONDifference.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .element(let index): return "[\(index)]"
        case .member(let key):
            let isPlain = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            return isPlain ? ".\(key)" : "[\(SourceText.literal(key))]"
        }
    }
}

extension JSONValue {
    private static let shownLength = 80

    /// Scalars as written; containers by a cut of their text, without secrets.
    fileprivate var brief: String {
        // A little more than is shown, so that the cut is seen.
        var budget = Self.shownLength + 20
        let text = head(&budget).compactText
        return text.count > Self.shownLength || budget <= 0 ? String(text.prefix(Self.shownLength)) + "…" : text
    }

    /// As much of it as fills a text: a large value must not be written for the sake of its beginning.
    private func head(_ budget: inout Int) -> JSONValue {
        switch self {
        case .null, .bool: budget -= 4
        case .number(let number): budget -= number.text.utf8.count
        case .string(let text):
            let kept = text.unicodeScalars.prefix(Self.shownLength + 20)
            budget -= kept.count
            return .string(String(kept))
        case .array(let elements): return .array(Self.head(of: elements, &budget))
        case .object(let members): return .object(Self.head(of: members, &budget))
        }
        return self
    }

    private static func head(of elements: [JSONValue], _ budget: inout Int) -> [JSONValue] {
        var kept: [JSONValue] = []
        budget -= 1
        for element in elements {
            guard budget > 0 else { break }
            kept.append(element.head(&budget))
        }
        return kept
    }

    private static func head(of members: [String: JSONValue], _ budget: inout Int) -> [String: JSONValue] {
        var kept: [String: JSONValue] = [:]
        budget -= 1
        for (key, value) in members.sortedByKey where budget > 0 {
            budget -= key.unicodeScalars.count
            kept[key] = Secrets.isSecret(field: key) ? .string(Secrets.mask) : value.head(&budget)
        }
        return kept
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

/// A matching in a graph, since one received element may fit several expected ones.
///
/// It searches in breadth, without recursion: a list of many equal elements must not exhaust the stack. Each pair is
/// compared once, else nested bags would take time that grows with the power of their depth.
private struct BagAssignment {
    private let fits: (_ expected: Int, _ received: Int) -> Bool
    private let receivedCount: Int
    private var known: [Int: Bool] = [:]
    /// By received element, the expected one that has it; and the other way round.
    private var owner: [Int?]
    private var taken: [Int?]

    init(_ expectedCount: Int, _ receivedCount: Int, _ fits: @escaping (_ expected: Int, _ received: Int) -> Bool) {
        self.fits = fits
        self.receivedCount = receivedCount
        owner = Array(repeating: nil, count: receivedCount)
        taken = Array(repeating: nil, count: expectedCount)
    }

    /// Finds a place for an expected element, moving others if it must; false when there is none.
    mutating func place(_ index: Int) -> Bool {
        var reachedFrom = [Int?](repeating: nil, count: receivedCount)
        var queue = [index]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for offset in 0..<receivedCount {
                let candidate = (current + offset) % receivedCount  // most lists are in order
                guard reachedFrom[candidate] == nil, isFit(current, candidate) else { continue }
                reachedFrom[candidate] = current
                guard let other = owner[candidate] else {
                    move(to: candidate, reachedFrom)
                    return true
                }
                queue.append(other)
            }
        }
        return false
    }

    private mutating func isFit(_ expected: Int, _ received: Int) -> Bool {
        let place = expected * receivedCount + received
        if let answer = known[place] { return answer }
        let answer = fits(expected, received)
        known[place] = answer
        return answer
    }

    private mutating func move(to free: Int, _ reachedFrom: [Int?]) {
        var place: Int? = free
        while let received = place, let expected = reachedFrom[received] {
            place = taken[expected]
            (owner[received], taken[expected]) = (expected, received)
        }
    }
}
