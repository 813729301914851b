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

    @MainActor
    @Test func stopsThinkingWhenTheUserLeaves() async throws {
        let server = MockServer("https://chat.example.com") {
            Stub(.post("/answers"), returning: .held)
        }
        let model = ChatModel(client: ChatClient(configuration: server.configuration()))

        let asking = Task { await model.ask("Why?") }
        _ = try await server.nextPending(.post("/answers"))
        asking.cancel()
        await asking.value
        #expect(!model.isThinking)
        #expect(model.text.isEmpty)
    }
}
