package import Foundation

/// Why a text is no JSON, and where.
package struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
    package let message: String
    package let line: Int
    package let column: Int
    /// Of the byte at which reading stopped.
    let offset: Int
    package var description: String { "\(message) at line \(line), column \(column)" }
}

/// A strict reader of RFC 8259 with a bound on depth, so that no body can exhaust the stack.
package struct JSONParser {
    package static let maximumDepth = 200

    private let bytes: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    private let isLenient: Bool
    private var position: Int
    private var depth = 0
    private var isTooDeep = false
    /// Where the first bytes stood that are no UTF-8; they were replaced.
    private var malformedOffset: Int?

    package static func parse(_ data: Data) throws(JSONSyntaxError) -> JSONValue {
        let result = data.withUnsafeBytes { raw in
            read(raw.bindMemory(to: UInt8.self), from: 0, isLenient: false).result
        }
        return try result.get()
    }

    package static func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue { try parse(Data(text.utf8)) }

    /// What reading part of a larger text gives; places count from the beginning of the whole text.
    struct Reading {
        var result: Result<JSONValue, JSONSyntaxError>
        var malformedOffset: Int?
    }

    /// Reads one value that takes the rest of the bytes. A lenient reader takes trailing commas, control characters in
    /// strings, and `NaN` and the infinities, which become `null`.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLenient: Bool) -> Reading {
        if let reading = attempt(bytes, start, isLenient, LargeStack.safeDepth) { return reading }
        return LargeStack.run {
            attempt(bytes, start, isLenient, maximumDepth)
                ?? Reading(result: .failure(JSONSyntaxError(message: "too deep", line: 1, column: 1, offset: start)))
        }
    }

    /// Nil when the text is nested deeper than the limit and a greater one is worth a try.
    private static func attempt(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isLenient: Bool, _ depthLimit: Int
    ) -> Reading? {
        var parser = JSONParser(bytes: bytes, depthLimit: depthLimit, isLenient: isLenient, position: start)
        let result = Result { () throws(JSONSyntaxError) in try parser.document() }
        if parser.isTooDeep, depthLimit < maximumDepth { return nil }
        return Reading(result: result, malformedOffset: parser.malformedOffset)
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int, isLenient: Bool, position: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        self.isLenient = isLenient
        self.position = position
    }

    private mutating func document() throws(JSONSyntaxError) -> JSONValue {
        // A byte order mark may be ignored: RFC 8259, section 8.1.
        if position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
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
        case UInt8(ascii: "N") where isLenient: return try word("NaN", .null)
        case UInt8(ascii: "I") where isLenient: return try word("Infinity", .null)
        case UInt8(ascii: "-")
        where isLenient && position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "I"):
            return try word("-Infinity", .null)
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
            if isLenient, position < bytes.count, bytes[position] == UInt8(ascii: "}") { break }
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
        repeat {
            skipSpace()
            if isLenient, position < bytes.count, bytes[position] == UInt8(ascii: "]") { break }
            elements.append(try value())
        } while take(UInt8(ascii: ","))
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
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func failure(_ message: String) -> JSONSyntaxError {
        JSONSyntaxError(message, at: position, of: bytes)
    }
}

extension JSONSyntaxError {
    /// Lines and columns count from one; a column is a character, not a byte.
    init(_ message: String, at offset: Int, of bytes: UnsafeBufferPointer<UInt8>) {
        var line = 1
        var column = 1
        var position = 0
        let end = min(offset, bytes.count)
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
            position += 1
        }
        self.init(message: message, line: line, column: column, offset: offset)
    }
}

// MARK: Strings (RFC 8259, section 7)

extension JSONParser {
    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        skipPlainText()
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            defer { position += 1 }
            return decoded(UnsafeBufferPointer(rebasing: bytes[start..<position]), from: start)
        }
        return try stringWithEscapes(from: start)
    }

    /// The part up to the present position is plain.
    private mutating func stringWithEscapes(from start: Int) throws(JSONSyntaxError) -> String {
        var text: [UInt8] = []
        var runStart = start
        while position < bytes.count {
            text.append(contentsOf: bytes[runStart..<position])
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return text.withUnsafeBufferPointer { decoded($0, from: start) }
            case UInt8(ascii: "\\"):
                try escape(into: &text)
                runStart = position
            default:  // a control character
                guard isLenient else { throw failure("a control character in a string") }
                runStart = position
                position += 1
            }
            skipPlainText()
        }
        throw failure("a string without an end")
    }

    /// To the end of the string, an escape or a control character; eight bytes at a time.
    private mutating func skipPlainText() {
        position = Words.plainTextEnd(bytes, from: position)
    }

    private mutating func decoded(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
        let string = String(decoding: text, as: UTF8.self)
        if malformedOffset == nil, !Self.isSame(string, text) {
            malformedOffset = UTF8Check.firstMalformed(text).map { start + $0 }
        }
        return string
    }

    /// Whether nothing was repaired.
    private static func isSame(_ string: String, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var string = string
        return string.withUTF8 { utf8 in
            guard utf8.count == text.count, let left = utf8.baseAddress, let right = text.baseAddress else {
                return utf8.count == text.count
            }
            return memcmp(left, right, text.count) == 0
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        guard position + 1 < bytes.count else { throw failure("a string without an end") }
        position += 2
        switch bytes[position - 1] {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[position - 1])
        case UInt8(ascii: "u"): try text.append(contentsOf: unicodeEscape().utf8)
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
