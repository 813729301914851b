/// The entries of a recording that differ least from a request.
struct NearestEntries {
    /// In large files the entries that are looked at, and of those the ones that are compared part by part.
    private static let maximumSeen = 5_000
    private static let maximumCompared = 20

    let replay: Replay
    let context: MatchContext

    var text: String {
        let count = replay.file.count
        guard let (entry, comparison) = nearest else { return "The recording \(replay.name) has no entries." }
        let head = count == 1 ? "The only entry" : "The closest of \(count) entries"
        let request = MockRequest(replay.file, entry).map(RequestText.line) ?? ""
        var lines = ["    \(request)    entry \(entry + 1)"] + comparison.lines
        if comparison.differences.isEmpty {
            let isUsed = replay.order == .once && replay.used.contains(entry)
            lines.append(
                ReportText.line(isUsed ? "used up" : "hint", isUsed ? "each entry answers once" : otherReason(entry)))
        }
        return "\(head) of \(replay.name):\n\n" + lines.joined(separator: "\n")
            + "\n\n\(replay.advice)"
    }

    private func otherReason(_ entry: Int) -> String {
        replay.skipped.first { $0.entry == entry }.map { "it has no usable answer: \($0.reason)" }
            ?? "body or headers differ"
    }

    private var nearest: (entry: Int, comparison: Comparison)? {
        let seen = (0..<min(replay.file.count, Self.maximumSeen)).map { entry in
            (entry: entry, distance: distance(entry))
        }
        let near = seen.sorted { ($0.distance, $0.entry) < ($1.distance, $1.entry) }.prefix(Self.maximumCompared)
        return near.compactMap { entry, _ in
            MockRequest(replay.file, entry).map {
                (entry, Comparison(StubSource.matchers(for: $0, origin: nil), context))
            }
        }.min { $0.1.distance < $1.1.distance }
    }

    private func distance(_ entry: Int) -> Double {
        let parts = URLParts(replay.file.url(at: entry))
        let path = parts.rawSegments.map { SegmentPattern.literal(PercentEncoding.decode($0.utf8)) }
        let host: Double = parts.host == context.host ? 0 : 4
        let method: Double = replay.file.method(at: entry) == context.request.method ? 0 : 3
        return host + method + 4 * (1 - PathDistance.roughSimilarity(path, context.segments))
    }
}

extension MockRequest {
    /// The request of an entry.
    init?(_ file: HAR.File, _ entry: Int) {
        guard let recorded = file.read(at: entry).entry?.request else { return nil }
        self.init(recorded: recorded)
    }
}
