import LoopbackHTTP
import TestSupport
import Testing

@Suite("WebSockets of clients that do not behave", .timeLimit(.minutes(3)))
struct WebSocketEndTests {
    @Test("A WebSocket that is closed with messages nobody asked for ends, and leaves nothing behind")
    func unread() async throws {
        let ended = Box<(@Sendable () -> Bool)?>(nil)
        let handler = webSocket { connection in
            ended.change { [weak connection] in $0 = { [weak connection] in connection == nil } }
            // It has read ahead by then.
            for _ in 0..<3 { _ = await connection.receive() }
            try? connection.close(code: 1000)
            connection.stopReceiving()
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(WebSocketFrames.handshake("/"))
            _ = await client.read(until: "\r\n\r\n")
            let message = WebSocketFrames.masked(0x82, [UInt8](repeating: 0, count: 125))
            client.write([[UInt8]](repeating: message, count: 20_000).flatMap(\.self))
            #expect(await client.bytes(count: 4).bytes == WebSocketFrames.plain(0x88, [0x03, 0xE8]))
            client.write(WebSocketFrames.close(1000))
            // A server that is in a hurry may reset what it does not read.
            #expect(await client.bytes().bytes.isEmpty)
            await eventually { ended.value?() != false }
            #expect(ended.value?() != false)
        }
    }

    @Test("A client that does not answer a close frame is cut, also when it took a while to read what stood before it")
    func unanswered() async throws {
        var configuration = ServerConfiguration()
        configuration.lingerTimeout = .milliseconds(50)
        let handler = webSocket { connection in
            connection.raw([UInt8](repeating: 1, count: 20_000_000))
            try? connection.close(code: 1000)
        }
        try await withServer(configuration, handler: handler) { server in
            let client = RawClient(server, receiveBuffer: 4_096)
            client.write(WebSocketFrames.handshake("/"))
            _ = await client.read(until: "\r\n\r\n")
            let (bytes, error) = await client.bytes()
            #expect(bytes.count == 20_000_000 + 4 && error == 0)
        }
    }

    @Test("A ping says whether the client is still there")
    func pingOfNobody() async throws {
        let signals = Signals()
        let handler = webSocket { connection in
            while await connection.receive() != nil {}
            signals.send("\((try? await connection.ping()) ?? false)")
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(WebSocketFrames.handshake("/"))
            _ = await client.read(until: "\r\n\r\n")
            client.endWriting()
            #expect(await signals.next() == "false")
        }
    }

    @Test("A client that pings on and on and reads no pong is held up")
    func pings() async throws {
        try await withServer(handler: webSocket { _ in }) { server in
            let client = RawClient(server, receiveBuffer: 4_096)
            client.write(WebSocketFrames.handshake("/"))
            _ = await client.read(until: "\r\n\r\n")
            let ping = WebSocketFrames.masked(0x89, [UInt8](repeating: 0x61, count: 125))
            let pings = [[UInt8]](repeating: ping, count: 160_000).flatMap(\.self)
            #expect(await client.writeUntilHeldUp(pings) < pings.count)
        }
    }

    @Test("A client that sends large messages to nobody is held up")
    func messages() async throws {
        let handler = webSocket { connection in await eventually { connection.end != nil } }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(WebSocketFrames.handshake("/"))
            _ = await client.read(until: "\r\n\r\n")
            let message: [UInt8] = [0x82, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0]
            let messages = [[UInt8]](repeating: message + [UInt8](repeating: 0, count: 1 << 20), count: 48)
            #expect(await client.writeUntilHeldUp(messages.flatMap(\.self)) < 40 << 20)
        }
    }
}

/// Speaks by WebSocket with whoever asks.
private func webSocket(_ script: @escaping @Sendable (WebSocketConnection) async -> Void) -> LoopbackServer.Handler {
    { request, response in
        Task.detached {
            guard let handshake = try? WebSocketHandshake(request.head),
                let upgraded = await response.upgrade(handshake.response)
            else { return }
            await script(WebSocketConnection(upgraded))
        }
    }
}
