/// Tells of bytes that come in pieces whether they are UTF-8, at the first one that cannot be.
struct UTF8Checker: Sendable {
    /// How many bytes of a character have not come yet.
    private var missing = 0
    /// What the next of them may be. It keeps out long forms, surrogates and what is beyond Unicode.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether no character is left unfinished.
    var isComplete: Bool { missing == 0 }

    /// Takes the bytes from a place on; false if they are no UTF-8.
    mutating func accepts(_ bytes: [UInt8], behind start: Int = 0) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var place = start
            while place < buffer.count {
                if missing == 0, place + 8 <= buffer.count,
                    buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    place += 8
                    continue
                }
                guard accepts(buffer[place]) else { return false }
                place += 1
            }
            return true
        }
    }

    private mutating func accepts(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard allowed.contains(byte) else { return false }
            missing -= 1
            allowed = 0x80...0xBF
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, allowed) = (2, 0xA0...0xBF)
        case 0xED: (missing, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, allowed) = (3, 0x90...0xBF)
        case 0xF4: (missing, allowed) = (3, 0x80...0x8F)
        case 0xF1...0xF3: missing = 3
        default: return false
        }
        return true
    }
}
