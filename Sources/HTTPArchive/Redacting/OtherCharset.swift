import Foundation

/// Text that is no UTF-8.
enum OtherCharset {
    /// The text, and what makes bytes of it again; nil for bytes that are no text, or would not come back as they are.
    static func decode(_ data: Data, _ type: MediaType) -> (text: String, encode: (String) -> Data)? {
        guard let (mark, encoding) = encoding(of: data, type) else { return nil }
        let body = data.dropFirst(mark)
        guard let text = String(data: body, encoding: encoding), text.data(using: encoding) == Data(body) else {
            return nil
        }
        return (text, { data.prefix(mark) + ($0.data(using: encoding) ?? Data()) })
    }

    /// The length of a byte order mark, and the encoding.
    private static func encoding(of data: Data, _ type: MediaType) -> (Int, String.Encoding)? {
        if data.starts(with: [0xFF, 0xFE]) { return (2, .utf16LittleEndian) }
        if data.starts(with: [0xFE, 0xFF]) { return (2, .utf16BigEndian) }
        if let encoding = type.encoding, encoding != .utf8 { return (0, encoding) }
        // Without a mark it is big-endian (RFC 2781, section 4.3).
        if !type.hasASCII { return (0, .utf16BigEndian) }
        return type.isTextual ? (0, .isoLatin1) : nil
    }
}
