import TestSupport
import Testing
import WindTunnel

/// Time.
@Suite(.timeLimit(.minutes(3)))
struct TimeBehavior {
    @Test(arguments: Transport.allCases)
    func `an answer comes at its moment and not a nanosecond before`(_ transport: Transport) async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.get("/slow"), returning: .text("x").delayed(by: .seconds(10)).delayed(by: .seconds(20)))
        }
        try await transport.with(server) { client in
            async let outcome = client.outcome("/slow")
            try await server.nextRequest(.get("/slow"))
            await clock.advance(by: .seconds(30) - .nanoseconds(1))
            #expect(server.story == ["GET /slow → pending"])
            await clock.advance(by: .nanoseconds(1))
            #expect(server.story == ["GET /slow → 200"])
            #expect(await outcome == "200 x")
        }
        #expect(server.exchanges.map(\.arrival) == [.zero])
        #expect(server.exchanges.map(\.completion) == [.seconds(30)])
    }

    @Test(arguments: Transport.allCases)
    func `on an immediate clock nothing takes time`(_ transport: Transport) async throws {
        let text = String(repeating: "äöü€🙂", count: 1_000)
        let server = MockServer(origin, clock: .immediate) {
            Stub(.get("/delayed"), returning: .text("x").delayed(by: .seconds(59)))
            Stub(.get("/throttled"), returning: .text(text).throttled(bytesPerSecond: 7))
            Stub(.get("/slow"), returning: .text("head").fault(.slowHeaders(over: .seconds(59))))
            Stub(.get("/stream")) { _ in
                .stream { body in
                    for word in ["a", "b"] {
                        try await body.sleep(for: .seconds(50))
                        try await body.write(word)
                    }
                }
            }
        }
        try await transport.with(server) { client in
            #expect(await client.outcome("/delayed") == "200 x")
            #expect(await client.outcome("/throttled") == "200 " + text)
            #expect(await client.outcome("/slow") == "200 head")
            #expect(await client.outcome("/stream") == "200 ab")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a throttled body comes piece by piece`(_ transport: Transport) async throws {
        let clock = ManualClock()
        let body = Data((0..<100).map { UInt8($0) })
        let server = MockServer(origin, clock: clock) {
            Stub(.any, returning: .data(body).throttled(bytesPerSecond: 10))
        }
        let recorder = Recorder()
        try await transport.with(server, recorder: recorder) { client in
            _ = client.start(.get("/a"))
            try await server.nextRequest()
            await clock.advance(by: .seconds(4))
            await recorder.bytes(40)
            #expect(recorder.data == body.prefix(40))
            await clock.advance(by: .seconds(6))
            await recorder.completion()
            #expect(recorder.data == body)
        }
        #expect(server.exchanges.first?.completion == .seconds(10))
    }

    @Test(arguments: Transport.allCases)
    func `each write of a stream arrives before the next`(_ transport: Transport) async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.any) { _ in
                .stream { body in
                    for word in ["one ", "two ", "three"] {
                        try await body.write(word)
                        try await body.sleep(for: .seconds(1))
                    }
                }
            }
        }
        let recorder = Recorder()
        try await transport.with(server, recorder: recorder) { client in
            _ = client.start(.get("/a"))
            await recorder.bytes(4)
            #expect(recorder.text == "one ")
            await clock.advance(by: .seconds(1))
            await recorder.bytes(8)
            #expect(recorder.text == "one two ")
            await clock.advance(by: .seconds(2))
            await recorder.completion()
            #expect(recorder.outcome == "200 one two three")
        }
        #expect(server.exchanges.first?.completion == .seconds(3))
    }

    @Test(arguments: Transport.allCases)
    func `slow headers take their time`(_ transport: Transport) async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.any, returning: .text("x").fault(.slowHeaders(over: .seconds(8))))
        }
        let recorder = Recorder()
        try await transport.with(server, recorder: recorder) { client in
            _ = client.start(.get("/a"))
            try await server.nextRequest()
            await clock.advance(by: .seconds(7))
            #expect(recorder.response == nil)
            await clock.advance(by: .seconds(1))
            await recorder.completion()
            #expect(recorder.outcome == "200 x")
        }
        #expect(server.exchanges.first?.completion == .seconds(8))
    }

    @Test(arguments: Transport.allCases)
    func `a held request waits for the test's answer`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.get("/feed"), returning: .held) }
        try await transport.with(server) { client in
            async let outcome = client.outcome("/feed")
            let pending = try await server.nextPending(.get("/feed"))
            #expect("\(pending)" == "GET https://api.example.com/feed")
            #expect(server.story == ["GET /feed → pending"])
            #expect(pending.respond(.json(["id": 1])))
            #expect(!pending.respond(.text("second")))
            #expect(await outcome == #"200 {"id":1}"#)
        }
    }

    @Test(arguments: Transport.allCases)
    func `held requests are answered in any order, by any kind of answer`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/next"), returning: .text("next"))
            Stub(.any, returning: .held)
        }
        try await transport.with(server) { client in
            async let first = client.outcome("/1")
            async let second = client.outcome("/2")
            let pendingSecond = try await server.nextPending(.get("/2"))
            try await server.nextPending(.get("/1")).respond(.redirect(to: "/next"))
            #expect(await first == "200 next")
            pendingSecond.respond(.stream { try await $0.write("streamed") })
            #expect(await second == "200 streamed")
            async let third = client.outcome("/3")
            try await server.nextPending().respond(.held)
            try await server.nextPending().respond(.text("at last"))
            #expect(await third == "200 at last")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a held request can be failed`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .held) }
        try await transport.with(server) { client async throws in
            async let outcome = client.outcome("/a")
            #expect(try await server.nextPending().fail(.timedOut))
            let expected = transport.differs(.failureHasNoCode, inProcess: "URLError -1001", socket: Loader.noAnswer)
            #expect(await outcome == expected)
        }
        #expect(server.story == ["GET /a → URLError -1001"])
    }

    @Test(arguments: Transport.allCases)
    func `what the test answers may take time, from the answer on`(_ transport: Transport) async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) { Stub(.any, returning: .held) }
        try await transport.with(server) { client in
            async let outcome = client.outcome("/a")
            let pending = try await server.nextPending()
            await clock.advance(by: .seconds(20))
            pending.respond(.text("x").delayed(by: .seconds(5)))
            await clock.advance(by: .seconds(5))
            #expect(await outcome == "200 x")
        }
        #expect(server.exchanges.map(\.completion) == [.seconds(25)])
    }

    @Test(arguments: Transport.allCases)
    func `never answers nobody until the client cancels`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .never) }
        let recorder = Recorder()
        try await transport.with(server, recorder: recorder) { client in
            let task = client.start(.get("/a"))
            try await server.nextRequest()
            #expect(server.story == ["GET /a → pending"])
            task.cancel()
            await recorder.completion()
            await server.settled()
        }
        #expect(recorder.code == .cancelled)
        #expect(server.story == ["GET /a → cancelled"])
    }

    @Test(arguments: Transport.allCases)
    func `a simulated time-out`(_ transport: Transport) async throws {
        let server = MockServer(origin, clock: .immediate) {
            Stub(.get("/slow"), returning: .text("x").delayed(by: .seconds(61)))
            Stub(.get("/never"), returning: .never)
        }
        let recorder = Recorder()
        try await transport.with(server, recorder: recorder) { client in
            let expected = transport.differs(.timeOutIsTheClients, inProcess: "URLError -1001", socket: "200 x")
            #expect(await client.outcome("/slow") == expected)
            let task = client.start(.get("/never"))
            try await server.nextRequest(.get("/never"))
            if transport.differs(.timeOutIsTheClients, inProcess: false, socket: true) { task.cancel() }
            await recorder.completion()
            await server.settled()
        }
        let story = transport.differs(.timeOutIsTheClients, inProcess: "URLError -1001", socket: "cancelled")
        #expect(server.story.last == "GET /never → \(story)")
    }

    @Test(arguments: Transport.allCases)
    func `a client's own time-out`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .never) }
        try await transport.with(server) { client in
            #expect(await client.outcome(Ask(timeout: 1)) == "URLError -1001")
            await server.settled()
        }
        let story = transport.differs(.timeOutIsTheClients, inProcess: "URLError -1001", socket: "cancelled")
        #expect(server.story == ["GET /a → \(story)"])
    }
}
