import Foundation

/// The fields of an answer, brought into agreement with its body.
struct AnswerHeaders {
    private(set) var fields: [HAR.Header]

    init(_ response: HAR.Response) {
        fields = response.headers.flatMap(Self.fields)
        if fields.first("Set-Cookie") == nil {
            fields += response.cookies.compactMap(\.setCookie).map { Self.line($0.name, $0.value) }
        }
        if (300..<400).contains(response.status), !response.redirectURL.isEmpty, fields.first("Location") == nil {
            fields.append(Self.line("Location", response.redirectURL))
        }
    }

    /// Tools join repeated fields by line feeds. Pseudo fields, and names that no head can have, are left out.
    private static func fields(_ header: HAR.Header) -> [HAR.Header] {
        guard !header.name.isEmpty, header.name.utf8.allSatisfy(\.isTokenByte) else { return [] }
        if isPlain(header.value) { return [HAR.Header(name: header.name, value: header.value)] }
        let lines = header.value.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
        return (lines.isEmpty ? [""] : lines).map { line(header.name, $0) }
    }

    /// A field of one line, whatever a member of the archive has in it (RFC 9110, section 5.5).
    private static func line(_ name: String, _ value: String) -> HAR.Header {
        let plain = value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
        return HAR.Header(
            name: name, value: String(String.UnicodeScalarView(plain)).trimmingCharacters(in: .whitespaces))
    }

    /// Nothing has to be done about it.
    private static func isPlain(_ value: String) -> Bool {
        value.utf8.first != 0x20 && value.utf8.last != 0x20 && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// How `Content-Length` is dealt with.
    enum Length {
        /// It tells of the body that GET would have got.
        case kept
        case removed
        case counted
    }

    mutating func agree(with body: AnswerBody, length: Length) {
        remove("Transfer-Encoding")
        remove("Trailer")
        if let codings = fields.first("Content-Encoding"), !body.isEncoded(by: codings) { remove("Content-Encoding") }
        agreeOnLength(body, length)
        agreeOnType(body)
    }

    private mutating func agreeOnLength(_ body: AnswerBody, _ length: Length) {
        guard length != .kept, let index = fields.firstIndex(where: { $0.isNamed("Content-Length") }) else { return }
        let name = fields[index].name
        remove("Content-Length")
        if length == .counted { fields.insert(HAR.Header(name: name, value: String(body.data.count)), at: index) }
    }

    private mutating func agreeOnType(_ body: AnswerBody) {
        guard let index = fields.firstIndex(where: { $0.isNamed("Content-Type") }) else {
            if !body.data.isEmpty, body.type.essence.contains("/") {
                fields.append(Self.line("Content-Type", body.mimeType))
            }
            return
        }
        if body.isOtherCharset {
            fields[index].value = MediaType.replacingCharset(of: fields[index].value, by: "utf-8")
        }
    }

    private mutating func remove(_ name: String) { fields.removeAll { $0.isNamed(name) } }
}

extension HAR.Cookie {
    /// The field that sets it (RFC 6265, section 4.1); nil for a cookie that no field can set.
    fileprivate var setCookie: HAR.Header? {
        guard !name.isEmpty, !(name + value).unicodeScalars.contains(where: { $0.value < 0x20 || $0 == ";" }) else {
            return nil
        }
        var text = "\(name)=\(value)"
        if let path, !path.isEmpty { text += "; Path=\(path)" }
        if let domain, !domain.isEmpty { text += "; Domain=\(domain)" }
        if let date = expires?.date { text += "; Expires=\(HTTPDate.text(date))" }
        if secure == true { text += "; Secure" }
        if httpOnly == true { text += "; HttpOnly" }
        return HAR.Header(name: "Set-Cookie", value: text)
    }
}
