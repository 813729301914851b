import Foundation
import HTTPArchive
import TestSupport
import Testing
import WindTunnelTesting

/// What the tutorials show of recordings.
@Suite(.timeLimit(.minutes(3)))
struct TutorialRecordingTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let recordings = tests.appendingPathComponent("Generated/__Recordings__")
    private static let resources = tests.appendingPathComponent("../../Sources/WindTunnel/WindTunnel.docc/Resources")

    @Test(arguments: [("record-1-3", "profile"), ("record-2-3", "account")])
    func `the recordings that are shown are those that answer`(_ shown: String, _ name: String) throws {
        let text = try String(contentsOf: Self.resources.appendingPathComponent("\(shown).json"), encoding: .utf8)
        #expect(try String(contentsOf: Self.recordings.appendingPathComponent("\(name).har"), encoding: .utf8) == text)
    }

    @Test func `the secrets of the account are taken out as it is shown`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await withMockServer(
            replaying: "account", mode: .all,
            upstream: .custom { request in
                request.path == "/login"
                    ? .json(["access_token": "eyJhbGciOi.Real.Secret"]) : .json(["id": 42, "name": "Ann"])
            }, in: .folder(folder)
        ) { server in
            let client = Tutorials.AccountClient(session: server.session)
            let token = try await client.signIn("ann", password: "s3cret!")
            #expect(try await client.me(token: token).name == "Ann")
        }
        let made = try HAR(contentsOf: folder.appendingPathComponent("account.har"))
        let shown = try HAR(contentsOf: Self.recordings.appendingPathComponent("account.har"))
        #expect(Self.untimed(made) == Self.untimed(shown))
    }

    /// Without what is another in each recording.
    private static func untimed(_ archive: HAR) -> [HAR.Entry] {
        archive.log.entries.map { entry in
            var entry = entry
            (entry.startedDateTime, entry.time, entry.timings) = ("2026-03-01T10:00:00.000Z", 0, HAR.Timings())
            return entry
        }
    }
}
