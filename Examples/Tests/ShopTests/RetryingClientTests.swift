import Foundation
import ShopClient
import Testing
import WindTunnelTesting

/// The client waits on a clock that the tests move: `nextSleep` says that it waits, and how long.
@Suite(.mockServer("https://shop.example.com"), .timeLimit(.minutes(3)))
struct RetryingClientTests {
    let clock = ManualClock()
    let client: RetryingClient
    let products = URLRequest(url: URL(string: "https://shop.example.com/products")!)

    init() { client = RetryingClient(session: MockServer.current.session, clock: clock, jitter: 1...1) }

    @Test(
        .mockServer {
            Stub(.get("/products"), inTurn: .fault(.reset), .fault(.emptyReply), .status(503), .text("at last"))
        })
    func `each pause is twice as long as the one before`() async throws {
        async let answer = client.data(for: products)
        for seconds in [1, 2, 4] {
            #expect(try await clock.nextSleep() == .seconds(seconds))
            await clock.advance(by: .seconds(seconds))
        }
        #expect(try await answer.0 == Data("at last".utf8))
    }

    @Test(
        .mockServer {
            Stub(.get("/products"), inTurn: .status(429).header("Retry-After", "40"), .status(204))
        })
    func `a server that says when to come back is obeyed`() async throws {
        async let answer = client.data(for: products)
        #expect(try await clock.nextSleep() == .seconds(40))
        await clock.advance(by: .seconds(40))
        #expect(try await answer.1.statusCode == 204)
    }

    @Test(.mockServer { Stub(.get("/products"), returning: .status(503)) })
    func `after four attempts the last answer counts`() async throws {
        async let answer = client.data(for: products)
        for _ in 1...3 { await clock.advance(by: try await clock.nextSleep()) }
        #expect(try await answer.1.statusCode == 503)
        try MockServer.current.verify(.get("/products"), times: 4)
    }

    @Test(.mockServer { Stub(.any("/products"), returning: .status(503)) }, arguments: ["POST", "PATCH"])
    func `what must not happen twice is sent once`(_ method: String) async throws {
        var request = products
        request.httpMethod = method
        #expect(try await client.data(for: request).1.statusCode == 503)
        try MockServer.current.verify(.any("/products"), times: 1)
    }

    @Test(
        .mockServer {
            Stub(.post("/orders"), .header("Idempotency-Key", "o-1"), inTurn: .fault(.reset), .status(201))
        })
    func `an order that the shop knows again is sent again`() async throws {
        var order = URLRequest(url: URL(string: "https://shop.example.com/orders")!)
        order.httpMethod = "POST"
        order.setValue("o-1", forHTTPHeaderField: "Idempotency-Key")
        async let answer = client.data(for: order)
        await clock.advance(by: try await clock.nextSleep())
        #expect(try await answer.1.statusCode == 201)
    }

    @Test(.mockServer { Stub(.get("/products"), returning: .failure(.badURL)) })
    func `what will not get better is not tried again`() async throws {
        let error = await #expect(throws: URLError.self) { try await client.data(for: products) }
        #expect(error?.code == .badURL)
        try MockServer.current.verify(.get("/products"), times: 1)
    }

    @Test(.mockServer { Stub(.get("/products"), returning: .status(503)) })
    func `a client that is cancelled does not come back`() async throws {
        let task = Task { try await client.data(for: products) }
        try await clock.nextSleep()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try MockServer.current.verify(.get("/products"), times: 1)
    }

    /// The server waits on the same clock: a time-out of ten seconds and the pause behind it take no time.
    @Test func `a request that times out is tried again`() async throws {
        try await withMockServer("https://shop.example.com", clock: clock) {
            Stub(.get("/products"), inTurn: .never, .status(204))
        } run: { server in
            let client = RetryingClient(session: server.session, clock: clock, jitter: 1...1)
            var request = products
            request.timeoutInterval = 10
            async let answer = client.data(for: request)
            try await server.nextRequest(.get("/products"))
            await clock.advance(by: .seconds(10))
            #expect(try await clock.nextSleep() == .seconds(1))
            await clock.advance(by: .seconds(1))
            #expect(try await answer.1.statusCode == 204)
        }
    }
}
