/// Looks at eight bytes at once: most bytes of an archive stand inside strings, and none of them matters but the end.
enum Words {
    @inline(__always)
    private static func repeated(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// The high bit of each byte that is zero; bits above the lowest such byte may be wrong.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    /// The first quotation mark, backslash or control character at or behind `start`; the count when there is none.
    static func plainTextEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let count = bytes.count
        var position = start
        while position &+ 8 <= count {
            let word = UInt64(
                littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
            // A byte below 0x20 borrows from the bits above when 0x20 is taken off; those with the high bit are text.
            let controls = (word &- repeated(0x20)) & ~word & 0x8080_8080_8080_8080
            let marks = zeros(word ^ repeated(0x22)) | zeros(word ^ repeated(0x5C)) | controls
            if marks != 0 { return position &+ (marks.trailingZeroBitCount >> 3) }
            position &+= 8
        }
        while position < count {
            let byte = base[position]
            if byte == 0x22 || byte == 0x5C || byte < 0x20 { return position }
            position &+= 1
        }
        return position
    }

    /// Behind the quotation mark that ends a string of which `start` is the first byte; beyond the count when none
    /// does.
    static func stringEnd(_ base: UnsafePointer<UInt8>, from start: Int, count: Int) -> Int {
        var position = start
        while position &+ 8 <= count {
            let word = UInt64(
                littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
            let marks = zeros(word ^ repeated(0x22)) | zeros(word ^ repeated(0x5C))
            if marks == 0 {
                position &+= 8
                continue
            }
            position &+= marks.trailingZeroBitCount >> 3
            if base[position] == 0x22 { return position &+ 1 }
            position &+= 2
        }
        while position < count {
            let byte = base[position]
            if byte == 0x22 { return position &+ 1 }
            position &+= byte == 0x5C ? 2 : 1
        }
        return count &+ 1
    }

    /// The first backslash at or behind `start`; the count when there is none.
    static func backslash(_ base: UnsafePointer<UInt8>, from start: Int, count: Int) -> Int {
        var position = start
        while position < count, base[position] != 0x5C { position &+= 1 }
        return position
    }

    /// The first byte at or behind `start` that is no space; the count when there is none.
    @inline(__always)
    static func blankEnd(_ base: UnsafePointer<UInt8>, from start: Int, count: Int) -> Int {
        var position = start
        while position &+ 8 <= count,
            UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self) == repeated(0x20)
        { position &+= 8 }
        while position < count, base[position] == 0x20 { position &+= 1 }
        return position
    }
}
