/// Reads `WWW-Authenticate` and `Authorization` (RFC 9110, sections 11.3 to 11.6): schemes with their parameters.
struct ChallengeParser {
    struct Item: Sendable, Equatable {
        /// In lower case.
        let scheme: String
        /// Names in lower case; the first of a name counts.
        var parameters: [String: String] = [:]
    }

    private let bytes: [UInt8]
    private var index = 0

    private init(_ value: String) { bytes = Array(value.utf8) }

    /// What cannot be read is left out.
    static func parse(_ value: String) -> [Item] {
        var parser = ChallengeParser(value)
        return parser.items()
    }

    private mutating func items() -> [Item] {
        var items: [Item] = []
        var followsScheme = false
        while index < bytes.count {
            let start = index
            let name = token().lowercased()
            skip(" \t")
            if !name.isEmpty, !items.isEmpty, peek == UInt8(ascii: "=") {
                index += 1
                skip(" \t")
                let value = peek == UInt8(ascii: "\"") ? quoted() : token()
                let parameters = items[items.count - 1].parameters
                if let value, parameters[name] == nil { items[items.count - 1].parameters[name] = value }
            } else if !name.isEmpty, !followsScheme {
                items.append(Item(scheme: name))
                followsScheme = index > start && peek != UInt8(ascii: ",")
                if followsScheme { continue }
            }
            followsScheme = false
            // Also over what is no parameter, such as the token of Negotiate.
            while let byte = peek, byte != UInt8(ascii: ",") { _ = byte == UInt8(ascii: "\"") ? quoted() : advance() }
            skip(" \t,")
        }
        return items
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func advance() -> String? {
        index += 1
        return nil
    }

    private mutating func skip(_ characters: String) {
        while let byte = peek, characters.utf8.contains(byte) { index += 1 }
    }

    private mutating func token() -> String {
        let start = index
        while let byte = peek, byte.isTokenByte { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Nil when it does not end.
    private mutating func quoted() -> String? {
        var text: [UInt8] = []
        index += 1
        while let byte = peek {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = peek else { return nil }
                text.append(escaped)
                index += 1
            default: text.append(byte)
            }
        }
        return nil
    }

    /// As a quoted string (RFC 9110, section 5.6.4).
    static func quoted(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
