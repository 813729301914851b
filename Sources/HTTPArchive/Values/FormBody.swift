import Foundation

/// Makes the body of a form of its fields.
enum FormBody {
    static func encode(_ params: [HAR.Param], _ mimeType: String) -> Data {
        let type = MediaType(mimeType)
        return type.isMultipart ? multipart(params, type.parameter("boundary")) : Data(urlEncoded(params).utf8)
    }

    /// By the rules of the URL standard for `application/x-www-form-urlencoded`.
    private static func urlEncoded(_ params: [HAR.Param]) -> String {
        params.map { "\(PercentEncoding.form($0.name))=\(PercentEncoding.form($0.value ?? ""))" }.joined(separator: "&")
    }

    /// By RFC 7578.
    private static func multipart(_ params: [HAR.Param], _ boundary: String?) -> Data {
        let boundary = boundary ?? "boundary"
        var body = ""
        for param in params {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(param.name))\""
            if let name = param.fileName { body += "; filename=\"\(quoted(name))\"" }
            if let type = param.contentType { body += "\r\nContent-Type: \(type)" }
            body += "\r\n\r\n\(param.value ?? "")\r\n"
        }
        return Data("\(body)--\(boundary)--\r\n".utf8)
    }

    private static func quoted(_ text: String) -> String {
        text.replacingOccurrences(of: "\"", with: "%22").replacingOccurrences(of: "\r", with: "%0D")
            .replacingOccurrences(of: "\n", with: "%0A")
    }
}

/// Percent-encoding (RFC 3986, section 2.1), byte by byte.
enum PercentEncoding {
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

    /// What does not decode stays; a plus sign is a space in forms.
    static func decode(_ text: some StringProtocol, isForm: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = digit(rest.first), let low = digit(rest.dropFirst().first) {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(isForm && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where (0x30...0x39).contains(byte): byte - 0x30
        case .some(let byte) where (0x41...0x46).contains(byte & 0xDF): (byte & 0xDF) - 0x37
        default: nil
        }
    }
}
