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
        let shown = try file("txt")
        let texts = try told.change { $0 }.map { try asTheReaderSees($0) }
        #expect(texts.contains(shown), "\(name).txt is not what the step fails with")
    }

    /// The test is nested in the generated file, and stands on another line of it.
    private func asTheReaderSees(_ text: String) throws -> String {
        let step = Self.lines(try file("swift"))
        let generated = Self.lines(try Self.file("Generated/Tutorials.swift"))
        return try text.replacing(#/Tutorials\.swift:(\d+)/#) { match in
            let code = generated[try #require(Int(match.1)) - 1]
            let line = try #require(step.firstIndex(of: code))
            return "ProfileTests.swift:\(line + 1)"
        }
    }

    private func file(_ type: String) throws -> String {
        let folder = "../../Sources/WindTunnel/WindTunnel.docc/Resources"
        return try Self.file("\(folder)/\(name).\(type)")
    }

    private static func file(_ path: String) throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
