import Foundation

/// Percent-encoding (RFC 3986, section 2.1), over bytes: what is not UTF-8 is compared as it is.
package enum PercentEncoding {
    static func form(_ text: String) -> String {
        encode(text) { isUnreserved($0) && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*") }
            .replacingOccurrences(of: "%20", with: "+")
    }

    static func strict(_ text: String) -> String { encode(text, isUnreserved) }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func encode(_ text: String, _ isPlain: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hex = Array("0123456789ABCDEF".utf8)

    // MARK: Decoding

    /// The bytes that `text` stands for; an incomplete escape stays as written.
    package static func decode(_ text: Substring.UTF8View, plusIsSpace: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            text.formIndex(after: &index)
            if byte == UInt8(ascii: "%"), let escaped = escape(in: text, at: index) {
                bytes.append(escaped)
                text.formIndex(&index, offsetBy: 2)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return bytes
    }

    /// The same as text; bytes that are not UTF-8 become U+FFFD.
    package static func decodedString(_ text: Substring, plusIsSpace: Bool = false) -> String {
        let utf8 = text.utf8
        guard utf8.contains(where: { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == UInt8(ascii: "+")) }) else {
            return String(text)
        }
        return String(decoding: decode(utf8, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    static func decodedString(_ text: String, plusIsSpace: Bool = false) -> String {
        decodedString(text[...], plusIsSpace: plusIsSpace)
    }

    private static func escape(in text: Substring.UTF8View, at index: Substring.UTF8View.Index) -> UInt8? {
        guard index < text.endIndex, let high = digit(text[index]) else { return nil }
        let next = text.index(after: index)
        guard next < text.endIndex, let low = digit(text[next]) else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
