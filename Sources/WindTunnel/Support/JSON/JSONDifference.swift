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
        case .element(let index): "[\(index)]"
        case .member(let key): JSONPathText.member(key)
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
