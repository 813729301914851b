@MainActor
final class ChatModel {
    private(set) var text = ""
    private(set) var isThinking = false
    private let client: ChatClient

    init(client: ChatClient) { self.client = client }

    func ask(_ question: String) async {
        isThinking = true
        defer { isThinking = false }
        do {
            for try await word in client.answer(to: question) { text += word }
        } catch {
            // Whoever leaves is told nothing.
            if !Task.isCancelled { text += "… (interrupted)" }
        }
    }
}
