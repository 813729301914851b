import Foundation
import Testing
import WindTunnelTesting

@Suite("promised spellings: recordings", .timeLimit(.minutes(3)))
struct PromisedRecording {
    private func user() async throws -> User { try await APIClient(session: MockServer.current.session).user(42) }

    @Test(.replaying("profile"))  // __Recordings__/profile.har beside the test file
    func `a recording beside the test file answers`() async throws {
        #expect(try await user() == ann)
    }

    @Test(.replaying("profile", matching: .method, .path, .query(ignoring: ["ts"])))
    func `what counts is said`() async throws {
        let reply = try await MockServer.current.session.get("/users/42?ts=1764510000")
        #expect(reply.text == #"{"id":42,"name":"Ann"}"#)
    }

    @Test(
        .replaying("profile"),
        .mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .status(503)).times(1) })
    func `stubs win, the recording answers the rest`() async throws {
        #expect(try await MockServer.current.session.get("/users/42").status == 503)
        #expect(try await user() == ann)
    }

    @Test func `what was recorded is replayed`() async throws {
        let harURL = temporaryFile("", "har")
        defer { try? FileManager.default.removeItem(at: harURL) }
        let network = try LoopbackServer(body: "real")
        do {
            let server = try MockServer(recordingTo: harURL, upstream: .network)
            #expect(try await server.session.get("/a", origin: network.origin).text == "real")
            server.close()
        }
        let server = try MockServer(replaying: harURL)  // any HAR: browsers, proxies, other tools
        #expect(try await server.session.get("/a", origin: network.origin).text == "real")
    }

    @Test func `the run decides what becomes of recordings`() {
        #expect(RecordingMode.allCases.map(\.rawValue) == ["never", "missing", "new", "all", "verify"])
    }
}
