/// What a request says before its body.
package struct RequestHead: Hashable, Sendable {
    /// The way the target is written (RFC 9112, 3.2).
    package enum TargetForm: Hashable, Sendable {
        /// A path and a query: `/where?q=now`.
        case origin
        /// A whole URL, as a proxy gets it.
        case absolute
        /// A host and a port, of CONNECT alone.
        case authority
        /// `*`, of OPTIONS alone.
        case asterisk
    }

    /// How the end of the body is told.
    package enum Framing: Hashable, Sendable {
        /// There is no body.
        case none
        /// So many bytes.
        case length(Int)
        /// In chunks.
        case chunked
    }

    /// The method, in its own case.
    package let method: String
    /// The target as it was sent.
    package let target: String
    /// How the target is written.
    package let form: TargetForm
    /// 0 for HTTP/1.0, else 1.
    package let minorVersion: Int
    /// The field lines in order.
    package let fields: Fields
    /// Host and port that are asked: from the target if it has them, else of the `Host` field.
    package let authority: String?
    /// How the end of the body is told.
    package let framing: Framing
    /// Whether the client waits for 100 before it sends the body.
    package let expectsContinue: Bool
    /// Whether another request may follow on the connection.
    package let keepsAlive: Bool
    /// The protocols of the `Upgrade` field if the client asks for a change, else none.
    package let upgrades: [String]
}

/// A whole request.
package struct Request: Hashable, Sendable {
    /// What stands before the body.
    package let head: RequestHead
    /// The body, without its framing.
    package let body: [UInt8]
    /// Fields that came after the body.
    package let trailers: Fields
}

/// Why a request is not taken, with the status that tells the client.
package struct Rejection: Error, Hashable, Sendable {
    /// The status of the answer.
    package let status: Int
    /// One sentence for the body of the answer.
    package let reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
