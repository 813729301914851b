/// When a recording is too old.
public struct RecordingExpiry: Sendable {
    /// What happens to a test whose recording is too old.
    public enum Consequence: Sendable {
        /// The test hears of it and passes.
        ///
        /// XCTest has no warnings: there ``MockServer/issueReporter`` hears of it.
        case warns
        /// The test fails.
        case fails
    }

    let days: Int
    let consequence: Consequence

    /// Some days after the newest entry was recorded.
    public static func after(days: Int, _ consequence: Consequence = .warns) -> RecordingExpiry {
        RecordingExpiry(days: days, consequence: consequence)
    }

    /// Nil while the recording is fresh, and where no entry says when it was made.
    func issue(of replay: Replay, now: Date, command: String) -> ScopeIssue? {
        let file = replay.file
        let dates = (0..<file.count).lazy.compactMap { file.read(at: $0).entry?.startedDateTime.date }
        guard let newest = dates.max(), now.timeIntervalSince(newest) > Double(days) * 86_400 else { return nil }
        let age = Int(now.timeIntervalSince(newest) / 86_400)
        let day = HAR.Timestamp(newest).text.prefix(10)
        var issue = ScopeIssue(
            RecordingError(
                """
                The recording \(replay.name) has expired: its newest entry is of \(day), \(Self.days(age)) ago, and it is good for \
                \(Self.days(days)). To record it anew, run:

                    \(command)
                """))
        issue.isWarning = consequence == .warns
        return issue
    }

    private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
}
