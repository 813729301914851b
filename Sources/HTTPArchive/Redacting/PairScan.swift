import Foundation

/// Finds values behind names in text of any kind: `?token=x`, `password="x"`, `password: "x"`, `<password>x</password>`, and the
/// password in `https://ann:x@example.com`.
struct PairScan {
    struct Match: Ranged {
        let range: Range<Int>
        var name = ""
        /// It stands where a URL has its user.
        var isUser = false
        /// It is what an element of markup has in it.
        var isElement = false
        var spelling = Spelling.plain
    }

    /// How a value is written.
    enum Spelling {
        case plain
        /// As items of a query are.
        case percent
        /// With backslashes.
        case escaped
        /// With entities.
        case markup

        func decode(_ text: String) -> String {
            switch self {
            case .plain: text
            case .percent: PercentEncoding.decodedString(text)
            case .escaped: (try? JSONParser.parse("\"\(text)\"").lenientText) ?? text
            case .markup: Markup.decode(text)
            }
        }

        func encode(_ text: String) -> String {
            switch self {
            case .plain: text
            case .percent: PercentEncoding.strict(text)
            case .escaped: String(JSONValue.string(text).compactText.dropFirst().dropLast())
            case .markup: Markup.encode(text)
            }
        }
    }

    private(set) var matches: [Match] = []
    private let bytes: [UInt8]
    private let isQuery: Bool
    /// In a script a name before an equals sign is a variable, and what follows is code.
    private var isScript: Bool
    /// Where the value of an item ends, for all marks up to there.
    private var itemEnd = 0

