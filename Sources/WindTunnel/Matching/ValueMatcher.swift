/// A condition on one text: a query item, a header, a form field.
///
/// A string literal is equality; ``absent`` and ``present`` ask only whether there is a value.
public struct ValueMatcher: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    enum Rule: Sendable {
        case equal(String)
        case contains(String)
        case prefix(String)
        case suffix(String)
        case present
        case absent
        case matching(source: String, holds: @Sendable (String) -> Bool)
        case custom(name: String, holds: @Sendable (String) -> Bool)
    }

    let rule: Rule

    /// Equal to a string.
    public init(stringLiteral value: String) { rule = .equal(value) }

    init(_ rule: Rule) { self.rule = rule }

    /// Equal to a string.
    public static func equal(_ text: String) -> ValueMatcher { ValueMatcher(.equal(text)) }
    /// Has the text somewhere in it.
    public static func contains(_ text: String) -> ValueMatcher { ValueMatcher(.contains(text)) }
    /// Begins with the text.
    public static func prefix(_ text: String) -> ValueMatcher { ValueMatcher(.prefix(text)) }
    /// Ends with the text.
    public static func suffix(_ text: String) -> ValueMatcher { ValueMatcher(.suffix(text)) }
    /// There is such a value; an empty one counts.
    public static var present: ValueMatcher { ValueMatcher(.present) }
    /// There is no such value.
    public static var absent: ValueMatcher { ValueMatcher(.absent) }

    /// The regular expression matches the whole value.
    public static func matching<Output>(_ regex: Regex<Output>) -> ValueMatcher {
        // A regex compiles itself at first use; the lock keeps two requests from doing that at once.
        let guarded = Locked(Unchecked(regex))
        return ValueMatcher(
            .matching(source: Platform.source(of: regex) ?? "…") { text in
                guarded.withLock { (try? $0.value.wholeMatch(in: text)) != nil }
            })
    }

    /// The closure says yes; the name stands for it in reports.
    public static func custom(_ name: String, _ holds: @escaping @Sendable (String) -> Bool) -> ValueMatcher {
        ValueMatcher(.custom(name: name, holds: holds))
    }

    /// The source that makes it.
    public var description: String {
        switch rule {
        case .equal(let text): SourceText.literal(text)
        case .contains(let text): ".contains(\(SourceText.literal(text)))"
        case .prefix(let text): ".prefix(\(SourceText.literal(text)))"
        case .suffix(let text): ".suffix(\(SourceText.literal(text)))"
        case .present: ".present"
        case .absent: ".absent"
        case .matching(let source, _): ".matching(#/\(source)/#)"
        case .custom(let name, _): ".custom(\(SourceText.literal(name)))"
        }
    }

    /// For a sentence: "expected …".
    var expectation: String {
        switch rule {
        case .equal(let text): SourceText.quoted(text)
        case .contains(let text): "a value that contains \(SourceText.quoted(text))"
        case .prefix(let text): "a value that begins with \(SourceText.quoted(text))"
        case .suffix(let text): "a value that ends with \(SourceText.quoted(text))"
        case .present: "any value"
        case .absent: "none"
        case .matching(let source, _): "a value that matches /\(source)/"
        case .custom(let name, _): name
        }
    }

    var runsUserCode: Bool {
        if case .custom = rule { true } else { false }
    }

    var isQuick: Bool {
        switch rule {
        case .matching, .custom: false
        default: true
        }
    }

    /// Whether one of the values satisfies it; `absent` holds when there is none.
    func holds(forAnyOf values: [String]) -> Bool {
        if case .absent = rule { return values.isEmpty }
        return values.contains(where: holds)
    }

    private func holds(_ text: String) -> Bool {
        switch rule {
        case .equal(let expected): text == expected
        case .contains(let part): text.utf8.contains(part.utf8)
        case .prefix(let part): text.utf8.starts(with: part.utf8)
        case .suffix(let part): text.utf8.reversed().starts(with: part.utf8.reversed())
        case .present: true
        case .absent: false
        case .matching(_, let holds), .custom(_, let holds): holds(text)
        }
    }
}

extension String.UTF8View {
    /// By bytes: for `Character`s a line feed is no part of a carriage return with one behind it.
    fileprivate func contains(_ part: String.UTF8View) -> Bool {
        guard let first = part.first else { return true }
        var rest = self[...]
        while let index = rest.firstIndex(of: first) {
            if rest[index...].starts(with: part) { return true }
            rest = rest[self.index(after: index)...]
        }
        return false
    }
}
