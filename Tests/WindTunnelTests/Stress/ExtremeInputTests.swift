import TestSupport
import Testing

@testable import WindTunnel

/// Values that nobody means, and that must not bring the process down.
@Suite(.timeLimit(.minutes(3)))
struct ExtremeInputTests {
    private static let longest = Duration.seconds(Int64.max)
    private static let endless: [MockResponse] = [
        .text("x").delayed(by: longest), .text("x").delayed(by: .seconds(1e19)),
        (0..<40).reduce(.text("x")) { response, _ in response.delayed(by: longest) },
        .stream { body in for _ in 0..<40 { try await body.sleep(for: longest) } },
    ]

    @Test(arguments: endless.indices)
    func `A delay beyond all clocks times out like any other`(number: Int) async throws {
        let server = MockServer(origin) { Stub(.any, returning: Self.endless[number]) }
        var request = URLRequest("/a")
        request.timeoutInterval = 0.05
        let error = await #expect(throws: URLError.self) { try await server.session.answer(request) }
        #expect(error?.code == .timedOut)
    }

    @Test
    func `A clock that is moved beyond all bounds stays at the last moment`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) { Stub(.any, returning: .text("x").delayed(by: Self.longest)) }
        async let code = server.error(of: "/a")?.code
        try await server.nextRequest()
        for _ in 0..<40 { await clock.advance(by: Self.longest) }
        #expect(await code == .timedOut)
    }

    @Test
    func `A negative delay is none`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .text("x").delayed(by: .seconds(Int64.min))) }
        #expect(try await server.get("/a").text == "x")
    }

    @Test
    func `An event's retry beyond all bounds is a number`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .events(.init("x", retry: Self.longest))) }
        #expect(try await server.get("/a").text == "retry: 1000000000000000\ndata: x\n\n")
    }

    @Test
    func `Waiting for ever for a request ends with the task`() async {
        let server = MockServer(origin)
        let waiting = Task { try await server.nextRequest(within: Self.longest) }
        waiting.cancel()
        await #expect(throws: WaitingError.self) { try await waiting.value }
    }

    @Test(arguments: [Way.asyncCall, .completionHandler, .delegate])
    func `Bytes are counted from zero, whatever they are cut out of`(way: Way) async throws {
        let slice = Data("0123456789".utf8).dropFirst(3)
        let server = MockServer(origin) {
            Stub(.get("/slice"), returning: .data(slice))
            Stub(.get("/chunks"), returning: .stream { body in try await body.write(slice) })
        }
        for path in ["/slice", "/chunks"] {
            let data = try await way.ask(server, URLRequest(path)).data
            #expect(data.startIndex == 0)
            #expect(data == Data("3456789".utf8))
        }
    }

    @Test
    func `A delegate gets every piece of a throttled body counted from zero`() async throws {
        let text = String(repeating: "x", count: 40_000)
        let server = MockServer(origin, clock: .immediate) {
            Stub(.any, returning: .text(text).throttled(bytesPerSecond: 1_000_000))
        }
        let recorder = Recorder()
        let session = URLSession(configuration: server.configuration(), delegate: recorder, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        _ = try await recorder.run(session.dataTask(with: api("/a")))
        #expect(recorder.state.value.chunks.map(\.startIndex) == [0, 0, 0])
    }

    @Test
    func `A request's body is counted from zero`() async throws {
        let server = MockServer(origin) { Stub(.any) { request in .text("\(request.body.startIndex)") } }
        let body = Data("0123456789".utf8).dropFirst(3)
        #expect(try await server.session.answer(URLRequest("/a", method: "POST", body: body)).text == "0")
    }

    @Test
    func `A stream without an end does not run for a HEAD`() async throws {
        let server = MockServer(origin) {
            Stub(.any, returning: .stream { body in while true { try await body.write("x") } })
        }
        #expect(try await server.get("/a", method: "HEAD").status == 200)
    }

    @Test
    func `Ten thousand items of an unexpected query make a report that can be read`() async throws {
        let items = (0..<10_000).map { "k\($0)=\($0)" }.joined(separator: "&")
        let server = MockServer(origin) { Stub(.get("/a"), .query("none", "x"), returning: .text("x")) }
        let report = try #require(await server.error(of: "/a?" + items)).localizedDescription
        #expect(report.contains(".query(\"k18\", \"18\"), .query(\"k19\", \"19\"), returning: .status(200))"))
        #expect(report.utf8.count < 6_000)
    }

    @Test
    func `A path of fifty thousand segments is found`() async throws {
        let path = String(repeating: "/a", count: 50_000)
        let server = MockServer(origin) { Stub(.get(path), returning: .text("deep")) }
        #expect(try await server.get(path).text == "deep")
    }
}
