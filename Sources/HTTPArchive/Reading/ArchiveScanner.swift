/// Finds where things stand in the bytes of an archive, in one pass and without reading them.
///
/// Only brackets and strings are looked at. What stands inside an entry may be no JSON at all: reading the entry tells, and
/// the others stay as they are.
struct ArchiveScanner {
    /// Where an entry stands, and the texts of `request.method` and `request.url` in it, without their quotation marks.
    struct Span: Sendable {
        var start: Int
        var end: Int
        var method = Text()
        var url = Text()
    }

    /// A place relative to its entry; of length zero when it was not found.
    struct Text: Sendable {
        var offset: UInt32 = 0
        var length: UInt32 = 0
    }

    /// Where members stand whose names are not looked into.
    typealias Places = [String: Range<Int>]

    private let bytes: UnsafeBufferPointer<UInt8>
    private let base: UnsafePointer<UInt8>
    private let count: Int
    private var position: Int
    private let pages: MappedFile?

    private(set) var entries: [Span] = []
    private(set) var logMembers: Places = [:]
    private(set) var rootMembers: Places = [:]
    /// Where text stands behind the end.
    private(set) var rest: Int?

    private var hasLog = false
    private var hasEntries = false

    /// Scans an archive that may be wrapped in the call of a function.
    static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ pages: MappedFile?
    ) throws(HAR.ReadingError) -> ArchiveScanner {
        guard let base = bytes.baseAddress else { throw HAR.ReadingError(message: "the file is empty") }
        var scanner = ArchiveScanner(bytes: bytes, base: base, count: bytes.count, position: start, pages: pages)
        try scanner.document()
        return scanner
    }
}

// MARK: Outside of entries

extension ArchiveScanner {
    private mutating func document() throws(HAR.ReadingError) {
        skipSpace()
        guard position < count else { throw HAR.ReadingError(message: "the file is empty") }
        let isWrapped = skipCall()
        guard position < count, base[position] == UInt8(ascii: "{") else {
            if position < count, base[position] == UInt8(ascii: "[") { throw refusal("no log: the file is a list") }
            throw refusal(position < count ? "not JSON: unexpected character" : ends)
        }
        try members { scanner, key throws(HAR.ReadingError) in
            if key == "log" { try scanner.log() } else { scanner.rootMembers[key] = try scanner.member() }
        }
        guard hasLog else { throw HAR.ReadingError(message: "no log: the file has no member \"log\"") }
        guard hasEntries else { throw HAR.ReadingError(message: "no entries: the log has no list \"entries\"") }
        skipSpace()
        if isWrapped, take(UInt8(ascii: ")")) { _ = take(UInt8(ascii: ";")) }
        skipSpace()
        if position < count { rest = position }
    }

    /// `onInputData(` of old exports; stays in place when there is no call.
    private mutating func skipCall() -> Bool {
        let start = position
        while position < count, isNameByte(base[position]) { position += 1 }
        let hasName = position > start
        skipSpace()
        if hasName, position < count, base[position] == UInt8(ascii: "(") {
            position += 1
            skipSpace()
            return true
        }
        position = start
        return false
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Members of an object, from its bracket to the one that closes it.
    private mutating func members(
        _ read: (inout ArchiveScanner, String) throws(HAR.ReadingError) -> Void
    ) throws(HAR.ReadingError) {
        position += 1
        while true {
            skipSpace()
            guard position < count else { throw refusal(ends) }
            if take(UInt8(ascii: "}")) { return }
            guard base[position] == UInt8(ascii: "\"") else { throw refusal("not JSON: expected a key") }
            let start = position + 1
            guard skipString() else { throw refusal(ends) }
            let key = name(start..<position - 1)
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw refusal(position < count ? "not JSON: expected ':'" : ends) }
            skipSpace()
            try read(&self, key)
            skipSpace()
            guard take(UInt8(ascii: ",")) || position < count && base[position] == UInt8(ascii: "}") else {
                throw refusal(position < count ? "not JSON: expected ',' or '}'" : ends)
            }
        }
    }

    private func name(_ range: Range<Int>) -> String {
        let plain = String(decoding: bytes[range], as: UTF8.self)
        guard plain.utf8.contains(UInt8(ascii: "\\")) else { return plain }
        let quoted = UnsafeBufferPointer(rebasing: bytes[range.lowerBound - 1..<range.upperBound + 1])
        return (try? JSONParser.read(quoted, from: 0, isLenient: true).result.get().lenientText) ?? plain
    }

    private mutating func log() throws(HAR.ReadingError) {
        guard position < count, base[position] == UInt8(ascii: "{") else {
            let start = position
            _ = try member()
            position = start
            throw refusal("log is not an object")
        }
        hasLog = true
        try members { scanner, key throws(HAR.ReadingError) in
            if key == "entries" { try scanner.list() } else { scanner.logMembers[key] = try scanner.member() }
        }
    }

    private mutating func list() throws(HAR.ReadingError) {
        guard position < count, base[position] == UInt8(ascii: "[") else {
            _ = try member()
            return
        }
        hasEntries = true
        entries.removeAll()
        position += 1
        while true {
            skipSpace()
            guard position < count else { throw refusal(ends) }
            if take(UInt8(ascii: "]")) { return }
            try entry()
            skipSpace()
            guard take(UInt8(ascii: ",")) || position < count && base[position] == UInt8(ascii: "]") else {
                throw refusal(position < count ? "not JSON: expected ',' or ']'" : ends)
            }
        }
    }

