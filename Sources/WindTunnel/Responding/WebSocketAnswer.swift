/// What a stub says by WebSocket.
struct WebSocketAnswer: Sendable {
}
