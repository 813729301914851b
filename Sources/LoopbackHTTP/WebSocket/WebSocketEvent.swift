/// What the two sides have to say to each other.
package enum WebSocketMessage: Hashable, Sendable {
    /// Text.
    case text(String)
    /// Bytes.
    case binary([UInt8])
}

/// What came from the other side.
package enum WebSocketEvent: Hashable, Sendable {
    /// A whole message, in however many fragments it came.
    case message(WebSocketMessage)
    /// It wants a pong with the same bytes.
    case ping([UInt8])
    /// It answers a ping, or just says that it is alive.
    case pong([UInt8])
    /// It says nothing more; without a code it gives no reason.
    case close(code: Int?, reason: String)
}

/// Why the other side is not listened to any more.
package struct WebSocketFailure: Error, Hashable, Sendable {
    /// The code to close with: 1002, 1007 or 1009.
    package let code: Int
    /// One sentence, short enough for the close frame.
    package let reason: String

    /// A failure.
    package init(code: Int, reason: String) {
        self.code = code
        self.reason = reason
    }

    static func protocolError(_ reason: String) -> Self { Self(code: 1002, reason: reason) }
    static func invalidText(_ reason: String) -> Self { Self(code: 1007, reason: reason) }
    static func tooBig(_ reason: String) -> Self { Self(code: 1009, reason: reason) }
}

/// How much of a message is taken; more is closed with 1009.
package struct WebSocketLimits: Hashable, Sendable {
    /// Bytes of a message over all its fragments.
    package var message = 16 * 1_048_576
    /// Fragments of a message: empty ones take no room, but could go on for ever.
    package var fragments = 262_144

    /// The limits of a server that is told none.
    package init() {}
}

/// The codes of close frames.
enum WebSocketCloseCode {
    /// Whether a close frame may have the code (RFC 6455, 7.4, and those that were registered since).
    static func isSendable(_ code: Int) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
