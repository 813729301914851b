/// What becomes of recordings in a run.
public enum RecordingMode: String, Sendable, CaseIterable {
    /// Recordings answer; nothing is recorded, and a request that no entry answers is unexpected.
    case never
    /// Where there is no recording, one is made; others answer.
    case missing
    /// Recordings answer; what they do not have is asked of the network and added.
    case new
    /// Everything is asked of the network and recorded afresh.
    case all

    /// What the environment says by `WINDTUNNEL_RECORD`; ``never`` when it says nothing, or no mode.
    public static var environment: RecordingMode { of(ProcessInfo.processInfo.environment) }

    static func of(_ environment: [String: String]) -> RecordingMode {
        environment[variable].flatMap { RecordingMode(rawValue: $0.lowercased()) } ?? .never
    }

    /// What is wrong with the environment.
    static func fault(_ environment: [String: String]) -> String? {
        guard let text = environment[variable], !text.isEmpty, RecordingMode(rawValue: text.lowercased()) == nil else {
            return nil
        }
        let modes = allCases.map(\.rawValue).joined(separator: ", ")
        return "\(variable) is \(SourceText.quoted(text)), which is no mode; it takes \(modes)"
    }

    static let variable = "WINDTUNNEL_RECORD"
}
