import Foundation

/// A content type (RFC 9110, section 8.3), and what it tells of a body.
package struct MediaType {
    /// `type/subtype` in lower case.
    let essence: String
    private let parameters: [(name: String, value: String)]

    init(_ text: String) {
        essence = Self.essence(of: text) ?? ""
        parameters = HeaderParameters.parse(text)
    }

    /// `type/subtype` in lower case, without parameters; nil for none.
    package static func essence(of text: String?) -> String? {
        guard let text else { return nil }
        let essence = trimmed(text.prefix { $0 != ";" }).lowercased()
        return essence.isEmpty ? nil : essence
    }

    /// A parameter's value, of this header or of another one that is written so; names are compared without case.
    package static func parameter(_ name: String, of text: String) -> String? {
        HeaderParameters.parse(text).first { $0.name == name }?.value
    }

    package static func isJSON(_ essence: String?) -> Bool {
        guard let essence else { return false }
        return essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
    }

    /// Without optional white space (RFC 9110, section 5.6.3).
    private static func trimmed(_ text: Substring) -> String {
        var text = text.utf8
        while let byte = text.first, byte == 0x20 || byte == 0x09 { text = text.dropFirst() }
        while let byte = text.last, byte == 0x20 || byte == 0x09 { text = text.dropLast() }
        return String(Substring(text))
    }

    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    private static let textual: Set<String> = [
        "application/json", "application/javascript", "application/x-javascript", "application/ecmascript",
        "application/xml", "application/x-www-form-urlencoded", "application/graphql", "application/x-ndjson",
        "application/ndjson", "application/jsonl", "application/json-seq", "application/yaml", "application/x-yaml",
        "application/toml", "application/sql", "application/rtf", "application/x-sh", "application/xhtml+xml",
        "application/manifest+json", "application/jwt", "application/x-mpegurl", "application/vnd.apple.mpegurl",
        "application/dash+xml", "application/wsdl+xml", "application/http", "message/http",
    ]

    /// Whether people read it.
    var isTextual: Bool {
        essence.hasPrefix("text/") || Self.textual.contains(essence)
            || ["+json", "+xml", "+yaml", "+text"].contains { essence.hasSuffix($0) }
    }

    /// Whether it is JavaScript.
    var isScript: Bool { essence.hasSuffix("javascript") || essence.hasSuffix("ecmascript") }
    var isMultipart: Bool { essence.hasPrefix("multipart/") }
    var isForm: Bool { essence == "application/x-www-form-urlencoded" }

    /// The encoding that the type declares; nil when it declares none, or one that is not known.
    var encoding: String.Encoding? { parameter("charset").flatMap { Self.encodings[$0.lowercased()] } }

    /// Text of such a type stands as it is in UTF-8, which ASCII is part of.
    var isUTF8: Bool {
        guard let charset = parameter("charset")?.lowercased() else { return true }
        return ["utf-8", "utf8", "us-ascii", "ascii"].contains(charset)
    }

    /// Texts of ASCII are the same bytes in its charset.
    var hasASCII: Bool { parameter("charset")?.lowercased().hasPrefix("utf-16") != true }

    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .utf8, "ascii": .utf8,
        "iso-8859-1": .isoLatin1, "iso8859-1": .isoLatin1, "latin1": .isoLatin1, "l1": .isoLatin1,
        "iso-8859-2": .isoLatin2, "latin2": .isoLatin2,
        "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
        "cp1252": .windowsCP1252, "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
        "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "sjis": .shiftJIS, "euc-jp": .japaneseEUC,
        "iso-2022-jp": .iso2022JP, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    ]

    /// The same type with another charset.
    static func replacingCharset(of text: String, by charset: String) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).map { part in
            trimmed(part).lowercased().hasPrefix("charset=") ? " charset=\(charset)" : String(part)
        }.joined(separator: ";")
    }
}
