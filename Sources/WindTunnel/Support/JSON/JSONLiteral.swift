/// JSON written as a Swift literal, with `nil` for `null`.
///
/// ```swift
/// let id = 42
/// let user: JSONLiteral = ["id": .value(id), "name": "Ann", "tags": ["a", 1, nil]]
/// ```
///
/// Keys are written in sorted order and integers keep every digit (RFC 8259).
public struct JSONLiteral: Sendable, Equatable, CustomStringConvertible {
    let value: JSONValue
    /// Why a part of it cannot be encoded.
    let fault: String?

    package init(_ value: JSONValue, fault: String? = nil) {
        self.value = value
        self.fault = fault
    }

    /// Any `Encodable` inside a literal.
    ///
    /// A value that does not encode is a fault of the stub that uses it.
    public static func value(_ value: some Encodable) -> JSONLiteral {
        switch JSONEncoding.value(of: value) {
        case .success(let value): JSONLiteral(value)
        case .failure(let fault): JSONLiteral(.null, fault: fault.message)
        }
    }

    /// Compact JSON, keys sorted.
    public var description: String { value.compactText }
}

extension JSONLiteral: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// `null`
    public init(nilLiteral: ()) { self.init(.null) }
    /// `true` or `false`
    public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
    /// A whole number, exact to 64 bits; larger ones are written with `.json(text:)`.
    public init(integerLiteral value: Int64) { self.init(.number(JSONNumber(value))) }
    /// A number with a fraction.
    public init(floatLiteral value: Double) {
        self =
            JSONNumber(value).map { JSONLiteral(.number($0)) }
            ?? JSONLiteral(.null, fault: "\(value) is no JSON number")
    }
    /// A string, interpolated ones too.
    public init(stringLiteral value: String) { self.init(.string(value)) }
    /// An array.
    public init(arrayLiteral elements: JSONLiteral...) {
        self.init(.array(elements.map(\.value)), fault: elements.lazy.compactMap(\.fault).first)
    }
    /// An object; a key that is written twice is a fault, not a trap.
    public init(dictionaryLiteral elements: (String, JSONLiteral)...) {
        var members: [String: JSONValue] = [:]
        var fault = elements.lazy.compactMap(\.1.fault).first
        for (key, literal) in elements where members.updateValue(literal.value, forKey: key) != nil {
            fault = fault ?? "the key \(SourceText.quoted(key)) is written twice"
        }
        self.init(.object(members), fault: fault)
    }
}

/// How an `Encodable` becomes JSON: Foundation encodes it, our writer spells it.
///
/// Two spellings of one value would make a literal and an `Encodable` differ, and the order of keys depend on the
/// platform.
enum JSONEncoding {
    struct Failure: Error { let message: String }

    static func value(of encodable: some Encodable) -> Result<JSONValue, Failure> {
        do {
            return .success(try JSONParser.parse(JSONEncoder().encode(encodable)))
        } catch let error as EncodingError {
            return .failure(Failure(message: "\(type(of: encodable)) does not encode to JSON: \(describe(error))"))
        } catch {
            return .failure(Failure(message: "\(type(of: encodable)) does not encode to JSON: \(error)"))
        }
    }

    private static func describe(_ error: EncodingError) -> String {
        guard case .invalidValue(_, let context) = error else { return "\(error)" }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return path.isEmpty ? context.debugDescription : "$\(path): \(context.debugDescription)"
    }
}
