import XCTest

/// How the core reaches XCTest; it finds this class by its name.
final class XCTestFramework: TestFramework {
    /// XCTest runs one test at a time, and does not tell a task which one; a loader's queue has no task.
    ///
    /// `XCTFail` is heard by the running test only, and by nobody where there is none.
    static var test: TestPresence {
        Thread.isMainThread || withUnsafeCurrentTask { $0 != nil } ? .possible : .none
    }

    static func record(_ issues: [ScopeIssue], at place: Stub.Location?) {
        for issue in issues {
            guard let location = issue.location ?? place else { continue }
            if issue.isWarning {
                MockServer.warn(issue, at: location)
                continue
            }
            XCTFail(issue.message, file: location.staticFilePath, line: UInt(location.line))
        }
    }
}