    /// - Parameters:
    ///   - isQuery: The text may begin with an item of a query.
    ///   - isScript: The text is a script; in markup, scripts are found.
    init(_ bytes: [UInt8], isQuery: Bool, isScript: Bool = false) {
        self.bytes = bytes
        self.isQuery = isQuery
        self.isScript = isScript
        // A value may have pairs in it, as a link in an attribute has: who takes matches leaves out what is inside of another.
        var mayBeNamed = false
        for position in bytes.indices {
            switch bytes[position] {
            case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ">"):
                guard let match = match(position) else { continue }
                matches.append(match)
                mayBeNamed = mayBeNamed || PairLabels.mayName(match)
            case UInt8(ascii: "<"): enterOrLeaveScript(position)
            default: continue
            }
        }
        if mayBeNamed { matches = PairLabels(bytes, matches).named }
    }

    private mutating func enterOrLeaveScript(_ position: Int) {
        let isEnd = byte(position + 1) == UInt8(ascii: "/")
        let start = position + (isEnd ? 2 : 1)
        guard byte(start) | 0x20 == UInt8(ascii: "s"), start + 6 <= bytes.count,
            bytes[start..<start + 6].elementsEqual("script".utf8, by: { $0 | 0x20 == $1 })
        else { return }
        isScript = !isEnd
    }

    private mutating func match(_ mark: Int) -> Match? {
        switch bytes[mark] {
        case UInt8(ascii: ":"): user(mark) ?? quoted(mark) ?? entityQuoted(mark)
        case UInt8(ascii: ">"): element(mark)
        default: quoted(mark) ?? entityQuoted(mark) ?? item(mark)
        }
    }

    private func byte(_ position: Int) -> UInt8 { position >= 0 && position < bytes.count ? bytes[position] : 0 }

    private func name(endingAt end: Int) -> Range<Int>? {
        var start = end
        while start > 0, end - start < 60, isNameByte(bytes[start - 1]) { start -= 1 }
        return start < end ? start..<end : nil
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// `://user:password@`, `://token@`
    private func user(_ mark: Int) -> Match? {
        guard byte(mark + 1) == UInt8(ascii: "/"), byte(mark + 2) == UInt8(ascii: "/") else { return nil }
        let start = mark + 3
        var end = start
        var colon: Int?
        while end < bytes.count, bytes[end] != UInt8(ascii: "@") {
            switch bytes[end] {
            case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""),
                UInt8(ascii: "\\"):
                return nil
            // A URL may have it there (RFC 3986, section 3.2.1); in other texts it is where the URL ends.
            case UInt8(ascii: "'") where !isQuery: return nil
            case UInt8(ascii: ":"): colon = colon ?? end
            default: break
            }
            end += 1
        }
        let first = colon.map { $0 + 1 } ?? start
        guard end < bytes.count, first < end else { return nil }
        return Match(range: first..<end, isUser: true, spelling: .percent)
    }

    /// A name, perhaps in quotation marks, and a value that certainly is.
    private func quoted(_ mark: Int) -> Match? {
        var end = mark
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        if end > 0, isQuote(bytes[end - 1]) { end -= 1 }
        while end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        var start = mark + 1
        while byte(start) == 0x20 { start += 1 }
        // In a text that is escaped itself, the value ends where a backslash stands before the mark.
        let isEscaped = byte(start) == UInt8(ascii: "\\")
        while byte(start) == UInt8(ascii: "\\") { start += 1 }
        guard isQuote(byte(start)), let name = name(endingAt: end) else { return nil }
        let quote = bytes[start]
        start += 1
        var close = start
        while close < bytes.count, bytes[close] != quote, bytes[close] != UInt8(ascii: "\n") {
            close += bytes[close] == UInt8(ascii: "\\") && !isEscaped ? 2 : 1
        }
        while isEscaped, close > start, close <= bytes.count, bytes[close - 1] == UInt8(ascii: "\\") { close -= 1 }
        if isEscaped, close > start { return Match(range: start..<close, name: text(name)) }
        guard close < bytes.count, bytes[close] == quote, close > start else { return nil }
        return Match(range: start..<close, name: text(name), spelling: .escaped)
    }

    private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static let entityQuotes = ["&quot;", "&#34;", "&#39;"].map { Array($0.utf8) }

    /// The value stands between marks that are written as entities, as JSON in an attribute is.
    private func entityQuoted(_ mark: Int) -> Match? {
        guard byte(mark + 1) == UInt8(ascii: "&") else { return nil }
        for quote in Self.entityQuotes {
            let (start, nameEnd) = (mark + 1 + quote.count, mark - quote.count)
            guard start < bytes.count, nameEnd > 0, bytes[mark + 1..<start].elementsEqual(quote),
                bytes[nameEnd..<mark].elementsEqual(quote), let name = name(endingAt: nameEnd)
            else { continue }
            var end = start
            while end < bytes.count, end - start < 4096 {
                if bytes[end] == quote[0], bytes[end...].starts(with: quote) { break }
                end += 1
            }
            guard end > start, end < bytes.count, bytes[end] == quote[0] else { return nil }
            return Match(range: start..<end, name: text(name), spelling: .markup)
        }
        return nil
    }

    /// `name=value`, up to what cannot be part of it.
    private mutating func item(_ mark: Int) -> Match? {
        guard let name = name(endingAt: mark) else { return nil }
        if let end = placeholderEnd(mark + 1) { return Match(range: mark + 1..<end, name: text(name)) }
        if mark >= itemEnd { itemEnd = self.itemEnd(from: mark + 1) }
        guard itemEnd > mark + 1 else { return nil }
        let range = mark + 1..<itemEnd
        let before = byte(name.lowerBound - 1)
        let isFirst = isQuery && name.lowerBound == 0
        let isEncoded =
            isFirst || before == UInt8(ascii: "?") || before == UInt8(ascii: "&") || before == UInt8(ascii: "#")
        if isTemplate(range) || !isEncoded && !isQuote(before) && isCode(range) { return nil }
        return Match(range: range, name: text(name), spelling: isEncoded ? .percent : .plain)
    }

    private func itemEnd(from start: Int) -> Int {
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\""),
                UInt8(ascii: "'"),
                UInt8(ascii: "#"), UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\\"),
                UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"):
                return end
            default: end += 1
            }
        }
        return end
    }

    /// `${token`: what will stand there is not known yet.
    private func isTemplate(_ range: Range<Int>) -> Bool {
        let next = byte(range.lowerBound + 1)
        return next == UInt8(ascii: "{") && [UInt8(ascii: "$"), UInt8(ascii: "{")].contains(bytes[range.lowerBound])
    }

    /// `t.token`, `encode(p`: a placeholder in its place would break the script, and is none the less where no secret stood.
    private func isCode(_ range: Range<Int>) -> Bool {
        var (hasDigit, hasLetter, isPath, hasDot) = (false, false, true, false)
        // The beginning tells: a value of megabytes is asked of at every mark in it.
        for position in range.lowerBound..<min(range.upperBound, range.lowerBound + 64) {
            switch bytes[position] {
            case 0x28, 0x5B: return true  // ( [
            case 0x2E: hasDot = hasDot || position > range.lowerBound
            case 0x30...0x39: hasDigit = true
            case 0x41...0x5A, 0x61...0x7A: hasLetter = true
            case 0x5F, 0x2D: break  // _ -
            default: isPath = false
            }
        }
        if isPath, hasDot, isScript || !hasDigit { return true }
        return isScript && !(range.count >= 8 && hasDigit && hasLetter)
    }

    /// Its brackets are part of it.
    private func placeholderEnd(_ start: Int) -> Int? {
        let mark = Array("<redacted:".utf8)
        guard start + mark.count < bytes.count, bytes[start..<start + mark.count].elementsEqual(mark) else {
            return nil
        }
        return bytes[start...].prefix(100).firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    }

    /// `<name>value</name>`, `<name type="x">value</name>`
    private func element(_ mark: Int) -> Match? {
        guard let name = elementName(mark) else { return nil }
        var end = mark + 1
        while end < bytes.count, end - mark < 4096, bytes[end] != UInt8(ascii: "<") { end += 1 }
        guard end > mark + 1, byte(end) == UInt8(ascii: "<"), byte(end + 1) == UInt8(ascii: "/") else { return nil }
        return Match(range: mark + 1..<end, name: text(name), isElement: true, spelling: .markup)
    }

    /// Without its prefix; nil when no element begins there.
    private func elementName(_ mark: Int) -> Range<Int>? {
        var start = mark
        while start > 0, mark - start < 500, bytes[start - 1] != UInt8(ascii: "<") {
            if bytes[start - 1] == UInt8(ascii: ">") { return nil }
            start -= 1
        }
        guard start > 0, bytes[start - 1] == UInt8(ascii: "<"), byte(mark - 1) != UInt8(ascii: "/") else { return nil }
        var end = start
        while end < mark, isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: ":") {
            if bytes[end] == UInt8(ascii: ":") { start = end + 1 }
            end += 1
        }
        return start < end ? start..<end : nil
    }
}

/// The entities of HTML and XML that stand for what they are made of.
enum Markup {
    private static let entities = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")]

    static func encode(_ text: String) -> String {
        entities.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    static func decode(_ text: String) -> String {
        guard text.contains("&") else { return text }
        return entities.reversed().reduce(text.replacingOccurrences(of: "&apos;", with: "'")) {
            $0.replacingOccurrences(of: $1.1, with: $1.0)
        }
    }
}
