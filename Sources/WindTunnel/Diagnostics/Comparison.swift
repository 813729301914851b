/// How one part of a request differs from what a stub asks for.
struct PartDifference {
    let part: Mismatch.Part
    /// What was received and what was expected, a line each.
    let lines: [String]
    /// From 0 for nothing in common to just under 1 for nearly equal.
    let nearness: Double
    /// What explains the difference.
    var hint: String?

    init(_ part: Mismatch.Part, _ lines: [String], nearness: Double = 0, hint: String? = nil) {
        self.part = part
        self.lines = lines
        self.nearness = nearness
        self.hint = hint
    }

    init(_ mismatch: Mismatch, nearness: Double = 0) {
        self.init(mismatch.part, [mismatch.description], nearness: nearness)
    }

    /// Method and URL weigh more than what refines them.
    static func weight(_ part: Mismatch.Part) -> Double {
        switch part {
        case .host, .path: 4
        case .method: 3
        default: 1
        }
    }

    /// What the difference adds to a distance; a little for the nearest too.
    var cost: Double { Self.weight(part) * (1 - 0.9 * min(max(nearness, 0), 1)) }
}

/// Matchers beside a request: what fits, what does not, and how far apart they are.
struct Comparison {
    let matches: [String]
    let differences: [PartDifference]

    init(_ matchers: [RequestMatcher], _ context: MatchContext) {
        var matches: [String] = []
        var differences: [PartDifference] = []
        for check in matchers.flatMap({ $0.check.flattened }) {
            let found = check.differences(context)
            differences += found
            if let text = check.matchedText(context, differences: found) { matches.append(text) }
        }
        self.matches = matches
        self.differences = differences
    }

    var distance: Double { differences.reduce(0) { $0 + $1.cost } }

    /// Whether they have more in common than a host.
    var isNear: Bool { !matches.isEmpty || differences.contains { $0.part == .path && $0.nearness > 0.4 } }

    /// One line for what fits, one for each difference, and the hints.
    var lines: [String] {
        var lines = matches.isEmpty ? [] : [ReportText.line("matches", matches.joined(separator: ", "))]
        for difference in differences {
            lines += difference.lines.map { ReportText.line("differs", $0) }
            if let hint = difference.hint { lines.append(ReportText.line("hint", hint)) }
        }
        return lines
    }
}

extension RequestCheck {
    /// The conditions that can differ on their own.
    var flattened: [any RequestCheck] { (self as? AllCheck)?.checks.flatMap(\.flattened) ?? [self] }
}
