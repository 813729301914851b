extension HAR {
    /// What was answered (HAR 1.2, `response`).
    public struct Response: Sendable, Hashable {
        /// The status code; 0 when there was no answer.
        public var status: Int
        /// The reason phrase.
        public var statusText: String
        /// The protocol, as the tool calls it.
        public var httpVersion: String
        /// The cookies that were set.
        public var cookies: [Cookie]
        /// The fields that came, in order.
        public var headers: [Header]
        /// The body.
        public var content: Content
        /// Where a redirect leads, perhaps relative; empty when there is none.
        public var redirectURL: String
        /// The bytes of the head; -1 when that is not known.
        public var headersSize: Int
        /// The bytes of the body as it came, compressed perhaps; -1 when that is not known.
        public var bodySize: Int
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// An answer.
        public init(
            status: Int, statusText: String = "", httpVersion: String = "HTTP/1.1", cookies: [Cookie] = [],
            headers: [Header] = [], content: Content = Content(), redirectURL: String = "", headersSize: Int = -1,
            bodySize: Int = -1, comment: String? = nil, custom: [String: JSONValue] = [:]
        ) {
            self.status = status
            self.statusText = statusText
            self.httpVersion = httpVersion
            self.cookies = cookies
            self.headers = headers
            self.content = content
            self.redirectURL = redirectURL
            self.headersSize = headersSize
            self.bodySize = bodySize
            self.comment = comment
            self.custom = custom
        }
    }

    /// The body of an answer (HAR 1.2, `content`).
    public struct Content: Sendable, Hashable {
        /// The bytes of the body, not compressed; -1 when that is not known.
        public var size: Int
        /// The bytes that compression saved.
        public var compression: Int?
        /// The content type.
        public var mimeType: String
        /// The body as text, or as base64 when ``encoding`` says so; see ``body`` for its bytes.
        public var text: String?
        /// `base64`, or nil for plain text.
        public var encoding: String?
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A body, empty unless a text is given.
        public init(
            size: Int = 0, compression: Int? = nil, mimeType: String = "", text: String? = nil,
            encoding: String? = nil, comment: String? = nil, custom: [String: JSONValue] = [:]
        ) {
            self.size = size
            self.compression = compression
            self.mimeType = mimeType
            self.text = text
            self.encoding = encoding
            self.comment = comment
            self.custom = custom
        }
    }
}
