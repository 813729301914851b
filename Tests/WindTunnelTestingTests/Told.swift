import Foundation
import TestSupport
import Testing
import WindTunnelTesting

/// An issue as a reader sees it: what it says, and where.
struct Told: Equatable, Sendable, CustomTestStringConvertible {
    var text: String
    var line: Int
    var file: String
    var isWarning = false

    init(_ text: String, at line: Int, file: String = #fileID, isWarning: Bool = false) {
        (self.text, self.line, self.file, self.isWarning) = (text, line, file, isWarning)
    }

    init(_ issue: Issue) {
        let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
        text = issue.error.map { "\($0)" } ?? comments
        line = issue.sourceLocation?.line ?? 0
        file = issue.sourceLocation?.fileID ?? ""
        #if compiler(>=6.3)
            isWarning = issue.severity == .warning
        #endif
    }

    var testDescription: String { "\(file):\(line): \(text)" }
}

/// What is recorded while a closure runs; none of it fails the test.
func told(_ body: () async throws -> Void) async -> [Told] {
    let issues = Box<[Told]>([])
    // What the closure throws is an issue, and matches.
    try? await withKnownIssue(isIntermittent: true) {
        try await body()
    } matching: { issue in
        // How a scope gets the error by which a runner knows that a failure was recorded; to a runner it is no issue.
        if issue.sourceLocation?.fileName == "TestScope.swift" { return true }
        issues.change { $0.append(Told(issue)) }
        return true
    }
    return issues.value
}

/// What is recorded when a test with these traits, and no others, runs the closure.
func told(
    with traits: MockServerTrait..., run body: @escaping @Sendable () async throws -> Void
) async throws -> [Told] {
    var test = try #require(Test.current)
    test.traits = traits
    let copy = test
    return await told {
        do {
            try await traits[0].provideScope(for: copy, testCase: Test.Case.current, performing: body)
        } catch is ExpectationFailedError {
            // To the runner this says that the failure was recorded already.
        }
    }
}

extension MockServer {
    /// The body of a GET as text.
    func get(_ path: String) async throws -> String { try await session.text(path) }
}

/// The line of the test that runs.
var testLine: Int { Test.current?.sourceLocation.line ?? 0 }

struct Mishap: Error, CustomStringConvertible { var description: String { "a mishap" } }
