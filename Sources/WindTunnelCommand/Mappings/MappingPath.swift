import HTTPArchive

/// A JSONPath as mappings have it: `$.items[*].id`, `$..name`, `$.items[?(@.price > 10 && @.name == 'x')]`.
///
/// It follows Jayway's reader, which WireMock uses: a filter of an object asks the object itself.
struct MappingPath: Sendable {
    enum Step: Sendable {
        case member(String)
        /// From the end when it is negative.
        case element(Int)
        case any
        /// The value and all that is in it.
        case descendants
        case filter(PathFilter)
    }

    private let steps: [Step]

    /// Nil for what is no such path: functions, slices and lists of names are none.
    init?(_ text: String) {
        var reader = PathReader(text)
        guard reader.take("$"), let steps = reader.steps(), reader.isAtEnd else { return nil }
        self.steps = steps
    }

    init(steps: [Step]) { self.steps = steps }

    /// Whether it leads to one value at most.
    var isSingular: Bool {
        steps.allSatisfy { step in
            switch step {
            case .member, .element: true
            case .any, .descendants, .filter: false
            }
        }
    }

    /// What it leads to, in order; members by their names.
    func values(in value: JSONValue) -> [JSONValue] {
        steps.reduce([value]) { values, step in values.flatMap { Self.values(of: $0, step) } }
    }

    private static func values(of value: JSONValue, _ step: Step) -> [JSONValue] {
        switch (step, value) {
        case (.member(let name), .object(let members)): members[name].map { [$0] } ?? []
        case (.element(let index), .array(let elements)):
            elements.indices.contains(index < 0 ? elements.count + index : index)
                ? [elements[index < 0 ? elements.count + index : index]] : []
        case (.any, _): value.children
        case (.descendants, _): value.withDescendants
        case (.filter(let filter), .array(let elements)): elements.filter(filter.holds)
        case (.filter(let filter), .object): filter.holds(value) ? [value] : []
        default: []
        }
    }
}

extension JSONValue {
    fileprivate var children: [JSONValue] {
        switch self {
        case .array(let elements): elements
        case .object(let members): members.sorted { $0.key < $1.key }.map(\.value)
        default: []
        }
    }

    /// The reader of JSON has a bound on depth, so that this has one as well.
    fileprivate var withDescendants: [JSONValue] { [self] + children.flatMap(\.withDescendants) }
}
