/// Faults of a connection, as the native loader tells of them.
extension ProtocolLoad {
    /// The client sees the head when its last byte is there.
    func begin(_ head: ResponseHead, over duration: Duration, _ timeline: Timeline) async throws {
        try await timeline.pause(for: duration)
        begin(head)
    }

    func breakOff(_ breakage: MockResponse.Breakage, _ head: ResponseHead) {
        if breakage == .malformedChunk { begin(head) }
        fail(breakage.error(for: head.request))
    }

    func upgrade(_ answer: WebSocketAnswer, _ request: MockRequest, _ timeline: Timeline) async throws {
        let text = """
            \(request) is answered by a WebSocket, and no URLProtocol can be one. Let the server listen, and connect to what it \
            returns: let baseURL = try await server.listen()
            """
        fail(URLError.mock(.unsupportedURL, text, for: request))
    }
}