    /// A value that is read later, and by recursion.
    private mutating func member() throws(HAR.ReadingError) -> Range<Int> {
        let start = position
        switch skipValue(depthLimit: JSONParser.maximumDepth) {
        case .read: return start..<position
        case .tooDeep: throw refusal("nested too deeply")
        case .end: throw refusal(ends)
        case .nothing: throw refusal("not JSON: unexpected character")
        }
    }

    private var ends: String { "the file ends early, at byte \(count)" }

    private func refusal(_ message: String) -> HAR.ReadingError {
        let place = JSONSyntaxError(message, at: position, of: bytes)
        return HAR.ReadingError(message: message, line: place.line, column: place.column, offset: min(position, count))
    }
}

// MARK: Entries

extension ArchiveScanner {
    private enum Level {
        case entry
        case request
    }

    private mutating func entry() throws(HAR.ReadingError) {
        let start = position
        var span = Span(start: start, end: start)
        if base[position] != UInt8(ascii: "{") || !skipMembers(.entry, &span) {
            position = start
            span = Span(start: start, end: start)
            switch skipValue(depthLimit: .max) {
            case .read: break
            case .nothing: throw refusal("not JSON: unexpected character")
            case .tooDeep, .end:
                position = count
                throw refusal(ends)
            }
        }
        span.end = position
        entries.append(span)
        pages?.noteRead(span.end - span.start)
    }

    /// False when the object is not in order; then it is skipped by its brackets alone.
    private mutating func skipMembers(_ level: Level, _ span: inout Span) -> Bool {
        position += 1
        while true {
            skipSpace()
            guard position < count else { return false }
            if take(UInt8(ascii: "}")) { return true }
            guard base[position] == UInt8(ascii: "\"") else { return false }
            let key = position + 1
            guard skipString() else { return false }
            let keyLength = position - 1 - key
            skipSpace()
            guard take(UInt8(ascii: ":")) else { return false }
            skipSpace()
            guard skipMember(level, key, keyLength, &span) else { return false }
            skipSpace()
            guard take(UInt8(ascii: ",")) || position < count && base[position] == UInt8(ascii: "}") else {
                return false
            }
        }
    }

    private mutating func skipMember(_ level: Level, _ key: Int, _ keyLength: Int, _ span: inout Span) -> Bool {
        guard position < count else { return false }
        let byte = base[position]
        switch level {
        case .entry where isKey("request", key, keyLength):
            (span.method, span.url) = (Text(), Text())  // the last of two members counts
            if byte == UInt8(ascii: "{") { return skipMembers(.request, &span) }
        case .request where isKey("url", key, keyLength): return skipText(into: &span.url, of: span.start)
        case .request where isKey("method", key, keyLength): return skipText(into: &span.method, of: span.start)
        default: break
        }
        // A name that is spelled with escapes may be one of those above.
        if Words.backslash(base, from: key, count: key + keyLength) < key + keyLength { return false }
        return skipValue(depthLimit: .max) == .read
    }

    private mutating func skipText(into text: inout Text, of start: Int) -> Bool {
        let first = position
        guard skipValue(depthLimit: .max) == .read else { return false }
        text = Text()
        if base[first] == UInt8(ascii: "\""), let offset = UInt32(exactly: first + 1 - start),
            let length = UInt32(exactly: position - first - 2)
        {
            text = Text(offset: offset, length: length)
        }
        return true
    }

    private func isKey(_ name: StaticString, _ start: Int, _ length: Int) -> Bool {
        guard name.utf8CodeUnitCount == length else { return false }
        var index = 0
        while index < length {
            guard base[start + index] == name.utf8Start[index] else { return false }
            index += 1
        }
        return true
    }
}

// MARK: Skipping

extension ArchiveScanner {
    private enum Skipped {
        case read
        case nothing
        case tooDeep
        case end
    }

    private mutating func skipSpace() {
        while position < count {
            let byte = base[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position = Words.blankEnd(base, from: position &+ 1, count: count)
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < count, base[position] == byte else { return false }
        position += 1
        return true
    }

    /// From a quotation mark to behind the next one that is not escaped; false at the end of the bytes.
    private mutating func skipString() -> Bool {
        position = Words.stringEnd(base, from: position + 1, count: count)
        return position <= count
    }

    private mutating func skipValue(depthLimit: Int) -> Skipped {
        guard position < count else { return .end }
        switch base[position] {
        case UInt8(ascii: "\""): return skipString() ? .read : .end
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer(depthLimit)
        default: return skipScalar()
        }
    }

    private mutating func skipScalar() -> Skipped {
        let start = position
        while position < count {
            switch base[position] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "\""),
                0...0x20:
                return position > start ? .read : .nothing
            default: position += 1
            }
        }
        return .end
    }

    private mutating func skipContainer(_ depthLimit: Int) -> Skipped {
        var depth = 0
        var place = position
        while place < count {
            let byte = base[place]
            if byte == 0x22 {
                place = Words.stringEnd(base, from: place &+ 1, count: count)
                continue
            }
            place &+= 1
            // Brackets and braces differ in this bit alone.
            let bracket = byte | 0x20
            if bracket == 0x7B {
                depth &+= 1
                if depth > depthLimit {
                    position = place
                    return .tooDeep
                }
            } else if bracket == 0x7D {
                depth &-= 1
                if depth == 0 {
                    position = place
                    return .read
                }
            } else if byte == 0x20 {
                place = Words.blankEnd(base, from: place, count: count)
            }
        }
        position = count
        return .end
    }
}
