import LoopbackHTTP
import TestSupport
import Testing

@Suite("Safety of a socket", .timeLimit(.minutes(3)))
struct SafetyTests {
    @Test(
        "A refused request is answered and the connection ends",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421 Misdirected Request"),
            ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "421 Misdirected Request"),
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n", "421 Misdirected Request"),
            ("GET / HTTP/1.1\r\nHost: 127.0.0.999\r\n\r\n", "421 Misdirected Request"),
            ("CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n", "501 Not Implemented"),
            ("GET /\r\n\r\n", "400 Bad Request"),
            ("GET / HTTP/3.0\r\n\r\n", "505 HTTP Version Not Supported"),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999999\r\n\r\n", "413 Content Too Large"),
            ("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\n", "414 URI Too Long"),
            (
                "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 300),
                "431 Request Header Fields Too Large"
            ),
        ])
    func refusals(_ text: String, _ status: String) async throws {
        try await withServer { server in
            let client = RawClient(server)
            client.write(text)
            let answer = await client.read()
            #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"))
            #expect(answer.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test(
        "Every name of the loopback interface is taken, and a host that was said to be",
        arguments: [
            "localhost", "LOCALHOST:80", "127.0.0.1", "127.9.9.9:1", "[::1]:9", "app.localhost", "known.example:3",
        ])
    func hosts(_ host: String) async throws {
        var configuration = ServerConfiguration()
        configuration.acceptsHost = { $0 == "known.example" }
        try await withServer(configuration) { server in
            let client = RawClient(server)
            client.write("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            #expect(await client.read().hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test(
        "A server on the loopback interface checks the host, however its address was written",
        arguments: ["LOCALHOST", "127.1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"])
    func writtenAddresses(_ host: String) async throws {
        var configuration = ServerConfiguration()
        configuration.host = host
        // A machine may have no such address.
        guard let server = try? LoopbackServer(configuration, handler: echo) else { return }
        guard host.contains(":") else {
            let client = RawClient(server)
            client.write("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            #expect(await client.read().hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"))
            return await server.stop()
        }
        #expect(server.isOnLoopback)
        await server.stop()
    }

    @Test("The second request of a connection may not ask another host either")
    func secondHost() async throws {
        try await withServer { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1") + "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            let text = await client.read()
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("HTTP/1.1 421 Misdirected Request\r\n"))
        }
    }

    @Test(
        "A slow head and a slow body are answered 408, an idle connection is closed without a word",
        arguments: [
            ("", ""), ("GET / HTTP/1.1\r\nHo", "HTTP/1.1 408 Request Timeout\r\n"),
            (request("PUT / HTTP/1.1", "Content-Length: 2", body: "a"), "HTTP/1.1 408 Request Timeout\r\n"),
        ])
    func slow(_ text: String, _ prefix: String) async throws {
        var configuration = ServerConfiguration()
        configuration.idleTimeout = .milliseconds(50)
        configuration.headTimeout = .milliseconds(50)
        configuration.bodyTimeout = .milliseconds(50)
        try await withServer(configuration) { server in
            let client = RawClient(server)
            client.write(text)
            let answer = await client.read()
            #expect(prefix.isEmpty ? answer.isEmpty : answer.hasPrefix(prefix))
        }
    }

    @Test("A client that reads nothing is cut, and who answers it learns it")
    func stuck() async throws {
        var configuration = ServerConfiguration()
        configuration.writeTimeout = .milliseconds(50)
        let signals = Signals()
        let handler: LoopbackServer.Handler = { _, response in
            response.whenGone { signals.send("gone") }
            response.start(ResponseHead(200))
            for _ in 0..<200 { response.write([UInt8](repeating: 0x61, count: 100_000)) }
        }
        try await withServer(configuration, handler: handler) { server in
            let client = RawClient(server, receiveBuffer: 4_096)
            client.write(request("GET / HTTP/1.1"))
            #expect(await signals.next() == "gone")
            withExtendedLifetime(client) {}
        }
    }

    @Test("A writer is held up while the client is behind, and goes on when it reads")
    func backPressure() async throws {
        let signals = Signals()
        let total = 40
        let handler: LoopbackServer.Handler = { _, response in
            Task.detached {
                response.start(ResponseHead(200), length: total * 1_000_000)
                for number in 1...total {
                    response.write([UInt8](repeating: 0x61, count: 1_000_000))
                    await response.waitForRoom()
                    signals.send("\(number)")
                }
                response.end()
            }
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server, receiveBuffer: 4_096)
            client.write(request("GET / HTTP/1.1", "Connection: close"))
            #expect(await signals.next() == "1")
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 40000000\r\nConnection: close\r\n\r\n"
            #expect(await client.bytes().bytes.count == head.utf8.count + total * 1_000_000)
            for number in 2...total { #expect(await signals.next() == "\(number)") }
        }
    }

    @Test("Who answers learns that the client has left", arguments: ["end", "reset"])
    func clientLeaves(_ way: String) async throws {
        let signals = Signals()
        let handler: LoopbackServer.Handler = { _, response in
            response.whenGone { signals.send("gone") }
            signals.send("asked")
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            #expect(await signals.next() == "asked")
            if way == "end" { client.endWriting() } else { client.reset() }
            #expect(await signals.next() == "gone")
        }
    }

    @Test("One connection too many is answered 503, and there is room again when another has left")
    func tooMany() async throws {
        var configuration = ServerConfiguration()
        configuration.maximumConnections = 1
        try await withServer(configuration) { server in
            let first = RawClient(server)
            first.write(request("GET /1 HTTP/1.1", "Connection: close"))
            let second = RawClient(server)
            #expect(await second.read().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
            #expect(await first.read().hasSuffix("GET /1 \n"))
            first.endWriting()
            await eventually { await server.connectionCount <= 1 }
            #expect(await server.connectionCount <= 1)
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test("Clients that leave in the middle of everything take nothing down and leave nothing behind")
    func storm() async throws {
        let handler: LoopbackServer.Handler = { request, response in
            response.start(ResponseHead(200))
            for _ in 0..<20 { response.write([UInt8](repeating: 0x61, count: 10_000)) }
            response.end()
        }
        try await withServer(handler: handler) { server in
            var random = SeededGenerator(seed: 7)
            let message = Array(request("POST / HTTP/1.1", "Content-Length: 4", body: "body").utf8)
            await withTaskGroup { group in
                for _ in 0..<200 {
                    let count = Int.random(in: 0...message.count, using: &random)
                    let way = Int.random(in: 0..<3, using: &random)
                    group.addTask {
                        let client = RawClient(server)
                        client.write(Array(message[..<count]))
                        if way == 0 { client.reset() }
                        if way == 1 { client.endWriting() }
                    }
                }
            }
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1", "Connection: close"))
            #expect(await client.read().hasPrefix("HTTP/1.1 200 OK\r\n"))
            client.endWriting()
            await eventually { await server.connectionCount <= 1 }
            #expect(await server.connectionCount <= 1)
        }
    }

    @Test(
        "A thousand idle connections cost less than 20 MB and are all answered",
        .enabled(if: ThisProcess.descriptors > 0))
    func idle() async throws {
        // In a process of its own: others use memory and descriptors meanwhile.
        await #expect(processExitsWith: .success) {
            try await withServer { server in
                let first = RawClient(server)
                first.write(request("GET / HTTP/1.1"))
                _ = await first.read(until: "GET / \n")
                let before = ThisProcess.residentBytes
                var clients: [RawClient] = []
                for _ in 0..<400 {
                    let client = RawClient(server)
                    client.write(request("GET / HTTP/1.1"))
                    guard await client.read(until: "GET / \n").hasSuffix("GET / \n") else { fatalError("no answer") }
                    clients.append(client)
                }
                let bytes = (ThisProcess.residentBytes - before) / 400 * 1_000
                precondition(bytes < 20_000_000, "1,000 connections cost \(bytes) bytes")
                withExtendedLifetime(clients) {}
            }
        }
    }
}
