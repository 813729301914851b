import HTTPArchive

/// Reads a path and its filters.
struct PathReader {
    private var rest: Substring
    /// A file must not exhaust the stack.
    private var depth = 0
    private static let maximumDepth = 100

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    mutating func skipSpace() { rest = rest.drop { $0 == " " } }

    /// As many as there are; nil for a step that is none.
    mutating func steps() -> [MappingPath.Step]? {
        var steps: [MappingPath.Step] = []
        while !rest.isEmpty {
            if take("..") {
                steps.append(.descendants)
                if take("[") {
                    guard let step = bracketed() else { return nil }
                    steps.append(step)
                } else {
                    guard let step = named() else { return nil }
                    steps.append(step)
                }
            } else if take(".") {
                guard let step = named() else { return nil }
                steps.append(step)
            } else if take("[") {
                guard let step = bracketed() else { return nil }
                steps.append(step)
            } else {
                break
            }
        }
        return steps
    }

    private mutating func named() -> MappingPath.Step? {
        if take("*") { return .any }
        let name = rest.prefix { !".[]()=!<>&|~*,'\" ".contains($0) }
        rest = rest.dropFirst(name.count)
        return name.isEmpty ? nil : .member(String(name))
    }

    private mutating func bracketed() -> MappingPath.Step? {
        skipSpace()
        guard let step = bracketContent() else { return nil }
        skipSpace()
        return take("]") ? step : nil
    }

    private mutating func bracketContent() -> MappingPath.Step? {
        if take("*") { return .any }
        if let text = quoted() { return .member(text) }
        if take("?") { return filter().map { .filter($0) } }
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
        rest = rest.dropFirst(digits.count)
        return Int(digits).map { .element($0) }
    }

    /// Between quotes of one kind; nil when there is none.
    mutating func quoted() -> String? {
        guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
        return delimited(by: quote)
    }

    private mutating func delimited(by end: Character, keepingEscapes: Bool = false) -> String? {
        var text = ""
        var copy = rest.dropFirst()
        while let character = copy.popFirst() {
            if character == end {
                rest = copy
                return text
            }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = copy.popFirst() else { return nil }
            if keepingEscapes { text.append("\\") }
            text.append(escaped)
        }
        return nil
    }

    // MARK: Filters

    private mutating func filter() -> PathFilter? {
        skipSpace()
        guard take("("), let filter = either() else { return nil }
        skipSpace()
        return take(")") ? filter : nil
    }

    private mutating func either() -> PathFilter? {
        guard var filter = both() else { return nil }
        while skippingSpace("||") {
            guard let other = both() else { return nil }
            filter = .either(filter, other)
        }
        return filter
    }

    private mutating func both() -> PathFilter? {
        guard var filter = condition() else { return nil }
        while skippingSpace("&&") {
            guard let other = condition() else { return nil }
            filter = .both(filter, other)
        }
        return filter
    }

    private mutating func skippingSpace(_ text: String) -> Bool {
        skipSpace()
        return take(text)
    }

    private mutating func condition() -> PathFilter? {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maximumDepth else { return nil }
        skipSpace()
        if rest.hasPrefix("(") { return filter() }
        if take("!") { return condition().map { .not($0) } }
        guard let left = operand() else { return nil }
        skipSpace()
        guard let sign = PathFilter.Sign.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
            if case .path(let path) = left { return .exists(path) }
            return nil
        }
        rest = rest.dropFirst(sign.rawValue.count)
        skipSpace()
        if sign == .matches { return pattern().map { .matches(left, $0) } }
        return operand().map { .compares(left, sign, $0) }
    }

    private mutating func operand() -> PathFilter.Operand? {
        if take("@") { return steps().map { .path(MappingPath(steps: $0)) } }
        if let text = quoted() { return .value(.string(text)) }
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard let value = try? JSONParser.parse(String(word)) else { return nil }
        rest = rest.dropFirst(word.count)
        return .value(value)
    }

    /// `/a.*/i`
    private mutating func pattern() -> TextPattern? {
        guard rest.first == "/", let source = delimited(by: "/", keepingEscapes: true) else { return nil }
        return TextPattern(source, ignoringCase: take("i"))
    }
}
