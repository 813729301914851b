/// As much of base64 (RFC 4648, 4) as the handshake needs.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for digit in 0...3 {
                text.append(digit > group.count ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * digit) & 0x3F])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the text stands for 16 bytes. The last digit may have idle bits set: common decoders take it too.
    static func isSixteenBytes(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == 24 && bytes.suffix(2).elementsEqual("==".utf8)
            && bytes.prefix(22).allSatisfy(alphabet.contains)
    }
}
