import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct RecordingPlaceTests {
    private let place = Stub.Location(#fileID, #filePath, 1, 1)

    private func begin(_ recording: ScopeRecording, _ source: String) throws -> MockServer {
        let server = MockServer()
        try server.begin(recording, for: RecordedTest(filePath: source, path: ["ProfileTests", "shows()"]), place)
        return server
    }

    private func failure(_ recording: ScopeRecording, _ source: String) -> String? {
        #expect(throws: RecordingError.self) { try begin(recording, source) }?.description
    }

    /// A folder with `__Recordings__/profile.har`, or with `profile.har`.
    private func folder(_ subfolder: String?) throws -> (recording: Recording, folder: URL) {
        let recording = try Recording()
        let root = recording.url.deletingLastPathComponent()
        let folder = subfolder.map { root.appendingPathComponent($0) } ?? root
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let archive = HAR(log: HAR.Log(entries: [.made("GET", "/a", answer: "x")]))
        try archive.write(to: folder.appendingPathComponent("profile.har"))
        return (recording, root)
    }

    @Test func `a recording is looked for beside the source`() async throws {
        let (recording, root) = try folder("__Recordings__")
        for name in ["profile", "profile.har"] {
            let server = try begin(ScopeRecording(name, mode: .never), "\(root.path)/A.swift")
            #expect(try await server.get("/a").text == "x")
        }
        withExtendedLifetime(recording) {}
    }

    @Test(arguments: [RecordingMode.never, .missing, .all])
    func `names that differ in case alone are told, since most disks know one of them`(_ mode: RecordingMode) throws {
        let (recording, root) = try folder("__Recordings__")
        #expect(
            failure(ScopeRecording("Profile", mode: mode), "\(root.path)/A.swift") == """
                The recordings Profile.har and profile.har differ in case alone, and are one file on the disks of most computers. Give one \
                of them another name, as in .replaying("another").
                """)
        withExtendedLifetime(recording) {}
    }

    @Test(arguments: ["__Recordings__", nil])
    func `where the sources are not, a bundle has it`(_ subfolder: String?) async throws {
        let (recording, root) = try folder(subfolder)
        let bundle = try #require(Bundle(path: root.path))
        let server = try begin(
            ScopeRecording("profile", mode: .never, in: .bundle(bundle)), "/nowhere/Tests/A.swift")
        #expect(try await server.get("/a").text == "x")
        withExtendedLifetime(recording) {}
    }

    @Test func `beside the sources comes before the bundle`() async throws {
        let (recording, root) = try folder("__Recordings__")
        let (other, bundleRoot) = try folder(nil)
        try HAR(log: HAR.Log(entries: [])).write(to: bundleRoot.appendingPathComponent("profile.har"))
        let bundle = try #require(Bundle(path: bundleRoot.path))
        let server = try begin(ScopeRecording("profile", mode: .never, in: .bundle(bundle)), "\(root.path)/A.swift")
        #expect(try await server.get("/a").text == "x")
        withExtendedLifetime((recording, other)) {}
    }

    @Test(arguments: [RecordingMode.never, .verify])
    func `a missing recording says how it is made, and where it was looked for`(_ mode: RecordingMode) throws {
        #expect(
            failure(ScopeRecording("profile", mode: mode), "/nowhere/Tests/A.swift") == """
                There is no recording profile.har. To make it, run:

                    WINDTUNNEL_RECORD=missing swift test --filter ProfileTests

                It was looked for here:

                    /nowhere/Tests/__Recordings__/profile.har
                """)
        let (recording, root) = try folder(nil)
        let path = try #require(Bundle(path: root.path)?.resourceURL).path
        let bundle = try #require(Bundle(path: root.path))
        #expect(
            failure(ScopeRecording(nil, mode: mode, in: .bundle(bundle)), "/nowhere/Tests/ProfileTests.swift") == """
                There is no recording ProfileTests.shows.har. To make it, run:

                    WINDTUNNEL_RECORD=missing swift test --filter ProfileTests

                It was looked for here:

                    /nowhere/Tests/__Recordings__/ProfileTests.shows.har
                    \(path)/__Recordings__/ProfileTests.shows.har
                    \(path)/ProfileTests.shows.har
                """)
        withExtendedLifetime(recording) {}
    }

    @Test(arguments: [RecordingMode.missing, .new, .all])
    func `where the sources are not, nothing is recorded`(_ mode: RecordingMode) {
        #expect(
            failure(ScopeRecording("profile", mode: mode), "/nowhere/Tests/A.swift") == """
                The recording profile.har cannot be made: the folder /nowhere/Tests is not there, or cannot be written. A test that \
                runs on a device is away from its sources: record it on the computer that has them, and let the device replay it \
                from a bundle, by in: .bundle(.module).
                """)
    }

    @Test func `a recording that the bundle has is not missing`() async throws {
        let (recording, root) = try folder(nil)
        let bundle = try #require(Bundle(path: root.path))
        let server = try begin(
            ScopeRecording("profile", mode: .missing, in: .bundle(bundle)), "/nowhere/Tests/A.swift")
        #expect(try await server.get("/a").text == "x")
        withExtendedLifetime(recording) {}
    }
}
