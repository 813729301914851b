/// Why a frame cannot be written.
package enum WebSocketWriterError: Error, Hashable, Sendable {
    /// The frame would break the protocol; the text says how.
    case malformed(String)
    /// Nothing may follow a close frame.
    case closed
}

/// Writes the frames of a server, which are never masked.
package struct WebSocketWriter: Sendable {
    /// Whether a close frame was written, behind which nothing may follow.
    package private(set) var isClosed = false

    /// A writer behind the handshake.
    package init() {}

    /// A text, or bytes: in one frame, or in fragments of these sizes and one more for what is left behind them.
    package func message(
        _ message: WebSocketMessage, fragments: [Int] = []
    ) throws(WebSocketWriterError) -> [UInt8] {
        switch message {
        case .text(let text): try data(.text, Array(text.utf8), fragments)
        case .binary(let bytes): try data(.binary, bytes, fragments)
        }
    }

    /// A ping of at most 125 bytes.
    package func ping(_ payload: [UInt8] = []) throws(WebSocketWriterError) -> [UInt8] { try control(.ping, payload) }

    /// A pong of at most 125 bytes: those of the ping that it answers.
    package func pong(_ payload: [UInt8] = []) throws(WebSocketWriterError) -> [UInt8] { try control(.pong, payload) }

    /// The last frame. Without a code there is no reason either.
    package mutating func close(code: Int?, reason: String = "") throws(WebSocketWriterError) -> [UInt8] {
        var payload: [UInt8] = []
        if let code {
            guard WebSocketCloseCode.isSendable(code) else {
                throw .malformed("the code \(code) must not be in a close frame")
            }
            payload = [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8
        } else if !reason.isEmpty {
            throw .malformed("a close frame with a reason has a code")
        }
        let frame = try control(.close, payload)
        isClosed = true
        return frame
    }

    private func control(_ opcode: WebSocketOpcode, _ payload: [UInt8]) throws(WebSocketWriterError) -> [UInt8] {
        guard !isClosed else { throw .closed }
        guard payload.count <= 125 else {
            throw .malformed("a control frame has at most 125 bytes, and this one would have \(payload.count)")
        }
        var bytes: [UInt8] = []
        Self.append(opcode, payload[...], isFinal: true, to: &bytes)
        return bytes
    }

    private func data(
        _ opcode: WebSocketOpcode, _ payload: [UInt8], _ fragments: [Int]
    ) throws(WebSocketWriterError) -> [UInt8] {
        guard !isClosed else { throw .closed }
        var bytes: [UInt8] = []
        var opcode = opcode
        var rest = payload[...]
        for (index, size) in fragments.enumerated() {
            guard size >= 0 else { throw .malformed("a fragment has \(size) bytes") }
            guard size <= rest.count else { throw .malformed("the fragments are larger than the message") }
            let isLast = index == fragments.count - 1 && size == rest.count
            Self.append(opcode, rest.prefix(size), isFinal: isLast, to: &bytes)
            if isLast { return bytes }
            rest = rest.dropFirst(size)
            opcode = .continuation
        }
        Self.append(opcode, rest, isFinal: true, to: &bytes)
        return bytes
    }

    private static func append(
        _ opcode: WebSocketOpcode, _ payload: ArraySlice<UInt8>, isFinal: Bool, to bytes: inout [UInt8]
    ) {
        bytes.append(opcode.rawValue | (isFinal ? 0x80 : 0))
        switch payload.count {
        case ...125: bytes.append(UInt8(payload.count))
        case ...65_535: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: UInt64(payload.count) >> shift))
            }
        }
        bytes += payload
    }
}
