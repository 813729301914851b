import Testing
import WindTunnelTesting

@testable import App

struct ChatTests {
    @Test func readsTheWordsAsTheyCome() async throws {
        let clock = ManualClock()
        let server = MockServer("https://chat.example.com", clock: clock) {
            Stub(.post("/answers")) { _ in
                .events { emit in
                    try await emit("The ")
                    try await emit.sleep(for: .seconds(5))
                    try await emit("wind.")
                }
            }
        }
        let client = ChatClient(configuration: server.configuration())

        var words = client.answer(to: "Why?").makeAsyncIterator()
        let first = try await words.next()
        #expect(first == "The ")

        await clock.advance(by: .seconds(5))
        let second = try await words.next()
        #expect(second == "wind.")
        let end = try await words.next()
        #expect(end == nil)
    }
}
