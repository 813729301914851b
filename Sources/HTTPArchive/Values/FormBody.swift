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
