import Testing

/// Records what a server has to tell in the test of the current task.
enum IssueRecorder {
    /// - Parameters:
    ///   - place: Where those belong that have no location of their own.
    ///   - test: The test in whose attributes a stub may stand.
    static func record(_ issues: [ScopeIssue], at place: SourceLocation, attributesOf test: Test? = nil) {
        for issue in issues {
            let location =
                test.flatMap { AttributeSource.location(of: issue, in: $0) }
                ?? issue.location.map { SourceLocation($0) } ?? place
            record(Comment(rawValue: issue.message.trimmed), issue, location)
        }
    }

    private static func record(_ comment: Comment, _ issue: ScopeIssue, _ location: SourceLocation) {
        #if compiler(>=6.3)
            Issue.record(comment, severity: issue.isWarning ? .warning : .error, sourceLocation: location)
        #else
            // Before Swift 6.3 there are no warnings.
            if issue.isWarning { return MockServer.warn(issue, at: Stub.Location(#fileID, #filePath, #line, #column)) }
            Issue.record(comment, sourceLocation: location)
        #endif
    }

    static func attach(_ server: MockServer, at place: SourceLocation) {
        guard let archive = server.trafficArchive() else { return }
        Attachment.record(Attachment(archive.bytes, named: archive.name), sourceLocation: place)
    }
}

extension SourceLocation {
    init(_ place: Stub.Location) {
        self.init(fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    }

    /// `ProfileTests.swift:14`
    var place: String { "\(fileName):\(line)" }
}

extension String {
    /// Without the newline at its end: the framework adds one.
    fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
