import Foundation
import HTTPArchive
import WindTunnel

extension ValuePattern {
    /// The condition on a header, a query item or a field; one of several values must satisfy it.
    func matcher(_ make: (ValueMatcher) -> RequestMatcher) -> RequestMatcher {
        if let plain { return make(plain) }
        let present = make(.custom(expectation) { holds(Candidate($0)) })
        return holds(.missing) ? make(.absent) || present : present
    }

    /// What needs no closure has the better report.
    private var plain: ValueMatcher? {
        switch self {
        case .equal(let text, inAnyCase: false): .equal(text)
        case .contains(let part): .contains(part)
        case .absent: .absent
        case .not(.absent): .present
        default: nil
        }
    }

    /// The condition on a body.
    var bodyMatcher: RequestMatcher {
        switch self {
        case .bytes(let bytes): return .body(bytes)
        case .json(let value, let ignoringArrayOrder, ignoringExtras: false):
            return .json(JSONLiteral(value), ignoringArrayOrder: ignoringArrayOrder)
        case .json(let value, let ignoringArrayOrder, ignoringExtras: true):
            return .json(
                containing: JSONLiteral(value), ignoringArrayOrder: ignoringArrayOrder, ignoringExtraElements: true)
        default:
            if case .equal = self, let plain { return .body(plain) }
            // By the bytes: not each body is text.
            return .custom("the body: \(expectation)") { holds(Candidate(body: $0.body)) }
        }
    }
}

/// A condition on all values of a name: one of them satisfies it, or several do.
enum ValuesPattern: Sendable {
    case one(ValuePattern)
    /// Each condition is satisfied by a value; with `exactly` there are as many values as conditions.
    case several([ValuePattern], exactly: Bool)

    init(_ node: MappingNode) throws {
        for name in ["hasExactly", "includes"] {
            guard let list = node[name] else { continue }
            if let (_, stranger) = try node.members().first(where: { $0.name != name }) {
                throw stranger.fault("it is not known beside \(name.quoted); leave it out")
            }
            self = .several(try list.elements().map { try ValuePattern($0) }, exactly: name == "hasExactly")
            return
        }
        self = .one(try ValuePattern(node))
    }

    /// - Parameters:
    ///   - what: `query id`
    ///   - make: A matcher for one value.
    ///   - values: All values of a request.
    func matcher(
        _ what: String, _ make: (ValueMatcher) -> RequestMatcher,
        values: @escaping @Sendable (MockRequest) throws -> [String]
    ) -> RequestMatcher {
        switch self {
        case .one(let pattern): return pattern.matcher(make)
        case .several(let patterns, let exactly):
            let list = patterns.map(\.expectation).joined(separator: ", ")
            return .custom("\(what) \(exactly ? "has exactly" : "includes"): \(list)") { request in
                let found = try values(request).map { ValuePattern.Candidate($0) }
                return (!exactly || found.count == patterns.count)
                    && patterns.allSatisfy { found.contains(where: $0.holds) }
            }
        }
    }
}
