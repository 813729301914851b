/// Where bytes stop to be UTF-8 (RFC 3629, section 4).
enum UTF8Check {
    static func firstMalformed(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var position = 0
        while position < bytes.count {
            guard let length = length(bytes, position) else { return position }
            position += length
        }
        return nil
    }

    /// Of the sequence at a place; nil when there is none.
    private static func length(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int? {
        let first = bytes[position]
        if first < 0x80 { return 1 }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first <= 0xF4, position + length <= bytes.count else { return nil }
        let second = bytes[position + 1]
        let low: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
        let high: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
        guard second >= low, second <= high else { return nil }
        for index in position + 2..<position + length where bytes[index] & 0xC0 != 0x80 { return nil }
        return length
    }
}
