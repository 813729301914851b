/// A hash that is the same in every run and on every platform, unlike the standard library's (FNV-1a).
enum StableHash {
    static func of(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
