import Foundation
import TestSupport
import Testing
import WindTunnelTesting

/// What the library says where an article shows it.
enum Said {
    typealias Text = @Sendable () async throws -> String

    static let texts: [String: Text] = reports.merging(symptoms) { $1 }.merging(recordings) { $1 }

    /// A server of which nobody complains: what it says is wanted.
    static func quiet(_ server: MockServer) -> MockServer {
        server.checks = []
        return server
    }

    /// The report of a request that no stub answers.
    static func report(_ sent: Sent, _ server: MockServer) async throws -> String {
        let server = quiet(server)
        let error = await #expect(throws: (any Error).self) { try await server.session.send(sent) }
        return try #require(error as? URLError).localizedDescription
    }

    /// The part of a report between its head and the request.
    static func middle(_ path: String, _ server: MockServer) async throws -> String {
        try await middle(Sent("GET", path), server)
    }

    static func middle(_ sent: Sent, _ server: MockServer) async throws -> String {
        let text = try await report(sent, server)
        let start = try #require(text.range(of: "\n\n")).upperBound
        return String(text[start..<(try #require(text.range(of: "\n\nThe request:"))).lowerBound])
    }

    /// What a check throws.
    static func failure(_ check: () async throws -> Void) async throws -> String {
        let error = await #expect(throws: (any Error).self) { try await check() }
        return "\(try #require(error))"
    }

    /// What is recorded as an issue while a closure runs.
    static func issue(_ body: () async throws -> Void) async throws -> String {
        let told = Box<[String]>([])
        // What the closure throws is not what is wanted, and the scope records all that is.
        try? await withKnownIssue(isIntermittent: true) {
            try await body()
        } matching: { issue in
            let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
            told.change { $0.append(issue.error.map { "\($0)" } ?? comments) }
            return true
        }
        return try #require(told.change { $0 }.first)
    }

    static let origin = "https://api.example.com"
}
