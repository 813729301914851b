extension MockRequest {
    /// The body, decoded from JSON.
    ///
    /// ```swift
    /// struct Credentials: Decodable { var user: String }
    /// let stub = Stub(.post("/login")) { request in
    ///     let credentials: Credentials = try request.json()
    ///     return .text("hello \(credentials.user)")
    /// }
    /// ```
    ///
    /// - Throws: `DecodingError` when the body is no such value.
    public func json<Value: Decodable>(_ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()) throws
        -> Value
    {
        try decoder.decode(type, from: body)
    }

    /// The body as UTF-8 text; nil when it is none.
    public var text: String? { String(data: body, encoding: .utf8) }

    /// The fields of a URL-encoded form, decoded.
    ///
    /// - Throws: An error that says what the body is instead.
    public func form() throws -> Query { Query(items: try FormData.items(of: self).get()) }

    /// The parts of a `multipart/…` body, most often `multipart/form-data` (RFC 7578, RFC 2046 section 5.1).
    ///
    /// - Throws: An error that says where the body is no multipart body.
    public func multipart() throws -> [Part] { try MultipartParser.parse(body, contentType: headers["Content-Type"]) }

    /// One part of a multipart body.
    public struct Part: Sendable, Equatable {
        /// The part's headers.
        public let headers: Headers
        /// The part's bytes.
        public let body: Data

        /// The name of the form field.
        public var name: String? { disposition("name") }
        /// The file name, if the part is a file.
        public var filename: String? { disposition("filename") }
        /// The content type, with its parameters.
        public var contentType: String? { headers["Content-Type"] }
        /// The bytes as UTF-8 text; nil when they are none.
        public var text: String? { String(data: body, encoding: .utf8) }

        private func disposition(_ name: String) -> String? {
            headers["Content-Disposition"].flatMap { MediaType.parameter(name, of: $0) }
        }
    }
}
