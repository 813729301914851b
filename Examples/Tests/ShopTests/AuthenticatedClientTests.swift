import Foundation
import ShopClient
import Testing
import WindTunnelTesting

@Suite(
    .mockServer("https://shop.example.com") {
        Stub(.get("/orders/{id}"), .header("Authorization", "Bearer fresh")) { request in
            try .json(["order": .value(request.path["id", as: Int.self]), "state": "sent"])
        }
        Stub(.get("/orders/{id}"), returning: .status(401))
    }, .timeLimit(.minutes(3)))
struct AuthenticatedClientTests {
    let client = AuthenticatedClient(
        session: MockServer.current.session, tokens: .init(access: "stale", refresh: "r+1"))

    @Test(
        .mockServer {
            Stub(
                .post("/token"), .form(["grant_type": "refresh_token", "refresh_token": "r+1"]),
                returning: .json(["access_token": "fresh", "refresh_token": "r+2"]))
        })
    func `an expired token is replaced, and the request sent again`() async throws {
        #expect(try await order(1) == 200)
        #expect(try await order(2) == 200)
        try MockServer.current.verifyInOrder(.get("/orders/1"), .post("/token"), .get("/orders/1"), .get("/orders/2"))
        try MockServer.current.verify(.get("/orders/2"), times: 1)
    }

    @Test(.mockServer { Stub(.post("/token"), returning: .held) })
    func `twenty refused requests ask for one token`() async throws {
        let server = MockServer.current
        try await withThrowingTaskGroup { group in
            for id in 1...20 { group.addTask { try await order(id) } }
            // The token comes when all of them have asked in vain.
            for _ in 1...20 { try await server.nextRequest(.header("Authorization", "Bearer stale")) }
            let refresh = try await server.nextPending(.post("/token"))
            refresh.respond(.json(["access_token": "fresh", "refresh_token": "r+2"]))
            for try await status in group { #expect(status == 200) }
        }
        try server.verify(.post("/token"), times: 1)
        try server.verify(.header("Authorization", "Bearer fresh"), times: 20)
    }

    @Test(
        .mockServer {
            Stub(
                .post("/token"),
                inTurn: .json(["error": "invalid_grant"], status: 400),
                .json(["access_token": "fresh", "refresh_token": "r+2"]))
        })
    func `a refresh that fails is told, and tried by the next request`() async throws {
        await #expect(throws: HTTPError(status: 400, reason: "invalid_grant")) { try await order(1) }
        #expect(try await order(1) == 200)
    }

    @Test(
        .mockServer {
            Stub(
                .post("/token"),
                inTurn: .fault(.reset), .json(["access_token": "fresh", "refresh_token": "r+2"]))
        })
    func `a connection that breaks during the refresh is told, and the next request refreshes`() async throws {
        await #expect(throws: URLError.self) { try await order(1) }
        #expect(try await order(1) == 200)
    }

    @Test func `a token that never comes is a time-out, after a minute of the clock`() async throws {
        let clock = ManualClock()
        try await withMockServer("https://shop.example.com", clock: clock) {
            Stub(.get("/orders/1"), returning: .status(401))
            Stub(.post("/token"), returning: .never)
        } run: { server in
            let client = AuthenticatedClient(
                session: server.session, tokenURL: URL(string: "https://shop.example.com/token")!,
                tokens: .init(access: "stale", refresh: "r"))
            let request = URLRequest(url: URL(string: "https://shop.example.com/orders/1")!)
            let order = Task { try await client.data(for: request).1.statusCode }
            try await server.nextRequest(.post("/token"))
            await clock.advance(by: .seconds(60))
            let error = await #expect(throws: URLError.self) { try await order.value }
            #expect(error?.code == .timedOut)
        }
    }

    private func order(_ id: Int) async throws -> Int {
        try await client.data(for: URLRequest(url: URL(string: "https://shop.example.com/orders/\(id)")!)).1.statusCode
    }
}
