/// The kinds of frames.
enum WebSocketOpcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    var isControl: Bool { rawValue & 0x8 != 0 }
}

/// A frame of a client while it comes.
struct WebSocketFrame: Sendable {
    let opcode: WebSocketOpcode
    /// Whether it ends its message.
    let isFinal: Bool
    /// The bytes of the payload that have not come yet.
    private(set) var remaining: UInt64
    private var mask: WebSocketMask

    /// Takes the part before the payload from the input, or nothing if it has not come as a whole. Checks what can be
    /// told without the frames around it.
    static func begin(_ input: inout ByteQueue) throws(WebSocketFailure) -> WebSocketFrame? {
        guard let start = input.peek(2), let first = start.first, let second = start.last else { return nil }
        let opcode = try opcode(first)
        let isFinal = first & 0x80 != 0
        let short = second & 0x7F
        guard second & 0x80 != 0 else { throw .protocolError("A frame of a client is not masked.") }
        if opcode.isControl {
            guard isFinal else { throw .protocolError("A control frame is fragmented.") }
            guard short <= 125 else { throw .protocolError("A control frame has more than 125 bytes.") }
        }
        let digits = short == 126 ? 2 : short == 127 ? 8 : 0
        guard let bytes = input.peek(6 + digits) else { return nil }
        let length = digits == 0 ? UInt64(short) : try Self.length(bytes.dropFirst(2).prefix(digits))
        let frame = Self(opcode: opcode, isFinal: isFinal, remaining: length, mask: WebSocketMask(bytes.suffix(4)))
        input.skip(6 + digits)
        return frame
    }

    /// Moves what has come of the payload to the end of the bytes, unmasked.
    mutating func receive(from input: inout ByteQueue, into bytes: inout [UInt8]) {
        let start = bytes.count
        input.move(Int(clamping: remaining), to: &bytes)
        remaining -= UInt64(bytes.count - start)
        mask.remove(from: &bytes, behind: start)
    }

    private static func opcode(_ first: UInt8) throws(WebSocketFailure) -> WebSocketOpcode {
        guard first & 0x70 == 0 else { throw .protocolError("A frame has a reserved bit set.") }
        guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else {
            throw .protocolError("The opcode \(first & 0x0F) is unknown.")
        }
        return opcode
    }

    private static func length(_ digits: ArraySlice<UInt8>) throws(WebSocketFailure) -> UInt64 {
        let length = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(Int64.max) else { throw .protocolError("The length of a frame has its first bit set.") }
        guard length > (digits.count == 2 ? 125 : 65_535) else {
            throw .protocolError("The length of a frame is not written in the shortest way.")
        }
        return length
    }
}
