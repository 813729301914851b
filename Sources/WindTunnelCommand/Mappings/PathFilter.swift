import HTTPArchive

/// What stands in `[?(…)]`.
indirect enum PathFilter: Sendable {
    case exists(MappingPath)
    case compares(Operand, Sign, Operand)
    case matches(Operand, TextPattern)
    case not(PathFilter)
    case both(PathFilter, PathFilter)
    case either(PathFilter, PathFilter)

    enum Operand: Sendable {
        /// From the value that is asked.
        case path(MappingPath)
        case value(JSONValue)
    }

    /// The longer ones come first.
    enum Sign: String, Sendable, CaseIterable {
        case equal = "=="
        case unequal = "!="
        case matches = "=~"
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case more = ">"
    }

    func holds(_ value: JSONValue) -> Bool {
        switch self {
        case .exists(let path): !path.values(in: value).isEmpty
        case .compares(let left, let sign, let right): Self.compare(left.found(in: value), sign, right.found(in: value))
        case .matches(let operand, let pattern): operand.found(in: value).map { pattern.matches($0.plainText) } ?? false
        case .not(let filter): !filter.holds(value)
        case .both(let one, let other): one.holds(value) && other.holds(value)
        case .either(let one, let other): one.holds(value) || other.holds(value)
        }
    }

    private static func compare(_ left: JSONValue?, _ sign: Sign, _ right: JSONValue?) -> Bool {
        switch sign {
        case .equal: areEqual(left, right)
        case .unequal: !areEqual(left, right)
        case .less: isLess(left, right)
        case .more: isLess(right, left)
        case .atMost: isLess(left, right) || (left != nil && areEqual(left, right))
        case .atLeast: isLess(right, left) || (left != nil && areEqual(left, right))
        case .matches: false
        }
    }

    /// A number equals the text of its digits, as with Jayway.
    private static func areEqual(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.string(let text)?, .number(let number)?), (.number(let number)?, .string(let text)?):
            text == number.text
        default: left == right
        }
    }

    private static func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.number(let left)?, .number(let right)?): left.double < right.double
        case (.string(let left)?, .string(let right)?): left < right
        default: false
        }
    }
}

extension PathFilter.Operand {
    /// Nil for what is missing.
    fileprivate func found(in value: JSONValue) -> JSONValue? {
        switch self {
        case .value(let value): return value
        case .path(let path):
            let values = path.values(in: value)
            return path.isSingular ? values.first : .array(values)
        }
    }
}
