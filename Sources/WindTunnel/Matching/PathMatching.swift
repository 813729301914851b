/// Matches a path's segments, captures by name.
enum PathMatching {
    /// Each `**` takes as few segments as it can, the last one what is left. What stands between two of them has a
    /// fixed length, so the first place where it fits is as good as any: nothing is tried twice.
    static func match(_ patterns: ArraySlice<SegmentPattern>, _ segments: ArraySlice<[UInt8]>) -> [(String, String)]? {
        var blocks = patterns.split(separator: .anySegments, omittingEmptySubsequences: false)
        guard blocks.count > 1 else {
            return patterns.count == segments.count ? matchStart(patterns, segments) : nil
        }
        let last = blocks.removeLast()
        let first = blocks.removeFirst()
        guard segments.count >= first.count + last.count, var captures = matchStart(first, segments) else { return nil }
        var rest = segments.dropFirst(first.count).dropLast(last.count)
        for block in blocks where !block.isEmpty {
            guard let found = find(block, &rest) else { return nil }
            captures += found
        }
        return matchStart(last, segments.suffix(last.count)).map { captures + $0 }
    }

    /// Moves `rest` behind the first place where the block fits.
    private static func find(
        _ block: ArraySlice<SegmentPattern>, _ rest: inout ArraySlice<[UInt8]>
    ) -> [(String, String)]? {
        while rest.count >= block.count {
            if let captures = matchStart(block, rest) {
                rest = rest.dropFirst(block.count)
                return captures
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    private static func matchStart(
        _ patterns: ArraySlice<SegmentPattern>, _ segments: ArraySlice<[UInt8]>
    ) -> [(String, String)]? {
        var captures: [(String, String)] = []
        for (pattern, segment) in zip(patterns, segments) {
            guard let found = pattern.match(segment) else { return nil }
            captures += found
        }
        return captures
    }
}
