import LoopbackHTTP

extension SocketLoad {
    func upgrade(_ answer: WebSocketAnswer, _ request: MockRequest, _ timeline: Timeline) async throws {
        let handshake: WebSocketHandshake
        do throws(WebSocketHandshake.Refusal) {
            handshake = try WebSocketHandshake(head, subprotocols: answer.subprotocols)
        } catch {
            return refuse(error, of: request)
        }
        guard let upgraded = await stream.upgrade(handshake.response) else { throw CancellationError() }
        let connection = WebSocketConnection(upgraded)
        speaks(connection)
        let socket = MockWebSocket(request, handshake, connection, timeline)
        defer { connection.stopReceiving() }
        do {
            try await answer.script(socket)
            leave(.response(ResponseHead(upgrade: handshake.response, to: request), Data()))
            try? connection.close(code: 1000)
        } catch {
            // The client was lost, unless the server was closed, which has ended the load.
            if Task.isCancelled { leave(.cancelled) } else { try? connection.close(code: 1011) }
            throw error
        }
    }

    private func refuse(_ refusal: WebSocketHandshake.Refusal, of request: MockRequest) {
        guard leave(.response(ResponseHead(upgrade: refusal.response, to: request), Data(refusal.reason.utf8))) else {
            return
        }
        stream.respond(refusal.response, body: Array((refusal.reason + "\n").utf8))
    }
}

extension ResponseHead {
    fileprivate init(upgrade head: LoopbackHTTP.ResponseHead, to request: MockRequest) {
        self.request = request
        statusCode = head.status
        lines = head.fields.lines.map { (name: $0.name, value: $0.value) }
    }
}
