/// Values that are named by another value: `<input name="token" value="x">`, in whatever order,
/// `<key>token</key><string>x</string>` of a property list.
struct PairLabels {
    private let bytes: [UInt8]
    private let matches: [PairScan.Match]

    /// A tag with more attributes, and gaps that are longer, are looked at no further.
    private static let reach = 8
    private static let longestGap = 200

    private static let labelNames: Set<String> = ["name", "key", "id", "property", "itemprop"]
    private static let valueElements: Set<String> = ["string", "value", "integer", "int", "data"]

    /// - Parameter matches: In order.
    init(_ bytes: [UInt8], _ matches: [PairScan.Match]) {
        self.bytes = bytes
        self.matches = matches
    }

    /// Whether another value may name the one of a match.
    static func mayName(_ match: PairScan.Match) -> Bool {
        match.isElement ? valueElements.contains(match.name) : match.name == "value" || match.name == "content"
    }

    /// The matches, those with a name of their own and those that another value names.
    var named: [PairScan.Match] {
        var result: [PairScan.Match] = []
        result.reserveCapacity(matches.count)
        for index in matches.indices {
            for label in labels(index) {
                var match = matches[index]
                match.name = label
                if isAttribute(match.range.lowerBound) { match.spelling = .markup }
                result.append(match)
            }
            result.append(matches[index])
        }
        return result
    }

    /// `="` stands before it, and no `": "`.
    private func isAttribute(_ start: Int) -> Bool {
        let before = bytes[..<start].suffix(4).last { ![UInt8(ascii: "\""), UInt8(ascii: "'"), 0x20].contains($0) }
        return before == UInt8(ascii: "=")
    }

    private func labels(_ index: Int) -> [String] {
        let match = matches[index]
        if match.isElement {
            return Self.valueElements.contains(match.name) ? key(before: index).map { [$0] } ?? [] : []
        }
        guard Self.mayName(match) else { return [] }
        return neighbours(index).compactMap { other in
            let isLabel = Self.labelNames.contains(matches[other].name) && !matches[other].isElement
            return isLabel ? String(decoding: bytes[matches[other].range], as: UTF8.self) : nil
        }
    }

    /// The attributes of one tag, or the members of one object.
    private func neighbours(_ index: Int) -> [Int] {
        var found: [Int] = []
        var other = index
        while other > 0, index - other < Self.reach, isGap(other - 1, other, Self.isWithinTag) {
            other -= 1
            found.append(other)
        }
        other = index
        while other + 1 < matches.count, other - index < Self.reach, isGap(other, other + 1, Self.isWithinTag) {
            other += 1
            found.append(other)
        }
        return found
    }

    /// What is inside of another value has no gap.
    private func isGap(_ first: Int, _ second: Int, _ isPart: (ArraySlice<UInt8>) -> Bool) -> Bool {
        let (end, start) = (matches[first].range.upperBound, matches[second].range.lowerBound)
        return end > start || start - end <= Self.longestGap && isPart(bytes[end..<start])
    }

    private static func isWithinTag(_ gap: ArraySlice<UInt8>) -> Bool {
        !gap.contains { byte in
            switch byte {
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: ";"):
                true
            default: false
            }
        }
    }

    /// The element before that says what this one has.
    private func key(before index: Int) -> String? {
        var other = index - 1
        while other >= 0, index - other < Self.reach, !matches[other].isElement { other -= 1 }
        guard other >= 0, matches[other].isElement, ["key", "name"].contains(matches[other].name),
            matches[other].range.upperBound <= matches[index].range.lowerBound,
            isGap(other, index, Self.isMarkup)
        else { return nil }
        return String(decoding: bytes[matches[other].range], as: UTF8.self)
    }

    /// Nothing but tags and blanks.
    private static func isMarkup(_ gap: ArraySlice<UInt8>) -> Bool {
        var isTag = false
        for byte in gap {
            switch byte {
            case UInt8(ascii: "<"): isTag = true
            case UInt8(ascii: ">"): isTag = false
            default: guard isTag || byte <= 0x20 else { return false }
            }
        }
        return true
    }
}
