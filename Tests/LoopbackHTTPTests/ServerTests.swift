import Foundation
import LoopbackHTTP
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Serving", .timeLimit(.minutes(1)))
struct ServerTests {
    @Test("Pipelined requests are answered in order on one connection")
    func pipelining() async throws {
        try await withServer { server in
            let client = RawClient(server)
            client.write((0..<20).map { request("GET /\($0) HTTP/1.1") }.joined())
            client.write(request("GET /last HTTP/1.1", "Connection: close"))
            let text = await client.read()
            let bodies = text.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "\n" } }
            #expect(bodies == (0..<20).map { "GET /\($0) " } + ["GET /last "])
        }
    }

    @Test("100 is sent to a client that waits for it")
    func continues() async throws {
        try await withServer { server in
            let client = RawClient(server)
            client.write(request("PUT /a HTTP/1.1", "Content-Length: 2", "Expect: 100-continue", "Connection: close"))
            #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.write("ok")
            #expect(await client.read().hasSuffix("\r\n\r\nPUT /a ok\n"))
        }
    }

    @Test(
        "A refused request is answered and the connection ends",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421 Misdirected Request"),
            ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "421 Misdirected Request"),
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n", "421 Misdirected Request"),
            ("CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n", "501 Not Implemented"),
            ("GET /\r\n\r\n", "400 Bad Request"),
            ("GET / HTTP/3.0\r\n\r\n", "505 HTTP Version Not Supported"),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999999\r\n\r\n", "413 Content Too Large"),
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

    @Test("A client that reads nothing is cut, and its handler learns it")
    func stuck() async throws {
        var configuration = ServerConfiguration()
        configuration.writeTimeout = .milliseconds(50)
        let (ends, end) = AsyncStream.makeStream(of: (any Error).self)
        let handler: LoopbackServer.Handler = { _, response in
            do {
                try await response.start(ResponseHead(200))
                while true { try await response.write([UInt8](repeating: 0x61, count: 100_000)) }
            } catch { end.yield(error) }
        }
        try await withServer(configuration, handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            var iterator = ends.makeAsyncIterator()
            #expect(await iterator.next() as? ResponseError == .connectionEnded)
            withExtendedLifetime(client) {}
        }
    }

    @Test("A handler is cancelled when its client leaves")
    func clientLeaves() async throws {
        let (events, event) = AsyncStream.makeStream(of: String.self)
        let handler: LoopbackServer.Handler = { _, _ in
            event.yield("began")
            do { try await Task.sleep(for: .seconds(50)) } catch { event.yield("cancelled") }
        }
        try await withServer(handler: handler) { server in
            var iterator = events.makeAsyncIterator()
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            #expect(await iterator.next() == "began")
            client.endWriting()
            #expect(await iterator.next() == "cancelled")
        }
    }

    @Test("One connection too many is answered 503")
    func tooMany() async throws {
        var configuration = ServerConfiguration()
        configuration.maximumConnections = 1
        try await withServer(configuration) { server in
            let first = RawClient(server)
            first.write(request("GET /1 HTTP/1.1"))
            #expect(await first.read(until: "GET /1 \n").hasSuffix("GET /1 \n"))
            let second = RawClient(server)
            #expect(await second.read().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        }
    }

    @Test("Half an answer is cut, and none is answered 500")
    func broken() async throws {
        let handler: LoopbackServer.Handler = { request, response in
            guard request.head.target == "/half" else { return }
            try? await response.start(ResponseHead(200))
            try? await response.write([0x61])
        }
        try await withServer(handler: handler) { server in
            let half = RawClient(server)
            half.write(request("GET /half HTTP/1.1"))
            #expect(await half.read().hasSuffix("\r\n\r\n1\r\na\r\n"))
            let none = RawClient(server)
            none.write(request("GET /none HTTP/1.1"))
            #expect(await none.read().hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        }
    }

    @Test("An upgraded connection carries bytes both ways")
    func upgrade() async throws {
        let handler: LoopbackServer.Handler = { _, response in
            let head = ResponseHead(101, fields: ["Connection": "Upgrade", "Upgrade": "echo"])
            guard let connection = try? await response.upgrade(head) else { return }
            while let bytes = await connection.read() { try? await connection.write(bytes) }
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1", "Connection: Upgrade", "Upgrade: echo", body: "early"))
            #expect(await client.read(until: "early").hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
            client.write("late")
            #expect(await client.read(until: "late") == "late")
            client.endWriting()
            #expect(await client.read() == "")
        }
    }

    @Test("A drain lets an answer end and tells the client; a hard stop cuts")
    func stopping() async throws {
        for (drain, suffix) in [(Duration.seconds(20), "done"), (.zero, "")] {
            let (begins, begin) = AsyncStream.makeStream(of: Void.self)
            let (gates, gate) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer { _, response in
                begin.yield()
                var iterator = gates.makeAsyncIterator()
                _ = await iterator.next()
                try? await response.respond(ResponseHead(200), body: Array("done".utf8))
            }
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            var iterator = begins.makeAsyncIterator()
            _ = await iterator.next()
            let stop = Task { await server.stop(drain: drain) }
            if drain == .zero { await stop.value }
            gate.yield()
            let text = await client.read()
            #expect(text.hasSuffix(suffix) && text.isEmpty == suffix.isEmpty)
            await stop.value
            #expect(server.connectionCount == 0)
        }
    }

    @Test("64 connections at once get each their own answers")
    func many() async throws {
        try await withServer { server in
            let clients = (0..<64).map { _ in RawClient(server) }
            await withTaskGroup(of: Bool.self) { group in
                for (number, client) in clients.enumerated() {
                    group.addTask {
                        for turn in 0..<5 {
                            client.write(request("GET /\(number)/\(turn) HTTP/1.1"))
                            let end = "GET /\(number)/\(turn) \n"
                            guard await client.read(until: end).hasSuffix(end) else { return false }
                        }
                        return true
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
            #expect(server.connectionCount == 64)
        }
    }

    @Test("URLSession gets its answers, bodies of many chunks too")
    func urlSession() async throws {
        let handler: LoopbackServer.Handler = { request, response in
            try? await response.start(ResponseHead(201))
            for _ in 0..<50 { try? await response.write(request.body) }
            try? await response.end()
        }
        try await withServer(handler: handler) { server in
            var request = URLRequest(url: URL(string: server.baseURL + "/a")!)
            request.httpMethod = "POST"
            let body = Data(repeating: 0x61, count: 20_000)
            let session = URLSession(configuration: .ephemeral)
            let (data, response) = try await session.upload(for: request, from: body)
            #expect((response as? HTTPURLResponse)?.statusCode == 201)
            #expect(data.count == 1_000_000)
            session.finishTasksAndInvalidate()
        }
    }

    static let tools = ["curl", "python3"].filter { Tool.path($0) != nil }

    @Test(
        "Clients of others are answered", .enabled(if: !tools.isEmpty, "neither curl nor python3 is here"),
        arguments: tools)
    func others(_ tool: String) async throws {
        try await withServer { server in
            let script = """
                import http.client, sys
                c = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)
                for body in ["a", "b"]:
                    c.request("POST", "/x", iter([body.encode(), body.encode()]), encode_chunked=True,
                        headers={"Transfer-Encoding": "chunked"})
                    print(c.getresponse().read().decode(), end="")
                """
            let url = server.baseURL + "/x"
            let arguments =
                tool == "curl"
                ? [
                    "-sS", "--max-time", "20", "-H", "Expect: 100-continue", "-d", "aa", url, "--next", "-sS", "-d",
                    "bb", url,
                ]
                : ["-c", script, String(server.port)]
            let output = try await Tool.run(tool, arguments)
            #expect(output == "POST /x aa\nPOST /x bb\n")
        }
    }
}

/// A program of the machine.
enum Tool {
    static func path(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func run(_ name: String, _ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(name) ?? name)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = pipe.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }
}
