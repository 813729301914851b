import Testing
import WindTunnelTesting

@testable import App

struct ChatTests {
    @Test func readsTheWords() async throws {
        let server = MockServer("https://chat.example.com") {
            Stub(.post("/answers"), .body("Why?"), returning: .events("The ", "wind ", "rises."))
        }
        let client = ChatClient(configuration: server.configuration())

        var answer = ""
        for try await word in client.answer(to: "Why?") { answer += word }
        #expect(answer == "The wind rises.")
    }
}
