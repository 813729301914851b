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
            } else if mark == "[" {
                guard let step = Self.bracketed(&rest) else { return nil }
                steps.append(step)
            } else {
                return nil
            }
        }
        guard !steps.isEmpty else { return nil }
        self.steps = steps
    }

    /// What stands between brackets; the text goes on behind them.
    private static func bracketed(_ text: inout Substring) -> Step? {
        if let quote = text.first, quote == "\"" || quote == "'" {
            text.removeFirst()
            guard let name = quoted(&text, quote), text.first == "]" else { return nil }
            text.removeFirst()
            return .member(name)
        }
        guard let end = text.firstIndex(of: "]") else { return nil }
        defer { text = text[text.index(after: end)...] }
        let inner = text[..<end]
        if inner == "*" { return .any }
        guard inner.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = Int(inner) else { return nil }
        return .element(index)
    }

    /// Up to the quote that ends the name (RFC 9535, section 2.3.1.1).
    private static func quoted(_ text: inout Substring, _ quote: Character) -> String? {
        var name = ""
        while let character = text.popFirst() {
            if character == quote { return name }
            guard character == "\\" else {
                name.append(character)
                continue
            }
            guard let escape = text.popFirst() else { return nil }
            if escape == "u" {
                guard let unit = UInt32(text.prefix(4), radix: 16), let scalar = Unicode.Scalar(unit) else {
                    return nil
                }
                text = text.dropFirst(4)
                name.unicodeScalars.append(scalar)
            } else if let meant = escapes[escape] ?? (escape == quote ? quote : nil) {
                name.append(meant)
            } else {
                return nil
            }
        }
        return nil
    }

    private static let escapes: [Character: Character] = [
        "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r", "t": "\t",
    ]

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
