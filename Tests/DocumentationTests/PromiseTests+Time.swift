import Foundation
import Testing
import WindTunnelTesting

private struct SlowClient: Sendable {
    var session: URLSession
    func user(_ id: Int) async throws -> User {
        try JSONDecoder().decode(User.self, from: try await session.get("/slow").body)
    }
}

@MainActor
private final class Model {
    let session: URLSession
    private(set) var isLoading = false
    init(session: URLSession) { self.session = session }

    func load() async throws -> String {
        isLoading = true
        defer { isLoading = false }
        return try await session.get("/feed").text
    }
}

@Suite("promised spellings: time", .timeLimit(.minutes(3)))
struct PromisedTime {
    @Test("`.immediate`: delays and throttling take no time at all")
    func immediate() async throws {
        let instant = MockServer(clock: .immediate) {
            Stub(.get("/slow"), returning: .json(ann).delayed(by: .seconds(30)).throttled(bytesPerSecond: 1))
        }
        #expect(try await SlowClient(session: instant.session).user(42) == ann)
        #expect(instant.exchanges.first?.completion == .zero)
    }

    @Test("a manual clock: the answer comes when the clock is moved")
    func manual() async throws {
        let clock = ManualClock()
        let server = MockServer(clock: clock) { Stub(.get("/slow"), returning: .json(ann).delayed(by: .seconds(30))) }
        let client = SlowClient(session: server.session)
        async let user = client.user(42)
        try await server.nextRequest(.get("/slow"))  // suspends until it has arrived
        #expect(server.exchanges.first?.completion == nil)
        await clock.advance(by: .seconds(30))  // now it is answered
        #expect(server.exchanges.first?.completion == .seconds(30))
        #expect(try await user == ann)
    }

    @Test("`.held`: the test answers when it likes")
    @MainActor
    func held() async throws {
        let server = MockServer { Stub(.get("/feed"), returning: .held) }
        let model = Model(session: server.session)
        async let feed = model.load()
        let pending = try await server.nextPending(.get("/feed"))
        #expect(model.isLoading)
        pending.respond(.json(ann))  // or .fail(.timedOut)
        #expect(try await feed == #"{"id":42,"name":"Ann"}"#)
        #expect(!model.isLoading)

        async let failed = server.session.failure("/feed")
        try await server.nextPending(.get("/feed")).fail(.timedOut)
        #expect(try await failed.code == .timedOut)
    }

    @Test("any clock of `Duration` is accepted")
    func foreignClocks() async throws {
        let servers = [
            MockServer(clock: ContinuousClock()), MockServer(clock: SuspendingClock()), MockServer(clock: .system),
        ]
        for server in servers {
            server.add { Stub(.get("/a"), returning: .text("x").delayed(by: .milliseconds(1))) }
            #expect(try await server.session.get("/a").text == "x")
            #expect(try #require(server.exchanges.first?.completion) >= .milliseconds(1))
        }
    }

    @Test("simulated time that passes the request's time-out is a time-out, at that moment of the clock")
    func timeOut() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            Stub(.get("/slow"), returning: .json(ann).delayed(by: .seconds(30)))
        }
        var request = Sent("GET", "/slow").request(origin: "https://api.example.com")
        request.timeoutInterval = 10
        let task = Task { [request] in try await server.session.send(request) }
        try await server.nextRequest(.get("/slow"))
        await clock.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(server.exchanges.first?.completion == nil)
        await clock.advance(by: .nanoseconds(1))
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .timedOut)
    }
}
