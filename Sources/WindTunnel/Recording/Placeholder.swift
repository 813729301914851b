/// What stands in a recording for a secret: `<redacted:authorization:1>`.
///
/// Who replays has another secret, or the placeholder itself when a recorded answer has handed it out, so one is as good as
/// the other.
enum Placeholder {
    static let any = "<redacted>"
    private static let beginning = "<redacted:"

    /// `<redacted:kind:number>`
    static func isOne(_ text: String) -> Bool {
        let fields = text.dropLast().split(separator: ":", omittingEmptySubsequences: false)
        return text.hasPrefix(beginning) && text.hasSuffix(">") && fields.count == 3 && Int(fields[2]) != nil
    }

    /// With all placeholders alike, in whichever form they stand.
    static func generalized(_ text: String) -> String {
        guard
            text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "&") })
        else { return text }
        let bytes = Array(text.utf8)
        let found = PlaceholderSearch.matches(in: bytes)
        if found.isEmpty { return text }
        var result: [UInt8] = []
        var position = 0
        for match in found {
            result += bytes[position..<match.range.lowerBound]
            result += any.utf8
            position = match.range.upperBound
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }

    /// Those that stand in a text, in whichever form.
    static func all(in text: String) -> [String] {
        PlaceholderSearch.matches(in: Array(text.utf8)).map { "<redacted:\($0.name)>" }
    }

    static func generalized(_ body: Data) -> Data {
        if let text = String(data: body, encoding: .utf8) { return Data(generalized(text).utf8) }
        // Text of another charset: placeholders are ASCII, and each byte comes back as it was.
        guard body.range(of: Data("redacted".utf8)) != nil, let text = String(data: body, encoding: .isoLatin1) else {
            return body
        }
        return generalized(text).data(using: .isoLatin1) ?? body
    }
}

/// Finds placeholders as they are, with entities in markup, and percent-encoded, in a URL inside of a URL more than once.
private enum PlaceholderSearch {
    struct Match {
        let range: Range<Int>
        /// `authorization:1`
        let name: String
    }

    private struct Form {
        let opening: [UInt8]
        let colon: [UInt8]
        let closing: [UInt8]

        init(_ opening: String, _ colon: String, _ closing: String) {
            (self.opening, self.colon, self.closing) = (Array(opening.utf8), Array(colon.utf8), Array(closing.utf8))
        }
    }

    private static let word = Array("redacted".utf8)
    private static let longest = 200

    /// In lower case.
    private static let forms: [Form] =
        [Form("<", ":", ">"), Form("&lt;", ":", "&gt;")]
        + ["", "25", "2525", "252525"].map { Form("%\($0)3c", "%\($0)3a", "%\($0)3e") }

    /// In order.
    static func matches(in bytes: [UInt8]) -> [Match] {
        var matches: [Match] = []
        var position = 0
        while position + word.count < bytes.count {
            guard bytes[position] == word[0], has(word, at: position, in: bytes) else {
                position += 1
                continue
            }
            let floor = matches.last?.range.upperBound ?? 0
            let found = forms.lazy.compactMap { match($0, position, floor, bytes) }.first
            if let found { matches.append(found) }
            position = found?.range.upperBound ?? position + word.count
        }
        return matches
    }

    private static func match(_ form: Form, _ position: Int, _ floor: Int, _ bytes: [UInt8]) -> Match? {
        let start = position - form.opening.count
        let first = position + word.count
        guard start >= floor, has(form.opening, at: start, in: bytes), has(form.colon, at: first, in: bytes) else {
            return nil
        }
        var name: [UInt8] = []
        var next = first + form.colon.count
        while next < bytes.count, name.count < longest {
            if has(form.closing, at: next, in: bytes) {
                let range = start..<next + form.closing.count
                return Match(range: range, name: String(decoding: name, as: UTF8.self))
            }
            let isColon = has(form.colon, at: next, in: bytes)
            name.append(isColon ? UInt8(ascii: ":") : bytes[next])
            next += isColon ? form.colon.count : 1
        }
        return nil
    }

    private static func has(_ text: [UInt8], at start: Int, in bytes: [UInt8]) -> Bool {
        guard start + text.count <= bytes.count else { return false }
        var index = 0
        while index < text.count {
            let byte = bytes[start + index]
            guard (0x41...0x5A).contains(byte) ? byte | 0x20 == text[index] : byte == text[index] else { return false }
            index += 1
        }
        return true
    }
}
