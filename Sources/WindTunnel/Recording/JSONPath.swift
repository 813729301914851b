/// A path to values of a JSON text: `$.items[*].id`, `$["a b"][0]`; a part of RFC 9535.
struct JSONPath: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        case member(String)
        case element(Int)
        case any
    }

    let steps: [Step]

    /// Nil for what is no such path.
    init?(_ text: String) {
        guard text.first == "$" else { return nil }
        var rest = text.dropFirst()
        var steps: [Step] = []
        while let mark = rest.first {
            rest = rest.dropFirst()
            if mark == "." {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                steps.append(name == "*" ? .any : .member(String(name)))
                rest = rest.dropFirst(name.count)
            } else if mark == "[", let end = rest.firstIndex(of: "]") {
                guard let step = Self.bracketed(rest[..<end]) else { return nil }
                steps.append(step)
                rest = rest[rest.index(after: end)...]
            } else {
                return nil
            }
        }
        guard !steps.isEmpty else { return nil }
        self.steps = steps
    }

    private static func bracketed(_ text: Substring) -> Step? {
        if text == "*" { return .any }
        if let index = Int(text), index >= 0 { return .element(index) }
        guard let quote = text.first, quote == "\"" || quote == "'", text.count >= 2, text.last == quote else {
            return nil
        }
        return .member(String(text.dropFirst().dropLast()))
    }

    /// The value without what the path leads to.
    func removed(from value: JSONValue) -> JSONValue { Self.remove(steps[...], from: value) }

    private static func remove(_ steps: ArraySlice<Step>, from value: JSONValue) -> JSONValue {
        guard let step = steps.first else { return value }
        let rest = steps.dropFirst()
        switch value {
        case .object(let members):
            return .object(
                members.reduce(into: [:]) { result, member in
                    guard step == .any || step == .member(member.key) else { return result[member.key] = member.value }
                    if !rest.isEmpty { result[member.key] = remove(rest, from: member.value) }
                })
        case .array(let elements):
            return .array(
                elements.enumerated().compactMap { index, element in
                    guard step == .any || step == .element(index) else { return element }
                    // An element that is ignored keeps its place.
                    return rest.isEmpty ? .null : remove(rest, from: element)
                })
        default: return value
        }
    }
}
