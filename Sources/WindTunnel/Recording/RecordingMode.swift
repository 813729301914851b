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
    /// Recordings answer, and are compared with the network at the end of the test.
    ///
    /// The requests that the test has used are sent, and answers whose shape has drifted are told. No file is touched.
    case verify

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

    /// Whether the network is recorded.
    package var records: Bool { self != .never && self != .verify }

    /// A mode that was given, else that of the environment.
    ///
    /// - Throws: ``RecordingError`` when the environment says what is no mode.
    static func chosen(_ mode: RecordingMode?) throws(RecordingError) -> RecordingMode {
        if let mode { return mode }
        if let fault = fault(ProcessInfo.processInfo.environment) { throw RecordingError(fault) }
        return .environment
    }

    static let variable = "WINDTUNNEL_RECORD"
}
