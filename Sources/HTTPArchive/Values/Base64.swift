import Foundation

/// Base64 as tools write it (RFC 4648): either alphabet, padded or not, with line breaks.
enum Base64 {
    /// Nil for what is no base64.
    static func decode(_ text: String) -> Data? {
        var text = text
        return text.withUTF8(decode)
    }

    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> Data? {
        var bytes = [UInt8]()
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var count = 0
        var hasEnded = false
        var position = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            let value = values[Int(byte)]
            if value < 64 {
                if hasEnded { return nil }
                bits = bits << 6 | UInt32(value)
                count += 1
                if count & 3 == 0 {
                    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: bits))
                }
            } else if value == padding {
                hasEnded = true
            } else if value != space {
                return nil
            }
        }
        return rest(bits, count & 3).map { Data(bytes + $0) }
    }

    /// The bytes of a group that is not full; nil for a digit alone, which makes none.
    private static func rest(_ bits: UInt32, _ digits: Int) -> [UInt8]? {
        switch digits {
        case 0: []
        case 2: [UInt8(truncatingIfNeeded: bits >> 4)]
        case 3: [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: nil
        }
    }

    private static let padding: UInt8 = 64
    private static let space: UInt8 = 65

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in alphabet.utf8.enumerated() { table[Int(character)] = UInt8(value) }
        table[Int(UInt8(ascii: "-"))] = 62
        table[Int(UInt8(ascii: "_"))] = 63
        table[Int(UInt8(ascii: "="))] = padding
        for blank in [0x20, 0x0A, 0x0D, 0x09] { table[blank] = space }
        return table
    }()

    /// Of the alphabet of either kind, without padding.
    static func isDigit(_ byte: UInt8) -> Bool { values[Int(byte)] < 64 }
}
