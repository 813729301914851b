import Foundation

/// The body of an answer, and what can be said of it.
struct AnswerBody {
    private(set) var data = Data()
    private(set) var fault: String?
    private(set) var shortfall: String?
    /// The text is in UTF-8, since the charset that is declared cannot hold it.
    private(set) var isOtherCharset = false
    let type: MediaType
    let mimeType: String
    /// Text is decoded for certain; bytes may still be as they came.
    private let isText: Bool

    init(_ content: HAR.Content, _ folder: URL?) {
        mimeType = content.mimeType
        type = MediaType(content.mimeType)
        isText = !content.isBase64
        let bytes = content.bytes
        if bytes.isMalformed {
            fault = "response body is not base64"
        } else if let data = bytes.data, !data.isEmpty {
            self.data = data
            isOtherCharset = bytes.isOtherCharset
        } else if case .string(let name)? = content.custom["_file"] {
            readFile(name, folder)
        } else if content.size > 0 {
            shortfall = "body of \(content.size) bytes was not recorded"
        }
    }

    /// A name that leads out of the folder is not followed: archives come from anywhere.
    private mutating func readFile(_ name: String, _ folder: URL?) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isInside = !name.isEmpty && !parts.contains { $0.isEmpty || $0 == ".." } && !name.contains("\\")
        guard isInside, let folder, let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
            shortfall = "body in the file \(name) is not there"
            return
        }
        self.data = data
    }

    /// Whether the bytes are still encoded by the outermost of the codings of `Content-Encoding`.
    ///
    /// Most tools decode bodies and keep the field, some do not; so the bytes decide where they can. Those of Brotli
    /// have no mark: they are taken for encoded when the type is textual and they are no text.
    func isEncoded(by codings: String) -> Bool {
        guard !isText, !data.isEmpty, let coding = codings.split(separator: ",").last else { return false }
        let start = [UInt8](data.prefix(4))
        switch coding.trimmingCharacters(in: .whitespaces).lowercased() {
        case "gzip", "x-gzip": return start.starts(with: [0x1F, 0x8B]) && !Self.gzipTypes.contains(type.essence)
        case "zstd": return start == [0x28, 0xB5, 0x2F, 0xFD]
        case "deflate":
            let isZlib = start.count >= 2 && start[0] & 15 == 8 && (Int(start[0]) << 8 | Int(start[1])) % 31 == 0
            return isZlib && data.utf8Text == nil
        case "br", "compress", "x-compress", "dcb", "dcz": return type.isTextual && type.isUTF8 && data.utf8Text == nil
        default: return false
        }
    }

    /// Files that are compressed themselves.
    private static let gzipTypes: Set<String> = [
        "application/gzip", "application/x-gzip", "application/x-tar", "application/x-compressed-tar",
        "application/tar+gzip",
    ]
}
