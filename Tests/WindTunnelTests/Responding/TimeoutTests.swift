import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct TimeoutTests {
    private func outcome(_ server: MockServer) throws -> String {
        switch try #require(server.exchanges.first).outcome {
        case .pending: "pending"
        case .failure(let error as URLError) where error.code == .timedOut: "timed out"
        case .response: "response"
        default: "something else"
        }
    }

    @Test func `a request times out at its own interval, not a nanosecond before`() async throws {
        for _ in 0..<100 {
            let clock = ManualClock()
            let server = MockServer(origin, clock: clock) { Stub(.any, returning: .never) }
            var request = URLRequest("/a")
            request.timeoutInterval = 7
            let task = Task { [request] in try await server.session.answer(request) }
            try await server.nextRequest()
            await clock.advance(by: .seconds(7) - .nanoseconds(1))
            #expect(try outcome(server) == "pending")
            await clock.advance(by: .nanoseconds(1))
            #expect(try outcome(server) == "timed out")
            let error = await #expect(throws: URLError.self) { try await task.value }
            #expect(error?.code == .timedOut)
            #expect(error?.userInfo[NSURLErrorFailingURLErrorKey] as? URL == api("/a"))
        }
    }

    @Test func `an answer that is due at the moment of the time-out is in time`() async throws {
        for delay in [Duration.seconds(7), .seconds(7) + .nanoseconds(1)] {
            let clock = ManualClock()
            let server = MockServer(origin, clock: clock) { Stub(.any, returning: .text("x").delayed(by: delay)) }
            var request = URLRequest("/a")
            request.timeoutInterval = 7
            let task = Task { [request] in try await server.session.answer(request) }
            try await server.nextRequest()
            await clock.advance(by: .seconds(8))
            #expect(try outcome(server) == (delay == .seconds(7) ? "response" : "timed out"))
            _ = await task.result
        }
    }

    @Test(arguments: [(59, true), (60, true), (61, false)])
    func `an immediate clock times out what would take longer`(_ seconds: Int, _ isAnswered: Bool) async throws {
        let server = MockServer(origin, clock: .immediate) {
            Stub(.get("/delay"), returning: .text("x").delayed(by: .seconds(seconds)))
            Stub(.get("/stream")) { _ in
                .stream { body in
                    try await body.write("a")
                    try await body.sleep(for: .seconds(seconds))
                    try await body.write("b")
                }
            }
            Stub(.get("/deaf")) { _ in
                .stream { body in
                    try? await body.sleep(for: .seconds(seconds))
                    try? await body.write("b")
                }
            }
        }
        for path in ["/delay", "/stream", "/deaf"] {
            #expect(await server.error(of: path)?.code == (isAnswered ? nil : .timedOut), "\(path)")
        }
    }

    @Test func `never times out at once on an immediate clock`() async throws {
        let server = MockServer(origin, clock: .immediate) { Stub(.any, returning: .never) }
        #expect(await server.error(of: "/a")?.code == .timedOut)
        #expect(try outcome(server) == "timed out")
    }

    @Test func `the configuration's interval counts when the request has none`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) { Stub(.any, returning: .never) }
        let configuration = server.configuration()
        configuration.timeoutIntervalForRequest = 5
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let task = Task { try await session.answer("/a") }
        try await server.nextRequest()
        await clock.advance(by: .seconds(5) - .nanoseconds(1))
        #expect(try outcome(server) == "pending")
        await clock.advance(by: .nanoseconds(1))
        #expect(try outcome(server) == "timed out")
        _ = await task.result
    }

    @Test func `every sign of life starts the interval again, and the resource's interval counts for the whole`()
        async throws
    {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.any) { _ in
                .stream { body in
                    while true {
                        try await body.write("x")
                        try await body.sleep(for: .seconds(4))
                    }
                }
            }
        }
        let configuration = server.configuration()
        configuration.timeoutIntervalForRequest = 5
        configuration.timeoutIntervalForResource = 21
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let task = Task { try await session.answer("/a") }
        try await server.nextRequest()
        await clock.advance(by: .seconds(21) - .nanoseconds(1))
        #expect(try outcome(server) == "pending")
        await clock.advance(by: .nanoseconds(1))
        #expect(try outcome(server) == "timed out")
        _ = await task.result
    }

    @Test func `a silent stream times out after its last write`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.any) { _ in
                .stream { body in
                    try await body.sleep(for: .seconds(50))
                    try await body.write("x")
                    try await body.sleep(for: .seconds(500))
                }
            }
        }
        let task = Task { try await server.get("/a") }
        try await server.nextRequest()
        await clock.advance(by: .seconds(109))
        #expect(try outcome(server) == "pending")
        await clock.advance(by: .seconds(1))
        #expect(try outcome(server) == "timed out")
        #expect(server.exchanges.first?.completion == .seconds(110))
        _ = await task.result
    }

    @Test func `a held request times out`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) { Stub(.any, returning: .held) }
        async let error = server.error(of: "/a")
        let pending = try await server.nextPending()
        await clock.advance(by: .seconds(60))
        #expect(try outcome(server) == "timed out")
        #expect(await error?.code == .timedOut)
        #expect(!pending.respond(.text("x")))
    }
}
