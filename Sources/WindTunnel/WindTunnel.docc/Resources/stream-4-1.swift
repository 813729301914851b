import Testing
import WindTunnelTesting

@testable import App

struct ChatTests {
    @MainActor
    @Test func tellsOfAnInterruption() async throws {
        let server = MockServer("https://chat.example.com") {
            Stub(.post("/answers"), returning: .events("The ", "wind.").cut(after: 12))
        }
        let model = ChatModel(client: ChatClient(configuration: server.configuration()))

        await model.ask("Why?")
        #expect(model.text == "The … (interrupted)")
    }
}
