import LoopbackHTTP
import TestSupport
import Testing

@Suite("Clients that send and do not read", .timeLimit(.minutes(3)))
struct PressureTests {
    @Test("Requests wait while their client reads no answers, and all are answered when it does")
    func pipelining() async throws {
        let asked = Box(0)
        let body = [UInt8](repeating: 0x61, count: 100_000)
        let handler: LoopbackServer.Handler = { request, response in
            if request.head.target == "/big" { asked.change { $0 += 1 } }
            response.respond(ResponseHead(200), body: request.head.target == "/big" ? body : [])
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server, receiveBuffer: 4_096)
            client.write((0..<400).map { _ in request("GET /big HTTP/1.1") }.joined())
            // It has said its last word, and still wants its answers.
            client.endWriting()
            await eventually { asked.value > 0 }
            // Each loop has dealt with what was there when these were answered.
            for _ in 0..<4 { _ = await RawClient(server).get() }
            #expect(asked.value < 200)
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
            #expect(await client.bytes().bytes.count == 400 * (head.utf8.count + body.count))
            #expect(asked.value == 400)
        }
    }

    @Test("A client that reads nothing gains no time by sending more")
    func drip() async throws {
        var configuration = ServerConfiguration()
        configuration.writeTimeout = .seconds(2)
        let signals = Signals()
        let handler: LoopbackServer.Handler = { _, response in
            signals.send("asked")
            response.respond(ResponseHead(200), body: [UInt8](repeating: 0x61, count: 20_000_000))
        }
        try await withServer(configuration, handler: handler) { server in
            let client = RawClient(server, receiveBuffer: 4_096)
            client.write(request("GET / HTTP/1.1") + request("PUT / HTTP/1.1", "Content-Length: 60000000"))
            #expect(await signals.next() == "asked")
            while await server.connectionCount > 0 { client.write("a") }
        }
    }

    @Test("A client that asks on and on while it waits for its first answer is noticed when it leaves")
    func leavesBehindItsRequests() async throws {
        let signals = Signals()
        let handler: LoopbackServer.Handler = { _, response in
            response.whenGone { signals.send("gone") }
            signals.send("asked")
        }
        try await withServer(handler: handler) { server in
            var client: RawClient? = RawClient(server)
            client?.write(request("GET / HTTP/1.1"))
            #expect(await signals.next() == "asked")
            let more = Array((0..<400_000).map { _ in request("GET / HTTP/1.1") }.joined().utf8)
            let taken = await client?.writeUntilHeldUp(more) ?? .max
            #expect(taken < more.count)
            client?.reset()
            client = nil
            #expect(await signals.next() == "gone")
        }
    }
}

extension RawClient {
    fileprivate func get() async -> String {
        write(request("GET / HTTP/1.1", "Connection: close"))
        return await read()
    }
}
