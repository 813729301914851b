/// What the payload of a client is masked with (RFC 6455, 5.3).
struct WebSocketMask: Sendable {
    /// The four bytes of the key twice; the one for the next byte is the lowest.
    private var key: UInt64

    init(_ bytes: some Collection<UInt8>) {
        let half = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        key = half << 32 | half
    }

    /// Unmasks the bytes from a place on, eight at a time: byte by byte would dominate the cost of a message.
    mutating func remove(from bytes: inout [UInt8], behind start: Int) {
        let key = key
        let count = bytes.count - start
        bytes.withUnsafeMutableBytes { buffer in
            var place = start
            while place + 8 <= buffer.count {
                let word = buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                buffer.storeBytes(of: word ^ key.littleEndian, toByteOffset: place, as: UInt64.self)
                place += 8
            }
            var rest = key
            while place < buffer.count {
                buffer[place] ^= UInt8(truncatingIfNeeded: rest)
                rest >>= 8
                place += 1
            }
        }
        let turn = UInt64(count % 4 * 8)
        self.key = key >> turn | key << (64 - turn)
    }
}
