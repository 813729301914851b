import Foundation

/// Finds known texts in others, in all the forms in which a text travels, in one pass whatever their number.
struct EchoSearch: Sendable {
    enum Form: Sendable {
        /// As it is, or escaped as in JSON or HTML.
        case text
        case percent
        case base64
    }

    struct Match {
        let range: Range<Int>
        /// Of the text that was found.
        let index: Int
        let form: Form
    }

    private struct Needle: Sendable {
        let bytes: [UInt8]
        let index: Int
        let form: Form
        /// The longest other one that this one begins with: where this one does not stand, that one may.
        var beginning: Int?
    }

    /// Shorter forms would be found by chance.
    private static let minimum = 6

    /// In the order of their bytes.
    private var needles: [Needle] = []
    /// Those that share their first four bytes.
    private var byStart: [UInt32: Range<Int>] = [:]
    /// A bit for each hash of four bytes with which a needle begins: most places are ruled out by it.
    private var filter = [UInt64](repeating: 0, count: 1024)

    init(_ texts: [String]) {
        var added: Set<[UInt8]> = []
        for (index, text) in texts.enumerated() {
            for (bytes, form) in Self.forms(text) where bytes.count >= Self.minimum && added.insert(bytes).inserted {
                needles.append(Needle(bytes: bytes, index: index, form: form))
            }
        }
        needles.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        var beginnings: [Int] = []
        for (number, needle) in needles.enumerated() {
            while let last = beginnings.last, !needle.bytes.starts(with: needles[last].bytes) {
                beginnings.removeLast()
            }
            needles[number].beginning = beginnings.last
            beginnings.append(number)
            let start = needle.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            byStart[start] = (byStart[start]?.lowerBound ?? number)..<number + 1
            let hash = Self.hash(start)
            filter[hash >> 6] |= 1 << UInt64(hash & 63)
        }
    }

    var isEmpty: Bool { needles.isEmpty }

    @inline(__always)
    private static func hash(_ start: UInt32) -> Int { Int((start &* 0x9E37_79B1) >> 16) }

    /// In order, none inside another one.
    func matches(in text: [UInt8]) -> [Match] { text.withUnsafeBytes(matches) }

    func matches(in raw: UnsafeRawBufferPointer) -> [Match] {
        guard !needles.isEmpty, raw.count >= Self.minimum else { return [] }
        var matches: [Match] = []
        filter.withUnsafeBufferPointer { filter in
            var position = 0
            let last = raw.count - Self.minimum
            while position <= last {
                let start = raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
                let hash = Self.hash(start)
                if filter[hash >> 6] & (1 << UInt64(hash & 63)) != 0, let match = match(raw, position, start) {
                    matches.append(match)
                    position = match.range.upperBound
                } else {
                    position += 1
                }
            }
        }
        return matches
    }

    /// The longest that stands there: a raw text may be the beginning of another one.
    private func match(_ raw: UnsafeRawBufferPointer, _ position: Int, _ start: UInt32) -> Match? {
        guard let group = byStart[start] else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: raw[position...])
        // All that the rest begins with come before it in the order, and the last of what comes before it begins so too.
        var candidate = last(of: group, upTo: rest)
        while let number = candidate {
            let needle = needles[number]
            if Self.order(needle.bytes, rest) == .beginning {
                return Match(range: position..<position + needle.bytes.count, index: needle.index, form: needle.form)
            }
            candidate = needle.beginning
        }
        return nil
    }

    private func last(of group: Range<Int>, upTo rest: UnsafeRawBufferPointer) -> Int? {
        var (low, high) = (group.lowerBound, group.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if Self.order(needles[middle].bytes, rest) == .after { high = middle } else { low = middle + 1 }
        }
        return low > group.lowerBound ? low - 1 : nil
    }

    private enum Order { case before, beginning, after }

    private static func order(_ bytes: [UInt8], _ rest: UnsafeRawBufferPointer) -> Order {
        let count = min(bytes.count, rest.count)
        let difference = bytes.withUnsafeBytes { memcmp($0.baseAddress!, rest.baseAddress!, count) }
        if difference == 0 { return bytes.count <= rest.count ? .beginning : .after }
        return difference < 0 ? .before : .after
    }
}

// MARK: Forms

extension EchoSearch {
    private static func forms(_ text: String) -> [([UInt8], Form)] {
        let percent = PercentEncoding.strict(text)
        let lower = PercentEncoding.lowercased(percent)
        let form = PercentEncoding.form(text)
        let twice = PercentEncoding.strict(percent)
        let json = escaped(text, slash: false)
        let html = Markup.encode(text)
        let texts = [text, json, escaped(text, slash: true), escaped(json, slash: false), html]
        let percents = [percent, lower, form, PercentEncoding.lowercased(form), twice]
        return texts.map { (Array($0.utf8), .text) } + percents.map { (Array($0.utf8), .percent) }
            + base64(Array(text.utf8)).map { ($0, .base64) }
    }

    private static func escaped(_ text: String, slash: Bool) -> String {
        let json = JSONValue.string(text).compactText.dropFirst().dropLast()
        return slash ? json.replacingOccurrences(of: "/", with: "\\/") : String(json)
    }

    /// The digits that the bytes alone decide, for each place at which they may begin in a group of three.
    private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count >= minimum else { return [] }
        return (0..<3).flatMap { shift -> [[UInt8]] in
            let encoded = Array(Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString().utf8)
            let first = (shift * 8 + 5) / 6
            let digits = Array(encoded[first..<(shift + bytes.count) * 8 / 6])
            let other = digits.map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
            }
            return digits == other ? [digits] : [digits, other]
        }
    }
}

extension PercentEncoding {
    /// The hexadecimal digits alone.
    static func lowercased(_ text: String) -> String {
        var bytes = Array(text.utf8)
        var index = 0
        while index + 2 < bytes.count {
            if bytes[index] == UInt8(ascii: "%") {
                bytes[index + 1] = bytes[index + 1].lowercasedASCII
                bytes[index + 2] = bytes[index + 2].lowercasedASCII
                index += 3
            } else {
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
