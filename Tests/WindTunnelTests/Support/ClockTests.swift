import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ClockTests {
    /// Sleeps in a task and tells when it has begun to: it is asked for the clock's time right before.
    private func sleeper(_ clock: ManualClock, _ seconds: Int, _ log: Box<[Int]>) -> Task<Void, any Error> {
        let deadline = ManualClock().now.advanced(by: .seconds(seconds))
        return Task {
            try await clock.sleep(until: deadline)
            log.change { $0.append(seconds) }
        }
    }

    @Test func `a clock stands still until it is moved`() async throws {
        let clock = ManualClock()
        let start = clock.now
        await clock.advance(by: .seconds(3))
        #expect(start.duration(to: clock.now) == .seconds(3))
        await clock.advance(to: start.advanced(by: .seconds(1)))
        #expect(start.duration(to: clock.now) == .seconds(3))
        await clock.advance(by: .seconds(-2))
        #expect(start.duration(to: clock.now) == .seconds(3))
        await clock.advance(by: .zero)
        #expect(start.duration(to: clock.now) == .seconds(3))
        #expect(clock.minimumResolution == .nanoseconds(1))
    }

    @Test func `what is due sleeps no longer, also when it begins later`() async throws {
        let clock = ManualClock()
        let log = Box<[Int]>([])
        await clock.advance(by: .seconds(5))
        try await sleeper(clock, 5, log).value
        try await sleeper(clock, 1, log).value
        #expect(log.value == [5, 1])
    }

    @Test func `sleepers wake in the order of their moments, each at its own`() async throws {
        let clock = ManualClock()
        let seen = Box<[Duration]>([])
        let start = clock.now
        let order = [3, 1, 2, 5, 4]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for second in order {
                group.addTask {
                    try await clock.sleep(until: start.advanced(by: .seconds(second)))
                    seen.change { $0.append(.seconds(second)) }
                }
            }
            for second in 1...5 {
                await clock.advance(to: start.advanced(by: .seconds(second)))
                try await group.next()
                #expect(seen.value == (1...second).map { .seconds($0) })
            }
        }
    }

    @Test func `a cancelled sleep throws at once, also when it was cancelled before it began`() async throws {
        let clock = ManualClock()
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let late = Task {
            for await _ in gate { break }
            try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
        }
        late.cancel()
        opener.yield()
        await #expect(throws: CancellationError.self) { try await late.value }
        for _ in 0..<500 {
            let task = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await clock.advance(by: .seconds(10))
    }

    @Test func `run goes from sleeper to sleeper of servers until nobody sleeps`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.get("/a"), returning: .text("a").delayed(by: .seconds(40)))
            Stub(.get("/b")) { _ in
                .stream { body in
                    for _ in 0..<5 {
                        try await body.sleep(for: .seconds(50))
                        try await body.write("b")
                    }
                }
            }
        }
        async let first = server.get("/a")
        async let second = server.get("/b")
        try await server.nextRequest(.get("/a"))
        try await server.nextRequest(.get("/b"))
        await clock.run()
        #expect(
            server.exchanges.map(\.completion)
                == server.exchanges.map { $0.request.path == "/a" ? .seconds(40) : .seconds(250) })
        #expect(try await first.text == "a")
        #expect(try await second.text == "bbbbb")
    }

    @Test func `a clock serves code of the client as well`() async throws {
        let clock = ManualClock()
        func pause(_ clock: some Clock<Duration>) async throws { try await clock.sleep(for: .seconds(2)) }
        await clock.advance(by: .seconds(1))
        let task = Task { try await pause(clock) }
        let mover = Task {
            while !Task.isCancelled {
                await clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        try await task.value
        mover.cancel()
    }

    @Test func `one clock moves several servers, each answer at its moment`() async throws {
        let clock = ManualClock()
        let servers = (1...20).map { number in
            MockServer(origin, clock: clock) { Stub(.any, returning: .text("\(number)").delayed(by: .seconds(number))) }
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for server in servers { group.addTask { try await server.get("/a").text } }
            for server in servers { try await server.nextRequest() }
            await clock.advance(by: .seconds(20))
            #expect(servers.map { $0.exchanges.first?.completion } == (1...20).map { .seconds($0) })
            var texts: Set<String> = []
            for try await text in group { texts.insert(text) }
            #expect(texts.count == 20)
        }
    }

    @Test func `advances from many tasks are all counted`() async throws {
        let clock = ManualClock()
        let start = clock.now
        for _ in 0..<20 { await clock.advance(by: .seconds(1)) }
        #expect(start.duration(to: clock.now) == .seconds(20))
    }

    @Test func `the continuous clock counts as real time`() async throws {
        let server = MockServer(origin, clock: ContinuousClock()) {
            Stub(.any, returning: .text("x").delayed(by: .milliseconds(30)))
        }
        let start = ContinuousClock.now
        #expect(try await server.get("/a").text == "x")
        #expect(ContinuousClock.now - start >= .milliseconds(30))
    }
}
