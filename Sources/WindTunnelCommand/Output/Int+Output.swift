extension Int {
    /// `-1` stands for a size that is not known.
    var formattedBytes: String {
        switch self {
        case ..<0: "–"
        case ..<1_000: "\(self) B"
        case ..<1_000_000: "\((self + 500) / 1_000) kB"
        default: "\((self + 500_000) / 1_000_000) MB"
        }
    }

    /// `1 entry`, `3 entries`
    var entries: String { "\(self) \(self == 1 ? "entry" : "entries")" }
}
