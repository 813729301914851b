import LoopbackHTTP

/// All that a reader says about some bytes.
struct WebSocketRead: Equatable {
    var events: [WebSocketEvent] = []
    var failure: WebSocketFailure?
    /// The most bytes that waited in the reader after all events were pulled.
    var mostBuffered = 0

    init(_ pieces: [[UInt8]], limits: WebSocketLimits = WebSocketLimits()) {
        var reader = WebSocketReader(limits: limits)
        for piece in pieces {
            reader.feed(piece)
            do throws(WebSocketFailure) {
                while let event = try reader.next() { events.append(event) }
            } catch {
                failure = error
                return
            }
            mostBuffered = max(mostBuffered, reader.bufferedBytes)
        }
    }

    /// How the bytes were cut shows in what waits between the pieces, and in nothing else.
    static func == (left: Self, right: Self) -> Bool { left.events == right.events && left.failure == right.failure }
}

/// A frame as a client sends it, right or wrong.
struct ClientFrame {
    var first: UInt8
    var payload: [UInt8] = []
    var key: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D]
    /// The seven bits of the length and the bytes behind them; nil for the shortest way.
    var length: [UInt8]?

    var bytes: [UInt8] {
        var length = length ?? shortestLength
        if key != nil { length[0] |= 0x80 }
        guard let key else { return [first] + length + payload }
        return [first] + length + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    private var shortestLength: [UInt8] {
        let count = payload.count
        if count < 126 { return [UInt8(count)] }
        if count < 65_536 { return [126, UInt8(count >> 8), UInt8(count & 0xFF)] }
        return [127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }

    static func close(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
        ClientFrame(first: 0x88, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + reason).bytes
    }
}

func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] { ClientFrame(first: first, payload: payload).bytes }

func frame(_ first: UInt8, _ payload: String) -> [UInt8] { frame(first, Array(payload.utf8)) }

/// The frames of a server, as a client would have sent them.
func masked(_ frames: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = frames[...]
    while let first = rest.popFirst(), let short = rest.popFirst() {
        let digits = short == 126 ? 2 : short == 127 ? 8 : 0
        let length = digits == 0 ? Int(short) : rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
        let payload = rest.dropFirst(digits).prefix(length)
        let written = [short] + rest.prefix(digits)
        let key = [first, short, UInt8(truncatingIfNeeded: length), 0xA5]
        result += ClientFrame(first: first, payload: Array(payload), key: key, length: written).bytes
        rest = rest.dropFirst(digits + length)
    }
    return result
}
