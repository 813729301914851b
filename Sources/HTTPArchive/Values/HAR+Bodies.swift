public import Foundation

extension HAR.Content {
    /// The bytes of the body; nil when none were recorded, or when they are said to be base64 and are not.
    ///
    /// Text is encoded as the content type says, since that is how a client will read it, or in UTF-8 when it says
    /// nothing or cannot hold the text.
    ///
    /// ```swift
    /// let body = entry.response.content.body ?? Data()
    /// ```
    public var body: Data? { bytes.data }

    /// A body of bytes: as text when its type is textual and the bytes are its text in UTF-8, as base64 otherwise.
    public init(body: Data, mimeType: String, compression: Int? = nil) {
        let stored = StoredBody(body, mimeType)
        self.init(
            size: body.count, compression: compression, mimeType: mimeType, text: stored.text,
            encoding: stored.isBase64 ? "base64" : nil)
    }

    var bytes: BodyBytes { BodyBytes(text: text, isBase64: isBase64, mimeType: mimeType) }

    var isBase64: Bool { encoding?.equalsIgnoringCase("base64") == true }
}

extension HAR.PostData {
    /// The bytes of the body; nil when none were recorded, or when they are said to be base64 and are not.
    ///
    /// A form of which only the fields were recorded is made of them again. How it was spelled is lost then: fields are
    /// percent-encoded, and parts are parted by the boundary of the content type.
    public var body: Data? {
        if let text, !(text.isEmpty && !params.isEmpty) {
            return BodyBytes(text: text, isBase64: isBase64, mimeType: mimeType).data
        }
        return params.isEmpty ? nil : FormBody.encode(params, mimeType)
    }

    /// A body of bytes: as text when its type is textual and the bytes are its text in UTF-8, as base64 otherwise.
    public init(body: Data, mimeType: String) {
        let stored = StoredBody(body, mimeType)
        self.init(
            mimeType: mimeType, text: stored.text, custom: stored.isBase64 ? ["_encoding": .string("base64")] : [:])
    }

    var isBase64: Bool {
        ["_encoding", "encoding"].contains { key in
            if case .string(let name)? = custom[key] { name.equalsIgnoringCase("base64") } else { false }
        }
    }
}

/// How bytes are kept in an archive.
private struct StoredBody {
    let text: String
    let isBase64: Bool

    init(_ body: Data, _ mimeType: String) {
        let type = MediaType(mimeType)
        let isText = body.isEmpty || (type.isTextual || type.isMultipart || type.essence.isEmpty) && type.keeps(body)
        if isText, let text = body.utf8Text {
            (self.text, isBase64) = (text, false)
        } else {
            (self.text, isBase64) = (body.base64EncodedString(), true)
        }
    }
}

extension MediaType {
    /// Whether these bytes come back from their text. A type of another charset would have the text encoded anew.
    fileprivate func keeps(_ body: Data) -> Bool { isUTF8 || hasASCII && body.allSatisfy { $0 < 0x80 } }
}

extension Data {
    /// Nil for what is no UTF-8. A byte order mark stays part of the text.
    var utf8Text: String? {
        withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            return UTF8Check.firstMalformed(bytes) == nil ? String(decoding: bytes, as: UTF8.self) : nil
        }
    }
}

/// The bytes that a text of an archive stands for.
struct BodyBytes {
    var data: Data?
    /// It is said to be base64 and is not.
    var isMalformed = false
    /// The charset of the content type cannot hold the text, so it is in UTF-8.
    var isOtherCharset = false

    init(text: String?, isBase64: Bool, mimeType: String) {
        guard let text else { return }
        if isBase64 {
            data = Base64.decode(text)
            isMalformed = data == nil
            return
        }
        let type = MediaType(mimeType)
        if type.isUTF8 || type.hasASCII && text.utf8.allSatisfy({ $0 < 0x80 }) {
            data = Data(text.utf8)
        } else if let encoding = type.encoding, let data = text.data(using: encoding) {
            self.data = data
        } else {
            data = Data(text.utf8)
            isOtherCharset = true
        }
    }
}
