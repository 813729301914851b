import Foundation
import Testing
import WindTunnelTesting

@testable import App

struct ChatTests {
    @MainActor
    @Test func showsThatItThinks() async throws {
        let server = MockServer("https://chat.example.com") {
            Stub(.post("/answers"), returning: .held)
        }
        let model = ChatModel(client: ChatClient(configuration: server.configuration()))

        let asking = Task { await model.ask("Why?") }
        let pending = try await server.nextPending(.post("/answers"))
        #expect(pending.request.body == Data("Why?".utf8))
        #expect(model.isThinking)

        pending.respond(.events("The ", "wind."))
        await asking.value
        #expect(!model.isThinking)
        #expect(model.text == "The wind.")
    }
}
