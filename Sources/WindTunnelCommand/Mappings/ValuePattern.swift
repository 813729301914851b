import Foundation
import HTTPArchive
import WindTunnel

/// A condition on one value that may be missing: `{"contains": "x"}`.
indirect enum ValuePattern: Sendable {
    case equal(String, inAnyCase: Bool)
    case contains(String)
    case matches(TextPattern)
    case bytes(Data)
    case json(JSONValue, ignoringArrayOrder: Bool, ignoringExtras: Bool)
    case jsonPath(MappingPath, written: String, ValuePattern?)
    case absent
    case anything
    case not(ValuePattern)
    case all([ValuePattern])
    case any([ValuePattern])

    /// The value of a header, a query item, a field, or a body.
    struct Candidate: Sendable {
        /// Nil for what is missing. Bytes that are no UTF-8 are replaced in it, as Java does.
        let text: String?
        let bytes: Data
        let isAbsent: Bool

        static let missing = Candidate(text: nil, bytes: Data(), isAbsent: true)

        init(_ text: String) { self.init(text: text, bytes: Data(text.utf8), isAbsent: false) }

        /// An empty body is none, and an empty text as well.
        init(body: Data) { self.init(text: String(decoding: body, as: UTF8.self), bytes: body, isAbsent: body.isEmpty) }

        private init(text: String?, bytes: Data, isAbsent: Bool) {
            self.text = text
            self.bytes = bytes
            self.isAbsent = isAbsent
        }
    }

    func holds(_ value: Candidate) -> Bool {
        switch self {
        case .equal(let text, let inAnyCase):
            inAnyCase ? value.text?.caseInsensitiveCompare(text) == .orderedSame : value.text == text
        case .contains(let part):
            value.text.map { part.isEmpty || $0.range(of: part, options: .literal) != nil } ?? false
        case .matches(let pattern): value.text.map(pattern.matches) ?? false
        case .not(.matches(let pattern)): value.text.map { pattern.verdict($0) == false } ?? true
        case .bytes(let bytes): value.bytes == bytes && (!value.isAbsent || bytes.isEmpty)
        case .json(let expected, let ignoringArrayOrder, let ignoringExtras):
            value.json?.equals(expected, ignoringArrayOrder: ignoringArrayOrder, ignoringExtras: ignoringExtras)
                ?? false
        case .jsonPath(let path, _, let pattern): value.json.map { Self.holds(pattern, at: path, in: $0) } ?? false
        case .absent: value.isAbsent
        case .anything: true
        case .not(let pattern): !pattern.holds(value)
        case .all(let patterns): patterns.allSatisfy { $0.holds(value) }
        case .any(let patterns): patterns.contains { $0.holds(value) }
        }
    }

    /// For a sentence: "expected …".
    var expectation: String {
        switch self {
        case .equal(let text, let inAnyCase): text.quoted + (inAnyCase ? " in any case" : "")
        case .contains(let part): "a value that contains \(part.quoted)"
        case .matches(let pattern): "a value that matches /\(pattern.source)/"
        case .bytes(let bytes): "the bytes \(bytes.base64EncodedString()) (Base64)"
        case .json(let value, _, let ignoringExtras): "JSON \(ignoringExtras ? "with" : "equal to") \(value)"
        case .jsonPath(_, let written, nil): "JSON with \(written)"
        case .jsonPath(_, let written, let pattern?): "JSON with \(written): \(pattern.expectation)"
        case .absent: "none"
        case .anything: "anything"
        case .not(.contains(let part)): "a value that does not contain \(part.quoted)"
        case .not(.matches(let pattern)): "a value that does not match /\(pattern.source)/"
        case .not(let pattern): "not \(pattern.expectation)"
        case .all(let patterns): patterns.map(\.expectation).joined(separator: " and ")
        case .any(let patterns): patterns.map(\.expectation).joined(separator: " or ")
        }
    }
}

extension ValuePattern.Candidate {
    fileprivate var json: JSONValue? { isAbsent ? nil : try? JSONParser.parse(bytes) }
}

// MARK: JSONPath

extension ValuePattern {
    private static func holds(_ pattern: ValuePattern?, at path: MappingPath, in json: JSONValue) -> Bool {
        let values = path.values(in: json)
        let found: JSONValue? = path.isSingular ? values.first : .array(values)
        guard let pattern else { return found?.isSomething ?? false }
        let candidates = candidates(found, isWhole: pattern.comparesJSON)
        if case .absent = pattern { return candidates.isEmpty }
        return candidates.contains(where: pattern.holds)
    }

    /// A list is compared element by element, an object by its text, JSON as a whole.
    private static func candidates(_ found: JSONValue?, isWhole: Bool) -> [Candidate] {
        switch found {
        case nil, .null?: []
        case .array(let elements)? where !isWhole: elements.filter { $0 != .null }.map { Candidate($0.plainText) }
        case let value?: [Candidate(isWhole ? value.description : value.plainText)]
        }
    }

    private var comparesJSON: Bool {
        if case .json = self { true } else { false }
    }
}

extension JSONValue {
    /// Neither null nor an empty container.
    fileprivate var isSomething: Bool {
        switch self {
        case .null: false
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        default: true
        }
    }

    /// A text without its quotes.
    var plainText: String {
        if case .string(let text) = self { text } else { description }
    }
}
