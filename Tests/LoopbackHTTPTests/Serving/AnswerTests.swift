import Foundation
import LoopbackHTTP
import TestSupport
import Testing

@Suite("Answers on a socket", .timeLimit(.minutes(3)))
struct AnswerTests {
    @Test("Pipelined requests are answered in order on one connection")
    func pipelining() async throws {
        try await withServer { server in
            let client = RawClient(server)
            client.write((0..<20).map { request("GET /\($0) HTTP/1.1") }.joined())
            client.write(request("GET /last HTTP/1.1", "Connection: close"))
            let text = await client.read()
            let bodies = text.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "\n" } }
            #expect(bodies == (0..<20).map { "GET /\($0) " } + ["GET /last "])
        }
    }

    @Test("An answer that comes later holds up the next request of its connection, and no other connection")
    func later() async throws {
        let waiting = Box<[ResponseStream]>([])
        let signals = Signals()
        let handler: LoopbackServer.Handler = { request, response in
            guard request.head.target == "/slow" else { return echo(request, response) }
            waiting.change { $0.append(response) }
            signals.send("slow")
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET /slow HTTP/1.1") + request("GET /quick HTTP/1.1", "Connection: close"))
            #expect(await signals.next() == "slow")
            let other = RawClient(server)
            other.write(request("GET /other HTTP/1.1", "Connection: close"))
            #expect(await other.read().hasSuffix("GET /other \n"))
            waiting.value.first?.respond(ResponseHead(200), body: Array("slow\n".utf8))
            let text = await client.read()
            #expect(
                text.hasSuffix("slow\nHTTP/1.1 200 OK\r\nContent-Length: 12\r\nConnection: close\r\n\r\nGET /quick \n"))
        }
    }

    @Test("100 is sent to a client that waits for it, and not to one that has begun")
    func continues() async throws {
        try await withServer { server in
            let client = RawClient(server)
            client.write(request("PUT /a HTTP/1.1", "Content-Length: 2", "Expect: 100-continue"))
            #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.write("ok")
            #expect(await client.read(until: "ok\n") == "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nPUT /a ok\n")
            client.write(
                request("PUT /b HTTP/1.1", "Content-Length: 2", "Expect: 100-continue", "Connection: close", body: "go")
            )
            #expect(await client.read().hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("A head goes out as it is told: order, case, repeated fields, its own reason")
    func head() async throws {
        let handler: LoopbackServer.Handler = { _, response in
            response.respond(
                ResponseHead(
                    299, reason: "Fine, then", fields: ["x-b": "1", "X-A": "2", "x-b": "3", "Set-Cookie": "a=b"]),
                body: Array("!".utf8))
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            #expect(
                await client.read(until: "!")
                    == "HTTP/1.1 299 Fine, then\r\nx-b: 1\r\nX-A: 2\r\nx-b: 3\r\nSet-Cookie: a=b\r\nContent-Length: 1\r\n\r\n!"
            )
        }
    }

    @Test("Chunks, informational heads and trailers go out as they are told")
    func chunks() async throws {
        let handler: LoopbackServer.Handler = { _, response in
            response.informational(ResponseHead(103, fields: ["Link": "</a>"]))
            response.start(ResponseHead(200))
            response.write(Array("one".utf8))
            response.write([])
            response.write(Array("two, three".utf8))
            response.end(trailers: ["Sum": "3"])
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            #expect(
                await client.read(until: "3\r\n\r\n") == """
                    HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
                    3\r\none\r\na\r\ntwo, three\r\n0\r\nSum: 3\r\n\r\n
                    """)
        }
    }

    @Test("HEAD, 204 and 304 have no body, and the connection goes on", arguments: ["HEAD", "GET"])
    func bodiless(_ method: String) async throws {
        let handler: LoopbackServer.Handler = { request, response in
            let status = Int(request.head.target.dropFirst()) ?? 200
            response.respond(ResponseHead(status), body: status == 200 ? Array("body".utf8) : [])
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("\(method) /204 HTTP/1.1") + request("\(method) /304 HTTP/1.1"))
            client.write(request("\(method) /200 HTTP/1.1", "Connection: close"))
            let body = method == "HEAD" ? "" : "body"
            #expect(
                await client.read() == """
                    HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 304 Not Modified\r\n\r\n\
                    HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n\(body)
                    """)
        }
    }

    @Test("A client of HTTP/1.0 gets a body that ends with the connection")
    func oldClient() async throws {
        let handler: LoopbackServer.Handler = { _, response in
            response.start(ResponseHead(200))
            response.write(Array("old".utf8))
            response.end()
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write("GET / HTTP/1.0\r\n\r\n")
            #expect(await client.read() == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nold")
        }
    }

    @Test("An answer that breaks off looks like one: cut, reset, or bytes that are no HTTP")
    func broken() async throws {
        let handler: LoopbackServer.Handler = { request, response in
            switch request.head.target {
            case "/cut":
                response.start(ResponseHead(200), length: 9)
                response.write(Array("half".utf8))
                response.cut()
            case "/reset":
                response.start(ResponseHead(200), length: 9)
                response.write(Array("half".utf8))
                response.reset()
            case "/raw":
                response.raw([0, 1, 2])
                response.cut()
            default: response.cut()
            }
        }
        try await withServer(handler: handler) { server in
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"
            for (target, bytes, error) in [
                ("/cut", Array(head.utf8), Int32(0)), ("/reset", Array(head.utf8), ECONNRESET), ("/raw", [0, 1, 2], 0),
                ("/nothing", [], 0),
            ] {
                let client = RawClient(server)
                client.write(request("GET \(target) HTTP/1.1"))
                let (received, ended) = await client.bytes()
                #expect(received == bytes && ended == error, "\(target)")
            }
        }
    }

    @Test("A head that cannot be written is answered 500 with the reason")
    func malformedAnswer() async throws {
        let handler: LoopbackServer.Handler = { _, response in
            response.respond(ResponseHead(200, fields: ["X": "a\r\nb"]))
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            let text = await client.read()
            #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
            #expect(text.contains("the value of X has a control character"))
        }
    }

    @Test("Who goes on with an answer that could not be sent learns that it has ended")
    func malformedStart() async throws {
        let signals = Signals()
        let handler: LoopbackServer.Handler = { _, response in
            response.whenGone { signals.send("gone") }
            response.start(ResponseHead(200, fields: ["X": "\u{1}"]))
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            #expect(await client.read().hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
            #expect(await signals.next() == "gone")
        }
    }

    @Test(
        "Behind an answer that promises another one, or another protocol, the connection ends",
        arguments: [100, 101, 103])
    func informationalAnswer(_ status: Int) async throws {
        let handler: LoopbackServer.Handler = { _, response in response.respond(ResponseHead(status)) }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET / HTTP/1.1"))
            let (bytes, error) = await client.bytes()
            #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 \(status) "))
            #expect(error == 0)
        }
    }

    @Test("What is said behind the end of an answer is not heard, also when the next one has begun")
    func late() async throws {
        let first = Box<ResponseStream?>(nil)
        let handler: LoopbackServer.Handler = { request, response in
            if request.head.target == "/1" { first.change { $0 = response } }
            first.value?.respond(ResponseHead(200), body: Array("first\n".utf8))
            first.value?.write(Array("late".utf8))
            response.respond(ResponseHead(200), body: Array("\(request.head.target)\n".utf8))
        }
        try await withServer(handler: handler) { server in
            let client = RawClient(server)
            client.write(request("GET /1 HTTP/1.1") + request("GET /2 HTTP/1.1", "Connection: close"))
            let text = await client.read()
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nfirst\nHTTP/1.1 200 OK\r\n"))
            #expect(text.hasSuffix("/2\n"))
        }
    }

    @Test("An upgraded connection carries bytes both ways, those that came early first")
    func upgrade() async throws {
        let handler: LoopbackServer.Handler = { _, response in
            Task.detached {
                let head = ResponseHead(101, fields: ["Connection": "Upgrade", "Upgrade": "echo"])
                guard let connection = await response.upgrade(head) else { return }
                while let bytes = await connection.read() { connection.send(bytes) }
                connection.close()
            }
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
            #expect(await server.connectionCount == 64)
            withExtendedLifetime(clients) {}
        }
    }

    @Test("A large body arrives whole, and a large answer too, at a client that reads slowly")
    func large() async throws {
        try await withServer { server in
            let body = String(repeating: "0123456789abcdef", count: 1 << 18)
            let client = RawClient(server, receiveBuffer: 4_096)
            async let text = client.bytes().bytes.count
            client.write(request("POST / HTTP/1.1", "Content-Length: \(body.utf8.count)", "Connection: close"))
            client.write(body)
            #expect(
                await text == "HTTP/1.1 200 OK\r\nContent-Length: 4194312\r\nConnection: close\r\n\r\n".utf8.count
                    + 4_194_312)
        }
    }
}
