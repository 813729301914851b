extension HAR {
    /// What was asked (HAR 1.2, `request`).
    public struct Request: Sendable, Hashable {
        /// The method, as it was sent.
        public var method: String
        /// The whole URL, as the tool wrote it.
        public var url: String
        /// The protocol, as the tool calls it: `HTTP/1.1`, `h2`, or nothing.
        public var httpVersion: String
        /// The cookies that were sent.
        public var cookies: [Cookie]
        /// The fields that were sent, in order.
        public var headers: [Header]
        /// The items of the query, decoded by most tools; the URL is what counts.
        public var queryString: [QueryItem]
        /// The body.
        public var postData: PostData?
        /// The bytes of the head; -1 when that is not known.
        public var headersSize: Int
        /// The bytes of the body as it was sent; -1 when that is not known.
        public var bodySize: Int
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A request.
        public init(
            method: String, url: String, httpVersion: String = "HTTP/1.1", cookies: [Cookie] = [],
            headers: [Header] = [], queryString: [QueryItem] = [], postData: PostData? = nil, headersSize: Int = -1,
            bodySize: Int = -1, comment: String? = nil, custom: [String: JSONValue] = [:]
        ) {
            self.method = method
            self.url = url
            self.httpVersion = httpVersion
            self.cookies = cookies
            self.headers = headers
            self.queryString = queryString
            self.postData = postData
            self.headersSize = headersSize
            self.bodySize = bodySize
            self.comment = comment
            self.custom = custom
        }
    }

    /// An item of the query (HAR 1.2, `queryString`).
    public struct QueryItem: Sendable, Hashable {
        /// The text before the equals sign.
        public var name: String
        /// The text behind the equals sign.
        public var value: String
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// An item of a name and a value.
        public init(name: String, value: String, comment: String? = nil, custom: [String: JSONValue] = [:]) {
            self.name = name
            self.value = value
            self.comment = comment
            self.custom = custom
        }
    }

    /// The body of a request (HAR 1.2, `postData`).
    ///
    /// The format has no place for bytes that are no text. They are written as base64, with `_encoding` beside them;
    /// `encoding`, which some tools write, is read too.
    public struct PostData: Sendable, Hashable {
        /// The content type.
        public var mimeType: String
        /// The fields of a form; some tools write these and no text.
        public var params: [Param]
        /// The body as text; see ``body`` for its bytes.
        public var text: String?
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A body as text, as fields, or both.
        public init(
            mimeType: String, params: [Param] = [], text: String? = nil, comment: String? = nil,
            custom: [String: JSONValue] = [:]
        ) {
            self.mimeType = mimeType
            self.params = params
            self.text = text
            self.comment = comment
            self.custom = custom
        }
    }

    /// A field of a form (HAR 1.2, `params`).
    public struct Param: Sendable, Hashable {
        /// The name of the field.
        public var name: String
        /// The value of the field, or the content of the file.
        public var value: String?
        /// The name of a file that was sent.
        public var fileName: String?
        /// The content type of a file that was sent.
        public var contentType: String?
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A field of a form.
        public init(
            name: String, value: String? = nil, fileName: String? = nil, contentType: String? = nil,
            comment: String? = nil, custom: [String: JSONValue] = [:]
        ) {
            self.name = name
            self.value = value
            self.fileName = fileName
            self.contentType = contentType
            self.comment = comment
            self.custom = custom
        }
    }
}
