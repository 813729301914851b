/// Entries by what their requests have in common, for files of any size: eight bytes a key, and the key is compared when
/// it counts.
struct ReplayIndex: Sendable {
    private let first: [UInt64: Int32]
    /// The next entry of the same key; -1 for none.
    private let next: [Int32]
    let origins: [String]
    private let file: HAR.File
    private let rules: ReplayRules

    init(_ file: HAR.File, _ rules: ReplayRules) {
        self.file = file
        self.rules = rules
        var first: [UInt64: Int32] = [:]
        var next = [Int32](repeating: -1, count: file.count)
        var origins: Set<String> = []
        // From the end, so that each list is in order.
        for entry in (0..<file.count).reversed() {
            let parts = URLParts(file.url(at: entry))
            origins.insert(parts.origin)
            let hash = Self.hash(rules.key(method: file.method(at: entry), parts))
            next[entry] = first.updateValue(Int32(entry), forKey: hash) ?? -1
        }
        (self.first, self.next) = (first, next)
        self.origins = origins.sorted()
    }

    /// The first entry that may have the key.
    func first(for key: String) -> Int32 { first[Self.hash(key)] ?? -1 }

    /// The next one; -1 for none.
    func next(after entry: Int32) -> Int32 { next[Int(entry)] }

    func hasKey(_ key: String, _ entry: Int) -> Bool {
        rules.key(method: file.method(at: entry), URLParts(file.url(at: entry))) == key
    }

    /// FNV-1a: the standard library's hash differs from run to run and is wider than what is kept of it.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// The entries of one key in order, found as far as somebody has looked. Guarded by whoever holds it.
final class ReplayGroup {
    private let key: String
    private let index: ReplayIndex
    private var entries: [Int32] = []
    private var cursor: Int32
    /// The marks of recorded bodies that were compared; without one, an entry has to be read.
    var marks: [Int: Int] = [:]

    init(_ key: String, _ index: ReplayIndex) {
        self.key = key
        self.index = index
        cursor = index.first(for: key)
    }

    /// Nil behind the last one.
    subscript(position: Int) -> Int? {
        while position >= entries.count, cursor >= 0 {
            let entry = cursor
            cursor = index.next(after: entry)
            if index.hasKey(key, Int(entry)) { entries.append(entry) }
        }
        return position < entries.count ? Int(entries[position]) : nil
    }
}
