/// Byte strings by number, from 1; open addressing over one arena.
struct WordTable: Sendable {
    private struct Word {
        let offset: UInt32
        let count: UInt32
        let hash: UInt64
    }

    private var arena: [UInt8] = []
    private var words: [Word] = []
    private var slots = [UInt32](repeating: 0, count: 64)

    /// The word's number, or 0.
    func find(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 { find(bytes, Self.hash(bytes)) }

    private func find(_ bytes: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> UInt32 {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let word = words[Int(slots[slot]) - 1]
            if word.hash == hash, Int(word.count) == bytes.count, isEqual(word, bytes) { return slots[slot] }
            slot = (slot + 1) & mask
        }
        return 0
    }

    private func isEqual(_ word: Word, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        arena.withUnsafeBufferPointer { arena in
            let start = Int(word.offset)
            for index in 0..<bytes.count where arena[start + index] != bytes[index] { return false }
            return true
        }
    }

    mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let hash = Self.hash(bytes)
        let known = find(bytes, hash)
        if known != 0 { return known }
        words.append(Word(offset: UInt32(arena.count), count: UInt32(bytes.count), hash: hash))
        arena.append(contentsOf: bytes)
        if words.count * 2 > slots.count { grow() }
        place(UInt32(words.count), hash)
        return UInt32(words.count)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for number in 1..<words.count { place(UInt32(number), words[number - 1].hash) }
    }

    private mutating func place(_ number: UInt32, _ hash: UInt64) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = number
    }

    /// Eight bytes at a time; the standard library's hasher costs ten times as much for such short words.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(truncatingIfNeeded: bytes.count)
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            hash = (hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            index += 8
        }
        while index < raw.count {
            hash = (hash ^ UInt64(raw[index])) &* 0x100_0000_01b3
            index += 1
        }
        hash ^= hash >> 29
        hash = hash &* 0xbf58_476d_1ce4_e5b9
        return hash ^ hash >> 32
    }
}

/// (node, word) → node; open addressing.
struct EdgeTable: Sendable {
    private var keys = [UInt64](repeating: 0, count: 64)
    private var values = [UInt32](repeating: 0, count: 64)
    private var count = 0

    func find(_ node: UInt32, _ word: UInt32) -> UInt32? {
        let key = Self.key(node, word)
        let mask = keys.count - 1
        var slot = Self.slot(key) & mask
        while keys[slot] != 0 {
            if keys[slot] == key { return values[slot] }
            slot = (slot + 1) & mask
        }
        return nil
    }

    mutating func insert(_ node: UInt32, _ word: UInt32, _ value: UInt32) {
        count += 1
        if count * 2 > keys.count { grow() }
        place(Self.key(node, word), value)
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
        values = [UInt32](repeating: 0, count: oldKeys.count * 2)
        for (key, value) in zip(oldKeys, oldValues) where key != 0 { place(key, value) }
    }

    private mutating func place(_ key: UInt64, _ value: UInt32) {
        let mask = keys.count - 1
        var slot = Self.slot(key) & mask
        while keys[slot] != 0 { slot = (slot + 1) & mask }
        (keys[slot], values[slot]) = (key, value)
    }

    private static func key(_ node: UInt32, _ word: UInt32) -> UInt64 { UInt64(node) << 32 | UInt64(word) }

    private static func slot(_ key: UInt64) -> Int {
        let mixed = key &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed ^ mixed >> 32)
    }
}
