/// Entries by what their requests have in common, for files of any size: eight bytes a key, and the key is compared
/// when it counts.
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
            let hash = StableHash.of(rules.key(method: file.method(at: entry), parts))
            next[entry] = first.updateValue(Int32(entry), forKey: hash) ?? -1
        }
        (self.first, self.next) = (first, next)
        self.origins = origins.sorted()
    }

    /// The first entry that may have the key.
    func first(for key: String) -> Int32 { first[StableHash.of(key)] ?? -1 }

    /// The next one; -1 for none.
    func next(after entry: Int32) -> Int32 { next[Int(entry)] }

    func hasKey(_ key: String, _ entry: Int) -> Bool {
        rules.key(method: file.method(at: entry), URLParts(file.url(at: entry))) == key
    }
}

/// The entries of one key in order, found as far as somebody has looked. Guarded by whoever holds it.
final class ReplayGroup {
    private let key: String
    private let index: ReplayIndex
    private var entries: [Int32] = []
    private var cursor: Int32
    /// Positions below this one are sorted into the two lists that follow.
    private(set) var sorted = 0
    /// By the marks of the recorded bodies.
    private var marked: [Int: [Int]] = [:]
    /// Entries that have to be read.
    private var unmarked: [Int] = []

    init(_ key: String, _ index: ReplayIndex) {
        self.key = key
        self.index = index
        cursor = index.first(for: key)
    }

    /// Sorts the entry at the position that is next.
    func sort(mark: Int?) {
        if let mark { marked[mark, default: []].append(sorted) } else { unmarked.append(sorted) }
        sorted += 1
    }

    /// The first position from one on whose entry may have the mark.
    func position(from position: Int, mark: Int) -> Int {
        guard position < sorted else { return position }
        return min(first(marked[mark] ?? [], from: position), first(unmarked, from: position))
    }

    private func first(_ positions: [Int], from position: Int) -> Int {
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low < positions.count ? positions[low] : sorted
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
