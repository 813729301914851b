/// What explains that a path does not fit: the small differences that nobody sees.
enum PathHint {
    /// Nobody sees anything in longer ones, and each hint goes over all of them.
    private static let maximumSegments = 200

    static func find(_ pattern: [SegmentPattern], whole: [SegmentPattern], _ context: MatchContext) -> String? {
        let segments = context.segments
        guard segments.count <= maximumSegments, whole.count <= maximumSegments else { return nil }
        for (text, change) in changes where matches(change(.pattern(whole)), change(.segments(segments))) {
            return text
        }
        if let base = context.origin?.basePath, !base.isEmpty {
            if matches(.pattern(pattern), .segments(segments)) {
                return "the request lacks the path of the server's origin, which comes before every pattern"
            }
            if matches(.pattern(base + whole), .segments(segments)) {
                return "the path of the server's origin stands twice"
            }
        }
        return appendedQuery(whole, segments)
    }

    /// `appendingPathComponent` encodes a question mark.
    private static func appendedQuery(_ pattern: [SegmentPattern], _ segments: [[UInt8]]) -> String? {
        guard let last = segments.last, let mark = last.firstIndex(of: UInt8(ascii: "?")),
            matches(.pattern(pattern), .segments(segments.dropLast() + [Array(last[..<mark])]))
        else { return nil }
        return "the path has an encoded question mark: a query was appended as a path"
    }

    private enum Side {
        case pattern([SegmentPattern])
        case segments([[UInt8]])

        /// Changes literal bytes on either side.
        func mapBytes(_ change: ([UInt8]) -> [UInt8]) -> Side {
            switch self {
            case .segments(let segments): .segments(segments.map(change))
            case .pattern(let patterns):
                .pattern(
                    patterns.map { pattern in
                        if case .literal(let bytes) = pattern { .literal(change(bytes)) } else { pattern }
                    })
            }
        }

        func dropLastIfEmpty() -> Side {
            switch self {
            case .segments(let segments): .segments(segments.last?.isEmpty == true ? segments.dropLast() : segments)
            case .pattern(let patterns):
                .pattern(patterns.last == .literal([]) ? patterns.dropLast() : patterns)
            }
        }

        func withoutEmpty() -> Side {
            switch self {
            case .segments(let segments): .segments(segments.filter { !$0.isEmpty })
            case .pattern(let patterns): .pattern(patterns.filter { $0 != .literal([]) })
            }
        }

        /// Decoded once more, and split where that shows slashes.
        func decodedAgain() -> Side {
            switch self {
            case .segments(let segments): .segments(segments.flatMap(PathHint.decodedAgain))
            case .pattern(let patterns):
                .pattern(
                    patterns.flatMap { pattern -> [SegmentPattern] in
                        guard case .literal(let bytes) = pattern else { return [pattern] }
                        return PathHint.decodedAgain(bytes).map { .literal($0) }
                    })
            }
        }
    }

    private static func decodedAgain(_ bytes: [UInt8]) -> [[UInt8]] {
        PercentEncoding.decode(Substring(String(decoding: bytes, as: UTF8.self)).utf8)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
    }

    private static let changes: [(String, @Sendable (Side) -> Side)] = [
        ("only the trailing slash differs", { $0.dropLastIfEmpty() }),
        ("only upper and lower case differ", { $0.mapBytes(lowercased) }),
        ("only a doubled slash differs", { $0.withoutEmpty() }),
        ("only the percent-encoding differs", { $0.decodedAgain() }),
    ]

    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    }

    private static func matches(_ pattern: Side, _ segments: Side) -> Bool {
        guard case .pattern(let pattern) = pattern, case .segments(let segments) = segments else { return false }
        return PathMatching.match(pattern[...], segments[...]) != nil
    }
}
