/// Percent-encoded text as it is compared: decoded, but for bytes that would be taken for others then.
enum ComparableText {
    /// An item of a query or a form.
    struct Item {
        let item: QueryItem
        let name: String
        let value: String

        var text: String { "\(name)=\(value)" }
    }

    static func items(_ raw: Substring?) -> [Item] {
        (raw ?? "").split(separator: "&").map { item in
            let mark = item.firstIndex(of: "=") ?? item.endIndex
            let (name, value) = (item[..<mark], item[mark...].dropFirst())
            return Item(
                item: QueryItem(
                    name: PercentEncoding.decodedString(name, plusIsSpace: true),
                    value: PercentEncoding.decodedString(value, plusIsSpace: true)),
                name: decoded(name, plusIsSpace: true), value: decoded(value, plusIsSpace: true))
        }
    }

    /// A slash inside of a segment is none between two, and bytes that are no UTF-8 are not all the same.
    static func decoded(_ raw: Substring, plusIsSpace: Bool = false) -> String {
        let utf8 = raw.utf8
        guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") || isMark($0) }) else {
            return String(raw)
        }
        let bytes = PercentEncoding.decode(utf8, plusIsSpace: plusIsSpace)
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) { return bytes.contains(where: isMark) ? escaped(bytes) : text }
        return escaped(bytes, all: true)
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "&")
            || byte == UInt8(ascii: "=")
    }

    private static func escaped(_ bytes: some Sequence<UInt8>, all: Bool = false) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            guard isMark(byte) || all && byte >= 0x80 else {
                result.append(byte)
                continue
            }
            result += "%\(byte.hexadecimal)".utf8
        }
        return String(decoding: result, as: UTF8.self)
    }
}
