import Foundation

/// What stands in an archive for a secret: `<redacted:authorization:1>`, a kind and a number.
package struct Placeholder {
    let kind: String
    let number: Int

    package init?(_ text: String) {
        guard text.hasPrefix("<redacted:"), text.hasSuffix(">") else { return nil }
        let fields = text.dropFirst(10).dropLast().split(separator: ":", omittingEmptySubsequences: false)
        // One that nobody has made: to count on from it would end the process.
        guard fields.count == 2, let number = Int(fields[1]), (0..<1 << 40).contains(number) else { return nil }
        self.kind = String(fields[0])
        self.number = number
    }

    init?(encoded text: String) {
        guard text.hasPrefix("%3") else { return nil }
        self.init(PercentEncoding.decodedString(text))
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
}

// MARK: In a text

extension Placeholder {
    /// Matches but for those that are a part of a placeholder: a password may be `password:1`. A kind holds none, unless
    /// somebody else has made it; those stay.
    static func without(_ matches: [EchoSearch.Match], in bytes: [UInt8]) -> [EchoSearch.Match] {
        var places = PlaceholderSearch.matches(in: bytes)[...]
        return matches.filter { match in
            places = places.drop { $0.range.upperBound <= match.range.lowerBound }
            guard let place = places.first, place.range.contains(match.range), place.isWhole else { return true }
            return place.range == match.range || place.kind.contains(match.range)
        }
    }
}
