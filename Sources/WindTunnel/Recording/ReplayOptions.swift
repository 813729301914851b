/// How a recording is compared and given.
struct ReplayOptions: Sendable {
    var rules = ReplayRules([])
    var order = ReplayOrder.inOrder
    var timing = ReplayTiming.instant
    /// What a report says to do about a request that was not recorded.
    var advice = "To add it, run the test with \(RecordingMode.variable)=new."
    /// On top of the recorded time.
    var delay = Duration.zero
    /// By placeholder.
    var supplied: [String: String] = [:]
    var redaction = HAR.Redaction.standard

    /// What is no placeholder would be replaced wherever an answer has it.
    var supplyFaults: [String] {
        supplied.keys.filter { Placeholder($0) == nil }.sorted().map {
            "\(SourceText.quoted($0)) is no placeholder; write it as the recording has it: \"<redacted:access_token:1>\""
        }
    }
}
