import Foundation
import Testing
import WindTunnelTesting

/// A suite as it was; beside it stands a recording.
@Suite("a suite of Replay", .mockServer(sharedSession: true), .timeLimit(.minutes(1)))
struct ReplayShimTests {
    @Test(.replay("profile"))
    func fromARecording() async throws {
        #expect(try await APIClient(session: Replay.session).user(42).name == "Ann")
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
}
