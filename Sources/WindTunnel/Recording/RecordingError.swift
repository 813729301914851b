/// Why there is no recording.
public struct RecordingError: Error, LocalizedError, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, and what to do.
    public let description: String

    /// The same as ``description``.
    public var errorDescription: String? { description }

    init(_ description: String) { self.description = description }
}
