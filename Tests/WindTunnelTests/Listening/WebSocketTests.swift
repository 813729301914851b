import Foundation
import TestSupport
import Testing
import WindTunnel

@Suite("WebSockets", .timeLimit(.minutes(3)))
struct WebSocketTests {
    /// Opens a WebSocket by hand; the head of the answer is read.
    private func open(_ server: MockServer, _ path: String = "/chat") async throws -> RawClient {
        let client = RawClient(try await server.listen())
        client.write(WebSocketFrames.handshake(path))
        let answer = await client.read(until: "\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        #expect(answer.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        return client
    }

    private static func echo() -> MockServer {
        MockServer("https://api.example.com") {
            Stub.webSocket("/chat") { socket in
                for try await message in socket {
                    switch message {
                    case .text(let text): try await socket.send("you said \(text)")
                    case .data(let data): try await socket.send(Data(data.reversed()))
                    }
                }
            }
        }
    }

    @Test("Messages go both ways, and the client closes")
    func echo() async throws {
        let server = Self.echo()
        let client = try await open(server)
        client.write(WebSocketFrames.text("hi") + WebSocketFrames.masked(0x82, [1, 2, 3]))
        let expected = WebSocketFrames.plain(0x81, Array("you said hi".utf8)) + WebSocketFrames.plain(0x82, [3, 2, 1])
        #expect(await client.bytes(count: expected.count).bytes == expected)
        client.write(WebSocketFrames.close(1000, "bye"))
        #expect(await client.bytes().bytes == WebSocketFrames.plain(0x88, [0x03, 0xE8]))
        #expect(server.requests(.get("/chat")).count == 1)
        await server.stopListening()
        guard case .response(let response) = server.exchanges.first?.outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
        #expect(response.statusCode == 101)
    }

    @Test("Fragments are one message, and a ping between them is answered at once")
    func fragments() async throws {
        let server = Self.echo()
        let client = try await open(server)
        client.write(
            WebSocketFrames.masked(0x01, Array("he".utf8)) + WebSocketFrames.masked(0x89, Array("p".utf8))
                + WebSocketFrames.masked(0x80, Array("llo".utf8)))
        let expected =
            WebSocketFrames.plain(0x8A, Array("p".utf8)) + WebSocketFrames.plain(0x81, Array("you said hello".utf8))
        #expect(await client.bytes(count: expected.count).bytes == expected)
        await server.stopListening()
    }

    @Test("The server speaks first, in fragments, pings, closes with its own code, and hears the client's answer")
    func serverFirst() async throws {
        let (words, heard) = AsyncStream.makeStream(of: String.self)
        let server = MockServer("https://api.example.com") {
            Stub.webSocket("/chat") { socket in
                try await socket.send("welcome", fragments: [3])
                try await socket.ping(Data("?".utf8))
                try await socket.close(code: 4000, reason: "enough")
                for try await message in socket { heard.yield("\(message)") }
                heard.yield("closed \(socket.closeCode ?? 0)")
            }
        }
        let client = try await open(server)
        let expected =
            WebSocketFrames.plain(0x01, Array("wel".utf8)) + WebSocketFrames.plain(0x80, Array("come".utf8))
            + WebSocketFrames.plain(0x89, Array("?".utf8))
            + WebSocketFrames.plain(0x88, [0x0F, 0xA0] + Array("enough".utf8))
        #expect(await client.bytes(count: expected.count).bytes == expected)
        client.write(WebSocketFrames.text("last words") + WebSocketFrames.close(4000))
        #expect(await client.bytes().bytes.isEmpty)
        var iterator = words.makeAsyncIterator()
        #expect(await iterator.next() == "last words")
        #expect(await iterator.next() == "closed 4000")
        await server.stopListening()
    }

    @Test("The script's end closes with 1000, an error of it with 1011, and that is journalled")
    func scriptEnds() async throws {
        struct Broken: Error, CustomStringConvertible { let description = "no more seats" }
        let server = MockServer("https://api.example.com") {
            Stub.webSocket("/done") { _ in }
            Stub.webSocket("/broken") { _ in throw Broken() }
        }
        for (path, code) in [("/done", UInt8(0xE8)), ("/broken", 0xF3)] {
            let client = try await open(server, path)
            #expect(await client.bytes(count: 4).bytes == WebSocketFrames.plain(0x88, [0x03, code]))
            client.write(WebSocketFrames.close(1000))
            #expect(await client.bytes().bytes.isEmpty)
        }
        #expect(server.exchanges.count == 2)
        guard case .failure(let error) = server.exchanges.last?.outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
        #expect(error.localizedDescription.hasSuffix("failed: no more seats"))
        await server.stopListening()
    }

    @Test("A client that breaks the protocol is told the code, and the script gets an error that says how")
    func protocolErrors() async throws {
        for (bytes, code, text) in [
            ([0x81, 0x01, 0x61], UInt8(0xEA), "the client broke the protocol: A frame of a client is not masked."),
            (WebSocketFrames.masked(0x81, [0xFF]), 0xEF, "the client broke the protocol: A text is not UTF-8."),
        ] as [([UInt8], UInt8, String)] {
            let (errors, error) = AsyncStream.makeStream(of: String.self)
            let server = MockServer("https://api.example.com") {
                Stub.webSocket("/chat") { socket in
                    do { for try await _ in socket {} } catch let caught { error.yield("\(caught)") }
                }
            }
            let client = try await open(server)
            client.write(bytes)
            let frame = await client.bytes(count: 4).bytes
            #expect(frame.first == 0x88 && frame.suffix(2) == [0x03, code])
            #expect(await errors.first { _ in true } == text)
            await server.stopListening()
        }
    }

    @Test("A client that leaves without a word ends the sequence with an error, and sending fails then")
    func leaves() async throws {
        let (errors, error) = AsyncStream.makeStream(of: String.self)
        let server = MockServer("https://api.example.com") {
            Stub.webSocket("/chat") { socket in
                do { for try await _ in socket {} } catch let caught { error.yield("\(caught)") }
                do { try await socket.send("anybody?") } catch let caught { error.yield("\(caught)") }
            }
        }
        let client = try await open(server)
        client.endWriting()
        var iterator = errors.makeAsyncIterator()
        #expect(await iterator.next() == "the client left without a close frame")
        #expect(await iterator.next() == "the client has left")
        await server.stopListening()
    }

    @Test("A closed server closes its WebSockets with 1001")
    func serverCloses() async throws {
        let server = Self.echo()
        let client = try await open(server)
        client.write(WebSocketFrames.text("a"))
        _ = await client.bytes(count: 12)
        server.close()
        #expect(await client.bytes().bytes == WebSocketFrames.plain(0x88, [0x03, 0xE9]))
    }

    @Test("Waiting runs on the server's clock, and a socket that waits for its client does not hold the clock up")
    func clock() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            Stub.webSocket("/chat") { socket in
                _ = try await socket.receive()
                try await socket.send("ok")
                try await socket.sleep(for: .seconds(60))
                try await socket.send("a minute later")
            }
        }
        let client = try await open(server)
        await clock.advance(by: .seconds(5))
        client.write(WebSocketFrames.text("go"))
        #expect(await client.bytes(count: 4).bytes == WebSocketFrames.plain(0x81, Array("ok".utf8)))
        await clock.advance(by: .seconds(60))
        let expected = WebSocketFrames.plain(0x81, Array("a minute later".utf8))
        #expect(await client.bytes(count: expected.count).bytes == expected)
        await server.stopListening()
    }

    @Test(
        "The first subprotocol of the client that the server speaks is agreed on, and scripts see request and subprotocol"
    )
    func subprotocols() async throws {
        let server = MockServer("https://api.example.com") {
            Stub.webSocket("wss://api.example.com/chat/{room}", .header("X", "1"), subprotocols: ["v1", "v2"]) {
                socket in
                try await socket.send("\(socket.subprotocol ?? "none") \(socket.request.path["room"] ?? "")")
            }
        }
        let client = RawClient(try await server.listen())
        client.write(WebSocketFrames.handshake("/chat/7", "X: 1", "Sec-WebSocket-Protocol: v3, v2, v1"))
        #expect(await client.read(until: "\r\n\r\n").contains("\r\nSec-WebSocket-Protocol: v2\r\n"))
        let expected = WebSocketFrames.plain(0x81, Array("v2 7".utf8))
        #expect(await client.bytes(count: expected.count).bytes == expected)
        await server.stopListening()
    }

    @Test("A request that asks for no WebSocket is answered 426, and in process it fails with a hint at listen()")
    func refusals() async throws {
        let server = Self.echo()
        let text = await RawClient(try await server.listen()).get("/chat")
        #expect(text.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
        #expect(text.contains("\r\nSec-WebSocket-Version: 13\r\n"))
        let error = await #expect(throws: URLError.self) { try await server.session.text("/chat") }
        #expect(
            error?.localizedDescription == """
                GET https://api.example.com/chat is answered by a WebSocket, and no URLProtocol can be one. Let the server \
                listen, and connect to what it returns: let baseURL = try await server.listen()
                """)
        await server.stopListening()
    }

    @Test("A thousand messages in a row keep their order, and a slow script holds the client up instead of growing")
    func many() async throws {
        let server = Self.echo()
        let client = try await open(server)
        let bytes = (0..<1_000).flatMap { WebSocketFrames.text("\($0)") }
        async let written: Void = client.write(bytes)
        let expected = (0..<1_000).flatMap { WebSocketFrames.plain(0x81, Array("you said \($0)".utf8)) }
        #expect(await client.bytes(count: expected.count).bytes == expected)
        await written
        await server.stopListening()
    }

    static let python = """
        import asyncio, sys, websockets
        async def main():
            async with websockets.connect(sys.argv[1], subprotocols=["v1"], open_timeout=None, ping_timeout=None, close_timeout=300) as ws:
                print(ws.subprotocol)
                await ws.send("hi")
                print(await ws.recv())
                await ws.send(b"\\x01\\x02")
                print(await ws.recv())
                await ws.send(["frag", "ments"])
                print(await ws.recv())
                await (await ws.ping())
                await ws.send("x" * 100000)
                print(len(await ws.recv()))
                await ws.close(4001, "bye")
                print(ws.close_code)
        asyncio.run(main())
        """

    @Test("Python's websockets is understood, and understands")
    func foreignClient() async throws {
        guard try await Tool.run("python3", ["-c", "import websockets"]).isEmpty else { return }
        let server = MockServer("https://api.example.com") {
            Stub.webSocket("/chat", subprotocols: ["v1"]) { socket in
                for try await message in socket { try await socket.send(message) }
            }
        }
        let url = try await server.listen().absoluteString.replacingOccurrences(of: "http://", with: "ws://")
        let output = try await Tool.run("python3", ["-c", Self.python, url + "/chat"])
        #expect(output == "v1\nhi\nb'\\x01\\x02'\nfragments\n100000\n4001\n")
        await server.stopListening()
    }
}
