import LoopbackHTTP
import TestSupport
import Testing

@Suite("The life of a socket", .timeLimit(.minutes(3)))
struct StopTests {
    @Test("A drain lets an answer end and tells the client; a hard stop cuts", arguments: [true, false])
    func stopping(drains: Bool) async throws {
        let signals = Signals()
        let stream = Box<ResponseStream?>(nil)
        let server = try LoopbackServer { _, response in
            stream.change { $0 = response }
            signals.send("asked")
        }
        let client = RawClient(server)
        client.write(request("GET / HTTP/1.1"))
        #expect(await signals.next() == "asked")
        let stop = Task { await server.stop(drain: drains ? .seconds(20) : .zero) }
        if !drains { await stop.value }
        // A drain must have begun before the answer, or the client would not be told.
        if drains { await eventually { await !server.isAccepting } }
        stream.value?.respond(ResponseHead(200), body: Array("done".utf8))
        let text = await client.read()
        #expect(text == (drains ? "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\ndone" : ""))
        client.endWriting()
        await stop.value
        #expect(await server.connectionCount == 0)
    }

    @Test("A drain ends idle connections at once, and takes no new ones")
    func drainIdle() async throws {
        let server = try LoopbackServer(handler: echo)
        let client = RawClient(server)
        client.write(request("GET / HTTP/1.1"))
        #expect(await client.read(until: "GET / \n").hasSuffix("GET / \n"))
        let stop = Task { await server.stop(drain: .seconds(20)) }
        #expect(await client.read() == "")
        client.endWriting()
        await stop.value
        await server.stop()
    }

    @Test("A drain that takes too long cuts")
    func drainEnds() async throws {
        let signals = Signals()
        let server = try LoopbackServer { _, response in
            response.whenGone { signals.send("gone") }
            signals.send("asked")
        }
        let client = RawClient(server)
        client.write(request("GET / HTTP/1.1"))
        #expect(await signals.next() == "asked")
        await server.stop(drain: .milliseconds(20))
        #expect(await signals.next() == "gone")
        withExtendedLifetime(client) {}
    }

    @Test("Every descriptor is returned at stop", .enabled(if: ThisProcess.descriptors > 0))
    func descriptors() async throws {
        // In a process of its own: others open and close descriptors meanwhile.
        await #expect(processExitsWith: .success) {
            try await withServer { _ in }
            let before = ThisProcess.sockets
            for turn in 0..<5 {
                let server = try LoopbackServer(handler: echo)
                var clients: [RawClient] = []
                for number in 0..<20 {
                    let client = RawClient(server)
                    // Some have asked, some are in the middle, some have said nothing.
                    if number % 3 != 0 { client.write(request("GET / HTTP/1.1")) }
                    if number % 3 == 1 { client.write("GET / HT") }
                    clients.append(client)
                }
                await server.stop(drain: turn % 2 == 0 ? .zero : .milliseconds(20))
                let count = ThisProcess.sockets
                precondition(count == before + clients.count, "\(count - before) descriptors are left at turn \(turn)")
                withExtendedLifetime(clients) {}
            }
            precondition(ThisProcess.sockets == before, "descriptors of clients are left")
        }
    }

    @Test("A port that is taken, one that is none and a host that is none are errors that say so")
    func errors() async throws {
        try await withServer { server in
            for (host, port, text) in [
                ("127.0.0.1", server.port, "bind to 127.0.0.1:\(server.port): Address already in use"),
                ("127.0.0.1", 70_000, "listen on port 70000: Invalid argument"),
                ("no.such.host.invalid", 0, "look up no.such.host.invalid: Cannot assign requested address"),
            ] {
                var configuration = ServerConfiguration()
                configuration.host = host
                configuration.port = port
                let error = #expect(throws: SocketError.self) { try LoopbackServer(configuration, handler: echo) }
                #expect(error?.description == text)
            }
        }
    }

    @Test(
        "Two servers have two ports, and each its own address",
        arguments: ["127.0.0.1", "127.0.0.2", "localhost", "0.0.0.0"])
    func addresses(_ host: String) async throws {
        var configuration = ServerConfiguration()
        configuration.host = host
        try await withServer(configuration) { server in
            try await withServer(configuration) { other in #expect(server.port != other.port) }
            #expect(server.baseURL == "http://\(host == "0.0.0.0" ? "127.0.0.1" : host):\(server.port)")
        }
    }
}
