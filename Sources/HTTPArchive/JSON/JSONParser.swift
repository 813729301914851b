package import Foundation

/// Why a text is no JSON, and where.
package struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
    package let message: String
    package let line: Int
    package let column: Int
    package var description: String { "\(message) at line \(line), column \(column)" }
}

/// A strict reader of RFC 8259 with a bound on depth, so that no body can exhaust the stack.
package struct JSONParser {
    package static let maximumDepth = 200

    private let bytes: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    private var position = 0
    private var depth = 0
    private var isTooDeep = false

    package static func parse(_ data: Data) throws(JSONSyntaxError) -> JSONValue {
        let result = data.withUnsafeBytes { raw -> Result<JSONValue, JSONSyntaxError> in
            let bytes = raw.bindMemory(to: UInt8.self)
            return read(bytes, LargeStack.safeDepth) ?? LargeStack.run { read(bytes, maximumDepth)! }
        }
        return try result.get()
    }

    /// Nil when the text is nested deeper than the limit and a greater one is worth a try.
    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ depthLimit: Int
    ) -> Result<JSONValue, JSONSyntaxError>? {
        var parser = JSONParser(bytes: bytes, depthLimit: depthLimit)
        let result = Result { () throws(JSONSyntaxError) in try parser.document() }
        return parser.isTooDeep && depthLimit < maximumDepth ? nil : result
    }

    package static func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue { try parse(Data(text.utf8)) }

    private init(bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    private mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }  // a BOM may be ignored: RFC 8259, section 8.1
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw failure("unexpected text after the value") }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        guard position < bytes.count else { throw failure("unexpected end") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONSyntaxError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONSyntaxError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw failure("unexpected character")
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard depth < depthLimit else {
            isTooDeep = true
            throw failure("nested deeper than \(depthLimit) levels")
        }
        depth += 1
        position += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw failure("expected a key") }
            let key = try string()
            guard take(UInt8(ascii: ":")) else { throw failure("expected ':'") }
            members[key] = try value()  // a repeated key: the last one counts, as in every common parser
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure("expected ',' or '}'") }
        return .object(members)
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value()) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw failure("expected ',' or ']'") }
        return .array(elements)
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        let count = text.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: text.utf8Start, count: count)
        guard position + count <= bytes.count,
            UnsafeBufferPointer(rebasing: bytes[position..<position + count]).elementsEqual(expected)
        else { throw failure("unexpected word") }
        position += count
        return value
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if position < bytes.count, bytes[position] == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[position]) {
                position += 1
            }
            try digits()
        }
        return JSONNumber(validated: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        guard position > start else { throw failure("expected a digit") }
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func failure(_ message: String) -> JSONSyntaxError {
        var line = 1
        var column = 1
        for byte in bytes[..<min(position, bytes.count)] {
            if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
        }
        return JSONSyntaxError(message: message, line: line, column: column)
    }
}

// MARK: Strings (RFC 8259, section 7)

extension JSONParser {
    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\"),
            bytes[position] >= 0x20
        { position += 1 }
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            defer { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try text.append(contentsOf: escape().utf8)
            case 0..<0x20: throw failure("a control character in a string")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw failure("a string without an end")
    }

    private mutating func escape() throws(JSONSyntaxError) -> String {
        guard position + 1 < bytes.count else { throw failure("a string without an end") }
        position += 2
        switch bytes[position - 1] {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw failure("an unknown escape")
        }
    }

    private mutating func unicodeEscape() throws(JSONSyntaxError) -> String {
        let unit = try hexadecimal()
        if (0xD800..<0xDC00).contains(unit), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        {
            let mark = position
            position += 2
            let low = try hexadecimal()
            if (0xDC00..<0xE000).contains(low) { return String(decoding: [UInt16(unit), UInt16(low)], as: UTF16.self) }
            position = mark
        }
        // A lone surrogate has no text; readers agree on U+FFFD.
        return String(decoding: [UInt16(unit)], as: UTF16.self)
    }

    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw failure("an unknown escape") }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("an unknown escape") }
        position += 4
        return unit
    }
}
