import Foundation

/// `<redacted:kind:number>`
struct Placeholder {
    let kind: String
    let number: Int

    init?(_ text: String) {
        guard text.hasPrefix("<redacted:"), text.hasSuffix(">") else { return nil }
        let fields = text.dropFirst(10).dropLast().split(separator: ":", omittingEmptySubsequences: false)
        // One that nobody has made: to count on from it would end the process.
        guard fields.count == 2, let number = Int(fields[1]), (0..<1 << 40).contains(number) else { return nil }
        self.kind = String(fields[0])
        self.number = number
    }

    init?(encoded text: String) {
        guard text.hasPrefix("%3") else { return nil }
        self.init(PercentEncoding.decode(text, isForm: false))
    }

    /// A name as a kind: what may stand in a field of the head, in a query and in JSON alike.
    static func kind(_ name: String) -> String {
        let bytes = name.utf8.prefix(40).map(\.lowercasedASCII).filter(isKindByte)
        return bytes.isEmpty ? "secret" : String(decoding: bytes, as: UTF8.self)
    }

    private static func isKindByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }

    static let mark = Array("redacted".utf8)
}

// MARK: In a text

extension Placeholder {
    /// Matches but for those that are a part of a placeholder: a password may be `password:1`. A kind holds none, unless
    /// somebody else has made it; those stay.
    static func without(_ matches: [EchoSearch.Match], in bytes: [UInt8]) -> [EchoSearch.Match] {
        var places = places(in: bytes)[...]
        return matches.filter { match in
            places = places.drop { $0.whole.upperBound <= match.range.lowerBound }
            guard let place = places.first, place.whole.contains(match.range) else { return true }
            return place.whole == match.range || place.kind.contains(match.range)
        }
    }

    private struct Place {
        let whole: Range<Int>
        let kind: Range<Int>
    }

    private static func places(in bytes: [UInt8]) -> [Place] {
        var places: [Place] = []
        var position = 0
        while let found = bytes.firstIndex(mark, from: position) {
            position = found + mark.count
            guard let kindStart = end(of: ":", "%3A", in: bytes, at: position) else { continue }
            let kindEnd = kindStart + bytes[kindStart...].prefix { isKindByte($0) }.count
            guard let numberStart = end(of: ":", "%3A", in: bytes, at: kindEnd) else { continue }
            let numberEnd = numberStart + bytes[numberStart...].prefix { (0x30...0x39).contains($0) }.count
            guard kindEnd > kindStart, numberEnd > numberStart else { continue }
            let start = [1, 3].first { end(of: "<", "%3C", in: bytes, at: found - $0) == found }.map { found - $0 }
            position = end(of: ">", "%3E", in: bytes, at: numberEnd) ?? numberEnd
            places.append(Place(whole: (start ?? found)..<position, kind: kindStart..<kindEnd))
        }
        return places
    }

    /// Behind a mark that stands there, as it is or encoded.
    private static func end(of mark: String, _ encoded: String, in bytes: [UInt8], at position: Int) -> Int? {
        guard position >= 0 else { return nil }
        for form in [mark, encoded, encoded.lowercased()] where bytes[position...].starts(with: form.utf8) {
            return position + form.utf8.count
        }
        return nil
    }
}
