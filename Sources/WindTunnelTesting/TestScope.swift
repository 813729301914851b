import Testing

/// A test's server, from the beginning of the test to its end.
struct TestScope: Sendable {
    let server: MockServer
    let test: Test
    let testCase: Test.Case?
    let place: Stub.Location
    let recording: ScopeRecording?
    let recordedTest: RecordedTest

    /// The file that the test records to, if it does.
    var recordedFile: String? { recording?.recordedFile(of: recordedTest)?.path }

    /// - Throws: ``ScopeIssue`` when there is no recording; the test does not run then.
    func beginRecording() throws {
        do {
            try recording.map { try server.begin($0, for: recordedTest, place) }
        } catch let error as RecordingError {
            throw ScopeIssue(error)
        }
    }

    /// Runs the test and looks at the server; issues of the test come before ours.
    func run(_ body: @Sendable () async throws -> Void) async throws {
        let watcher = FailureWatcher()
        var thrown: (any Error)?
        do {
            try await watcher.watch(test, testCase, body)
        } catch {
            thrown = error
        }
        let isCancelled = Task.isCancelled
        if thrown == nil, !isCancelled { await server.verifyScopeRecording() }
        var issues = server.endScope(isComplete: thrown == nil && !isCancelled)
        if let issue = thrown as? ScopeIssue { issues.insert(issue, at: 0) }
        let isOurs = thrown.map { isRecordedHere($0, issues, isCancelled) } ?? false
        if let thrown, isOurs { tell(thrown, before: &issues) }
        IssueRecorder.record(issues, at: test.sourceLocation, attributesOf: test)
        // A time limit cancels as well; what came until then is what one wants to see.
        let hasEndedEarly = isCancelled || thrown != nil
        if watcher.hasFailed || issues.contains(where: \.failsTest) || (hasEndedEarly && !thrown.isCancellationOfTest) {
            IssueRecorder.attach(server, at: test.sourceLocation)
        }
        await server.stopListening()
        if let thrown { throw isOurs ? await alreadyRecorded() ?? thrown : thrown }
    }

    /// The runner records what a test throws behind its scope, at the line of the test: too late to come first, and
    /// not where a verification was written. What it knows as recorded, or as a cancellation, is left to it.
    private func isRecordedHere(_ error: any Error, _ issues: [ScopeIssue], _ isCancelled: Bool) -> Bool {
        if isCancelled || error is ExpectationFailedError || error is CancellationError { return false }
        return error is VerificationError || error is WaitingError || !issues.isEmpty
    }

    private func tell(_ error: any Error, before issues: inout [ScopeIssue]) {
        // The report of an unexpected request that the test let through is read once, and better as ours.
        if let told = issues.firstIndex(where: { $0.isReport(in: error) }) {
            return issues.insert(issues.remove(at: told), at: 0)
        }
        let location = (error as? VerificationError)?.location ?? (error as? WaitingError)?.location
        Issue.record(error, sourceLocation: location.map { SourceLocation($0) } ?? test.sourceLocation)
    }

    /// The error of a failed `#require`, whose issue nobody gets: the only one that the runner does not record again.
    private func alreadyRecorded() async -> (any Error)? {
        let silent: IssueHandlingTrait = .filterIssues { _ in false }
        do {
            try await silent.provideScope(for: test, testCase: testCase) { try #require(Bool(false)) }
            return nil
        } catch {
            return error
        }
    }
}

extension ScopeIssue {
    fileprivate func isReport(in error: any Error) -> Bool {
        if let error = error as? ScopeIssue { return kind == error.kind && message == error.message }
        guard kind == .unexpectedRequest || kind == .lateRequest, let error = error as? URLError else { return false }
        return message.hasPrefix(error.localizedDescription)
    }
}

extension Optional where Wrapped == any Error {
    /// Whether a test has cancelled itself, by `Test.cancel`; its error has no name outside of the framework.
    fileprivate var isCancellationOfTest: Bool { map { "\(type(of: $0))" == "SkipInfo" } ?? false }
}

/// Sees whether a failure is recorded while a test runs, also by the test's own `#expect`.
final class FailureWatcher: @unchecked Sendable {  // `failed` is only touched while `lock` is held
    private let lock = NSLock()
    private var failed = false

    var hasFailed: Bool { lock.withLock { failed } }

    func watch(_ test: Test, _ testCase: Test.Case?, _ body: @Sendable () async throws -> Void) async throws {
        let listener: IssueHandlingTrait = .compactMapIssues { [self] issue in
            if issue.countsAsFailure { lock.withLock { failed = true } }
            return issue
        }
        try await listener.provideScope(for: test, testCase: testCase, performing: body)
    }
}

extension Issue {
    /// Before Swift 6.3 an issue does not tell that it is known, or a warning.
    fileprivate var countsAsFailure: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            true
        #endif
    }
}
