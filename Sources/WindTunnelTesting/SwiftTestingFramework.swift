import Testing

/// How the core reaches Swift Testing; it finds this class by its name.
final class SwiftTestingFramework: TestFramework {
    static var test: TestPresence { Test.current == nil ? .none : .certain }

    static func record(_ issues: [ScopeIssue], at place: Stub.Location?) {
        guard let test = Test.current else { return }
        IssueRecorder.record(issues, at: place.map { SourceLocation($0) } ?? test.sourceLocation)
    }
}
