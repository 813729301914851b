/// Finds placeholders as they are, with entities in markup, and percent-encoded, in a URL inside of a URL more than once.
package enum PlaceholderSearch {
    package struct Match {
        package let range: Range<Int>
        /// `authorization:1`
        package let name: String
        /// Where `authorization` stands.
        let kind: Range<Int>

        /// Whether there are a kind and a number.
        var isWhole: Bool { Placeholder("<redacted:\(name)>") != nil }
    }

    private struct Form {
        let opening: [UInt8]
        let colon: [UInt8]
        let closing: [UInt8]

        init(_ opening: String, _ colon: String, _ closing: String) {
            (self.opening, self.colon, self.closing) = (Array(opening.utf8), Array(colon.utf8), Array(closing.utf8))
        }
    }

    static let word = Array("redacted".utf8)
    private static let longest = 200

    /// In lower case.
    private static let forms: [Form] =
        [Form("<", ":", ">"), Form("&lt;", ":", "&gt;")]
        + ["", "25", "2525", "252525"].map { Form("%\($0)3c", "%\($0)3a", "%\($0)3e") }

    /// In order.
    package static func matches(in bytes: [UInt8]) -> [Match] {
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
        var kindEnd: Int?
        var next = first + form.colon.count
        while next < bytes.count, name.count < longest {
            if has(form.closing, at: next, in: bytes) {
                return Match(
                    range: start..<next + form.closing.count, name: String(decoding: name, as: UTF8.self),
                    kind: first + form.colon.count..<(kindEnd ?? next))
            }
            let isColon = has(form.colon, at: next, in: bytes)
            if isColon { kindEnd = kindEnd ?? next }
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
