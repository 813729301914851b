import Foundation
import LoopbackHTTP
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Clients that others wrote", .timeLimit(.minutes(3)))
struct ForeignClientTests {
    @Test("URLSession gets its answers, bodies of many chunks too")
    func urlSession() async throws {
        let handler: LoopbackServer.Handler = { request, response in
            response.start(ResponseHead(201))
            for _ in 0..<50 { response.write(request.body) }
            response.end()
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

    static let script = """
        import http.client, sys
        c = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)
        for body in ["a", "b"]:
            c.request("POST", "/x", iter([body.encode(), body.encode()]), encode_chunked=True,
                headers={"Transfer-Encoding": "chunked"})
            print(c.getresponse().read().decode(), end="")
        """

    @Test(
        "curl and Python reuse a connection for bodies with 100-continue and in chunks",
        arguments: Tool.present("curl", "python3"))
    func others(_ tool: String) async throws {
        try await withServer { server in
            let url = server.baseURL + "/x"
            let arguments =
                tool == "curl"
                ? [
                    "-sS", "--max-time", "20", "-H", "Expect: 100-continue", "-d", "aa", url, "--next", "-sS", "-d",
                    "bb", url,
                ]
                : ["-c", Self.script, String(server.port)]
            let output = try await Tool.run(tool, arguments)
            #expect(output == "POST /x aa\nPOST /x bb\n")
        }
    }

    @Test("wrk, with 64 connections, sees no error", .enabled(if: Tool.path("wrk") != nil, "wrk is not installed"))
    func wrk() async throws {
        try await withServer { server in
            let output = try await Tool.run("wrk", ["-t1", "-c64", "-d1s", "--timeout", "50s", server.baseURL + "/a"])
            #expect(output.contains("Requests/sec:"))
            #expect(!output.contains("Socket errors") && !output.contains("Non-2xx"), "\(output)")
        }
    }
}
