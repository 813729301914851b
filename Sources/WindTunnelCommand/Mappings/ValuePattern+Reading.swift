import Foundation
import HTTPArchive
import WindTunnel

extension ValuePattern {
    /// With what may stand beside them.
    private static let operators: [String: [String]] = [
        "equalTo": ["caseInsensitive"], "contains": [], "doesNotContain": [], "matches": [], "doesNotMatch": [],
        "absent": [], "anything": [], "equalToJson": ["ignoreArrayOrder", "ignoreExtraElements"],
        "matchesJsonPath": [], "binaryEqualTo": [], "and": [], "or": [], "not": [],
    ]

    private static let xml = "XML is not read; compare a part of it with \"contains\" or \"matches\""
    private static let dates = "dates are not compared; use \"equalTo\" or \"matches\""
    private static let refused: [String: String] = [
        "equalToXml": xml, "matchesXPath": xml, "matchesXpath": xml,
        "matchesJsonSchema": "JSON schemas are not checked; use \"matchesJsonPath\" or \"equalToJson\"",
        "before": dates, "after": dates, "equalToDateTime": dates,
        "matchesPathTemplate": "templates are matched as \"urlPathTemplate\" alone; use \"matches\"",
        "hasExactly": "several values are compared for a query item, a header or a form field alone",
        "includes": "several values are compared for a query item, a header or a form field alone",
    ]

    /// - Parameter others: Members that are no condition.
    init(_ node: MappingNode, beside others: Set<String> = []) throws {
        let members = try node.members().filter { !others.contains($0.name) }
        if let (name, member) = members.first(where: { Self.refused[$0.name] != nil }) {
            throw member.fault(Self.refused[name] ?? "")
        }
        let found = members.filter { Self.operators[$0.name] != nil }
        guard let (name, operand) = found.first else { throw Self.unknown(node, members) }
        if found.count > 1 {
            throw node.fault("\(name.quoted) and \(found[1].name.quoted) stand side by side; put them into \"and\"")
        }
        let known = (Self.operators[name] ?? []) + [name]
        if let (_, stranger) = members.first(where: { !known.contains($0.name) }) {
            throw stranger.fault("it is not known beside \(name.quoted); leave it out")
        }
        self = try Self.make(name, operand, node)
    }

    private static func unknown(_ node: MappingNode, _ members: [(name: String, node: MappingNode)]) -> MappingFault {
        guard let (name, member) = members.first else {
            return node.fault("it has no condition; write one such as {\"equalTo\": \"x\"}")
        }
        let near = Spelling.nearest(to: name, of: operators.keys.sorted()) ?? "equalTo"
        return member.fault("it is no condition that is known; did you mean \(near.quoted)?")
    }

    private static func make(_ name: String, _ operand: MappingNode, _ node: MappingNode) throws -> ValuePattern {
        switch name {
        case "equalTo":
            return .equal(try operand.text(), inAnyCase: try node["caseInsensitive"]?.bool() ?? false)
        case "contains": return .contains(try operand.text())
        case "doesNotContain": return .not(.contains(try operand.text()))
        case "matches": return .matches(try TextPattern(operand))
        case "doesNotMatch": return .not(.matches(try TextPattern(operand)))
        case "absent":
            guard try operand.bool() else {
                throw operand.fault("it takes true; for a value that must be there write {\"matches\": \".*\"}")
            }
            return .absent
        case "anything": return .anything
        case "equalToJson": return try json(operand, node)
        case "matchesJsonPath": return try path(operand)
        case "binaryEqualTo":
            guard let bytes = Data(base64Encoded: try operand.text()) else { throw operand.fault("it is no Base64") }
            return .bytes(bytes)
        case "and": return .all(try several(operand))
        case "or": return .any(try several(operand))
        default: return .not(try ValuePattern(operand))
        }
    }

    private static func several(_ operand: MappingNode) throws -> [ValuePattern] {
        let patterns = try operand.elements().map { try ValuePattern($0) }
        guard !patterns.isEmpty else { throw operand.fault("it is empty; write conditions into it") }
        return patterns
    }

    /// JSON, or a text that is JSON.
    private static func json(_ operand: MappingNode, _ node: MappingNode) throws -> ValuePattern {
        var value = operand.value
        if case .string(let text) = value {
            do {
                value = try JSONParser.parse(text)
            } catch {
                throw operand.fault("the text is no JSON: \(error)")
            }
        }
        guard !value.hasPlaceholder else {
            throw operand.fault(
                "placeholders such as ${json-unit.ignore} are not replaced; use \"matchesJsonPath\" for the other members"
            )
        }
        return .json(
            value, ignoringArrayOrder: try node["ignoreArrayOrder"]?.bool() ?? false,
            ignoringExtras: try node["ignoreExtraElements"]?.bool() ?? false)
    }

    private static func path(_ operand: MappingNode) throws -> ValuePattern {
        if case .string(let text) = operand.value { return try path(text, operand, nil) }
        guard try operand.members().contains(where: { $0.name == "expression" }), let expression = operand["expression"]
        else { throw operand.fault("\"expression\" is missing; write the path there") }
        return try path(try expression.text(), expression, ValuePattern(operand, beside: ["expression"]))
    }

    private static func path(_ text: String, _ node: MappingNode, _ pattern: ValuePattern?) throws -> ValuePattern {
        guard let path = MappingPath(text) else {
            throw node.fault(
                "the path cannot be read; functions, slices and lists of names are not known here")
        }
        return .jsonPath(path, written: text, pattern)
    }
}

extension JSONValue {
    fileprivate var hasPlaceholder: Bool {
        switch self {
        case .string(let text): text.contains("${json-unit.")
        case .array(let elements): elements.contains(where: \.hasPlaceholder)
        case .object(let members): members.values.contains(where: \.hasPlaceholder)
        default: false
        }
    }
}
