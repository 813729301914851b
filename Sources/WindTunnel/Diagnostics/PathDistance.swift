/// How much alike two paths are, segment by segment.
enum PathDistance {
    /// Longer ones are compared by their beginning: a report must not take the time of the square of a long segment.
    private static let maximumBytes = 64
    private static let maximumSegments = 64

    /// From 0 for nothing in common to 1 for a match; segments may be missing, or too many.
    static func similarity(_ pattern: [SegmentPattern], _ segments: [[UInt8]]) -> Double {
        let (pattern, segments) = (pattern.prefix(maximumSegments), segments.prefix(maximumSegments))
        guard !pattern.isEmpty, !segments.isEmpty else { return pattern.isEmpty && segments.isEmpty ? 1 : 0 }
        var previous = (0...segments.count).map(Double.init)
        for (row, wanted) in pattern.enumerated() {
            // Any number of segments costs nothing.
            let isFree = wanted == .anySegments
            var current = [isFree ? previous[0] : Double(row + 1)]
            for (column, segment) in segments.enumerated() {
                let left = current[column] + (isFree ? 0 : 1)
                let above = previous[column + 1] + (isFree ? 0 : 1)
                current.append(min(left, above, previous[column] + 1 - similarity(wanted, segment)))
            }
            previous = current
        }
        return max(0, 1 - previous[segments.count] / Double(max(pattern.count, segments.count)))
    }

    private static func similarity(_ pattern: SegmentPattern, _ segment: [UInt8]) -> Double {
        guard let literal = pattern.literal else { return pattern.match(segment) == nil ? 0 : 1 }
        if literal == segment { return 1 }
        let longest = max(literal.count, segment.count)
        return 1 - Double(EditDistance.between(literal.prefix(maximumBytes), segment.prefix(maximumBytes)))
            / Double(longest)
    }

    /// The same at a glance: for thousands of stubs, of which few are looked at closely.
    static func roughSimilarity(_ pattern: [SegmentPattern], _ segments: [[UInt8]]) -> Double {
        let shared = min(pattern.count, segments.count)
        let longest = max(pattern.count, segments.count)
        guard longest > 0 else { return 1 }
        var front = 0.0
        for index in 0..<shared { front += roughSimilarity(pattern[index], segments[index]) }
        guard pattern.count != segments.count else { return front / Double(longest) }
        var back = 0.0
        for index in 1...max(1, shared) where index <= shared {
            back += roughSimilarity(pattern[pattern.count - index], segments[segments.count - index])
        }
        return max(front, back) / Double(longest)
    }

    private static func roughSimilarity(_ pattern: SegmentPattern, _ segment: [UInt8]) -> Double {
        switch pattern {
        case .anySegments: return 1
        case .capture: return segment.isEmpty ? 0 : 1
        case .pieces: return 0.5
        case .literal(let bytes):
            if bytes == segment { return 1 }
            let shared = min(bytes.count, segment.count)
            var equal = 0
            while equal < shared, bytes[equal] == segment[equal] { equal += 1 }
            var behind = 0
            while behind < shared - equal, bytes[bytes.count - 1 - behind] == segment[segment.count - 1 - behind] {
                behind += 1
            }
            return Double(equal + behind) / Double(max(bytes.count, segment.count) + 1)
        }
    }
}
