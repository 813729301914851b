import Foundation
import Testing
import WindTunnelTesting

/// A suite as it was; beside it stands a recording.
@Suite("a suite of Replay", .mockServer(sharedSession: true), .timeLimit(.minutes(3)))
struct ReplayShimTests {
    @Test(.replay("profile"))
    func fromARecording() async throws {
        #expect(try await APIClient(session: Replay.session).user(42).name == "Ann")
        #expect(try await APIClient(session: .shared).user(42).name == "Ann")
    }

    @Test(.replaying("profile"), .mockServer(unhandled: .passthrough))
    func theNetworkWhereItIsAllowed() async throws {
        let network = try LoopbackServer(body: "network")
        #expect(try await MockServer.current.session.get("\(network.origin)/a").text == "network")
        #expect(try await APIClient(session: MockServer.current.session).user(42).name == "Ann")
    }

    @Test(
        .replay(stubs: [
            .get("https://api.example.com/users/42", 200, ["Content-Type": "application/json"]) {
                #"{"id":42,"name":"Ann"}"#
            },
            .post("https://api.example.com/users", 201, [:]) { "" },
        ]))
    func fromStubs() async throws {
        #expect(try await APIClient(session: .shared).user(42).name == "Ann")
        #expect(try await Replay.makeSession().get("/users/42").header("Content-Type") == "application/json")
        let configuration = URLSessionConfiguration.ephemeral
        Replay.configure(configuration)
        let reply = try await URLSession(configuration: configuration).send(Sent("POST", "/users"))
        #expect(reply.status == 201)
        #expect(reply.header("Content-Type") == nil)
    }

    @Test("an archive as Replay writes it answers")
    func foreignArchive() async throws {
        let file = temporaryFile(Self.archive, "har")
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try MockServer(replaying: file)
        var request = URLRequest(url: URL(string: "https://api.example.com/users/42?token=%5BFILTERED%5D")!)
        request.setValue("Bearer t", forHTTPHeaderField: "Authorization")
        let reply = try await server.session.send(request)
        #expect(reply.text == #"{"id":42,"name":"Ann"}"#)
        #expect(server.skippedEntries.isEmpty)
    }

    /// Whole numbers for times, filtered values, sorted headers.
    private static let archive = #"""
        {"log": {"version": "1.2", "creator": {"name": "Replay/1.0", "version": "1.0"}, "entries": [{
            "startedDateTime": "2026-01-30T09:41:00.000Z", "time": 150,
            "request": {
                "method": "GET", "url": "https://api.example.com/users/42?token=%5BFILTERED%5D", "httpVersion": "HTTP/1.1",
                "cookies": [], "headers": [{"name": "Authorization", "value": "[FILTERED]"}],
                "queryString": [{"name": "token", "value": "[FILTERED]"}], "headersSize": -1, "bodySize": 0},
            "response": {
                "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": [{"name": "Content-Type", "value": "application/json"}],
                "content": {"size": 22, "mimeType": "application/json", "text": "{\"id\":42,\"name\":\"Ann\"}"},
                "redirectURL": "", "headersSize": -1, "bodySize": 22},
            "cache": {}, "timings": {"send": 0, "wait": 150, "receive": 0}}]}}
        """#
}
