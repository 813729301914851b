import Foundation
import TestSupport
import Testing

extension Trait where Self == FailingStep {
    /// The step fails on purpose.
    static func failing(as name: String) -> FailingStep { FailingStep(name: name) }
}

/// A step that fails on purpose, with the text that the tutorial shows beside it.
struct FailingStep: SuiteTrait, TestTrait, TestScoping {
    let name: String
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> FailingStep? { testCase == nil ? nil : self }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let told = Box<[String]>([])
        try await withKnownIssue {
            try await function()
        } matching: { issue in
            let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
            told.change { $0.append(issue.error.map { $0.localizedDescription } ?? comments) }
            return true
        }
        let texts = told.value.map { asTheReaderSees($0).trimmingCharacters(in: .newlines) }
        let shown = try shown.trimmingCharacters(in: .newlines)
        #expect(texts.contains(shown), "\(name).txt is not what the step fails with")
    }

    /// The test is nested in other suites, and its file does not lie where the reader's does.
    private func asTheReaderSees(_ text: String) -> String {
        let suite = "Step_\(name.replacing("-", with: "_"))"
        let folder = Self.tests.appendingPathComponent("DocumentationTests/Generated").path
        return text.replacing("Tutorials/\(suite)/", with: "").replacing("Tutorials.\(suite).", with: "")
            .replacing(folder, with: "…/Tests/AppTests")
    }

    private var shown: String {
        get throws {
            let file = "../Sources/WindTunnel/WindTunnel.docc/Resources/\(name).txt"
            return try String(contentsOf: Self.tests.appendingPathComponent(file), encoding: .utf8)
        }
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
}
