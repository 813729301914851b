import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct PacingTests {
    @Test func `on an immediate clock nothing takes time`() async throws {
        let text = String(repeating: "äöü€🙂", count: 1_000)
        let server = MockServer(origin, clock: .immediate) {
            Stub(.get("/delayed"), returning: .text("x").delayed(by: .seconds(60)))
            Stub(.get("/throttled"), returning: .text(text).throttled(bytesPerSecond: 7))
            Stub(.get("/stream")) { _ in
                .stream { body in
                    for word in ["a", "b"] {
                        try await body.sleep(for: .seconds(50))
                        try await body.write(word)
                    }
                }
            }
        }
        // The time limit of the suite would tell if any of it took its time.
        #expect(try await server.get("/delayed").text == "x")
        #expect(try await server.get("/throttled").text == text)
        #expect(try await server.get("/stream").text == "ab")
    }

    @Test func `an answer comes at its moment and not a nanosecond before`() async throws {
        for _ in 0..<200 {
            let clock = ManualClock()
            let server = MockServer(origin, clock: clock) {
                Stub(.any, returning: .text("x").delayed(by: .seconds(30)))
            }
            async let answer = server.get("/a")
            try await server.nextRequest(.get("/a"))
            await clock.advance(by: .seconds(30) - .nanoseconds(1))
            guard case .pending = try #require(server.exchanges.first).outcome else {
                Issue.record("answered too early")
                return
            }
            await clock.advance(by: .nanoseconds(1))
            guard case .response = try #require(server.exchanges.first).outcome else {
                Issue.record("not answered when advance returned")
                return
            }
            #expect(try await answer.text == "x")
            #expect(server.exchanges.first?.completion == .seconds(30))
        }
    }

    @Test func `advance returns when the client's completion handler has run`() async throws {
        for _ in 0..<200 {
            let clock = ManualClock()
            let server = MockServer(origin, clock: clock) {
                Stub(.any, returning: .text("x").delayed(by: .seconds(1)))
            }
            let session = server.session
            let got = Box<String?>(nil)
            session.dataTask(with: api("/a")) { data, _, _ in
                got.change { $0 = data.map { String(decoding: $0, as: UTF8.self) } }
            }.resume()
            try await server.nextRequest()
            await clock.advance(by: .seconds(1))
            try #require(got.value == "x", "the client has no answer when advance returns")
        }
    }

    @Test func `an advance before somebody sleeps is not lost`() async throws {
        for _ in 0..<200 {
            let clock = ManualClock()
            let server = MockServer(origin, clock: clock) {
                Stub(.any) { _ in
                    .stream { body in
                        for word in ["a", "b", "c"] {
                            try await body.sleep(for: .seconds(1))
                            try await body.write(word)
                        }
                    }
                }
            }
            async let answer = server.get("/a")
            try await server.nextRequest()
            // One step for all three: each sleeper registers when the clock has passed the one before.
            await clock.advance(by: .seconds(3))
            guard case .response = try #require(server.exchanges.first).outcome else {
                Issue.record("a sleep was lost")
                return
            }
            #expect(try await answer.text == "abc")
            #expect(server.exchanges.first?.completion == .seconds(3))
        }
    }

    @Test func `throttling is exact and cuts through characters`() async throws {
        let clock = ManualClock()
        let text = "aé€🙂" + String(repeating: "é", count: 45)  // 100 bytes
        let server = MockServer(origin, clock: clock) {
            Stub(.any, returning: .text(text).throttled(bytesPerSecond: 30))
        }
        let recorder = Recorder()
        let session = URLSession(configuration: server.configuration(), delegate: recorder, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        session.dataTask(with: URLRequest("/a")).resume()
        try await server.nextRequest()
        await clock.advance(by: .milliseconds(100))
        await recorder.chunks(1)
        #expect(recorder.state.value.chunks == [Data(text.utf8.prefix(3))])
        await clock.advance(by: .milliseconds(3_233))
        guard case .pending = try #require(server.exchanges.first).outcome else {
            Issue.record("100 bytes at 30 a second came before 3.3334 seconds")
            return
        }
        await clock.advance(by: .milliseconds(1))
        await recorder.completion()
        let chunks = recorder.state.value.chunks
        #expect(chunks.allSatisfy { $0.count <= 3 })
        #expect(chunks.contains { String(data: $0, encoding: .utf8) == nil })
        #expect(chunks.reduce(Data(), +) == Data(text.utf8))
    }

    @Test func `an odd rate adds up to whole seconds`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.any, returning: .data(Data(count: 700)).throttled(bytesPerSecond: 70))
        }
        async let answer = server.get("/a")
        try await server.nextRequest()
        await clock.advance(by: .seconds(10))
        #expect(server.exchanges.first?.completion == .seconds(10))
        #expect(try await answer.data.count == 700)
    }

    @Test(arguments: [0, 1, 500, 1_000, 5_000])
    func `a cut breaks off after its bytes`(_ bytes: Int) async throws {
        let whole = Data((0..<1_000).map { UInt8($0 % 251) })
        let server = MockServer(origin) {
            Stub(.get("/ready"), returning: .data(whole).cut(after: bytes, error: .secureConnectionFailed))
            Stub(
                .get("/slow"),
                returning: .data(whole).delayed(by: .nanoseconds(1)).cut(after: bytes, error: .secureConnectionFailed))
            Stub(.get("/stream")) { _ in
                .stream { body in
                    for start in stride(from: 0, to: 1_000, by: 300) {
                        try? await body.write(whole[start..<min(1_000, start + 300)])
                    }
                }.cut(after: bytes, error: .secureConnectionFailed)
            }
        }
        for path in ["/ready", "/slow", "/stream"] {
            let recorder = await record(server, URLRequest(path))
            #expect(recorder.state.value.chunks.reduce(Data(), +) == whole.prefix(bytes))
            #expect((recorder.state.value.error as? URLError)?.code == .secureConnectionFailed)
            #expect(recorder.state.value.response?.expectedContentLength == (path == "/stream" ? -1 : 1_000))
            #expect(await server.error(of: path)?.code == .secureConnectionFailed)
        }
    }

    @Test func `delays add up and negative ones are none`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.get("/sum"), returning: .text("x").delayed(by: .seconds(1)).delayed(by: .seconds(2)))
            Stub(.get("/none"), returning: .text("y").delayed(by: .seconds(-5)))
        }
        #expect(try await server.get("/none").text == "y")
        async let answer = server.get("/sum")
        try await server.nextRequest(.get("/sum"))
        await clock.advance(by: .seconds(3))
        #expect(server.exchanges.last?.completion == .seconds(3))
        _ = try await answer
    }

    @Test func `a clock of the test's own paces answers`() async throws {
        let clock = CountingClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.any, returning: .text("x").delayed(by: .seconds(30)))
        }
        #expect(try await server.get("/a").text == "x")
        #expect(clock.deadlines.value.contains(.seconds(130)))
    }
}

/// A foreign clock: what is due before its hundredth second from the start comes at once, the rest never.
private struct CountingClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    let deadlines = Box<[Duration]>([])
    var now: Instant { Instant(offset: .seconds(100)) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        deadlines.change { $0.append(deadline.offset) }
        if deadline.offset > .seconds(150) { for await _ in AsyncStream<Never>.makeStream().stream {} }
        try Task.checkCancellation()
    }
}
