extension HAR {
    /// A header field (HAR 1.2, `headers`).
    public struct Header: Sendable, Hashable {
        /// The name as it was written; names compare without regard to case.
        public var name: String
        /// The value as it was written.
        public var value: String
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A field of a name and a value.
        public init(name: String, value: String, comment: String? = nil, custom: [String: JSONValue] = [:]) {
            self.name = name
            self.value = value
            self.comment = comment
            self.custom = custom
        }
    }

    /// A cookie that was sent or set (HAR 1.2, `cookies`).
    public struct Cookie: Sendable, Hashable {
        /// The name of the cookie.
        public var name: String
        /// The value of the cookie.
        public var value: String
        /// The path it is for.
        public var path: String?
        /// The host it is for.
        public var domain: String?
        /// When it expires.
        public var expires: Timestamp?
        /// Whether scripts cannot see it.
        public var httpOnly: Bool?
        /// Whether it is for secure connections alone.
        public var secure: Bool?
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A cookie of a name and a value.
        public init(
            name: String, value: String, path: String? = nil, domain: String? = nil, expires: Timestamp? = nil,
            httpOnly: Bool? = nil, secure: Bool? = nil, comment: String? = nil, custom: [String: JSONValue] = [:]
        ) {
            self.name = name
            self.value = value
            self.path = path
            self.domain = domain
            self.expires = expires
            self.httpOnly = httpOnly
            self.secure = secure
            self.comment = comment
            self.custom = custom
        }
    }
}

extension [HAR.Header] {
    /// The first value of a name, compared without regard to case (RFC 9110, section 5.1).
    ///
    /// ```swift
    /// let type = entry.response.headers.first("Content-Type")
    /// ```
    public func first(_ name: String) -> String? { first { $0.isNamed(name) }?.value }

    /// All values of a name, in order.
    public func all(_ name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }
}

extension HAR.Header {
    func isNamed(_ other: String) -> Bool { name.equalsIgnoringCase(other) }
}

extension String {
    /// As ASCII, which is all that names of HTTP are made of.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    /// A byte of a token, such as a method or the name of a field (RFC 9110, section 5.6.2).
    package var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: "!#$%&'*+.^_`|~".utf8.contains(self)
        }
    }
}
