import Foundation
import ShopClient
import Testing
import WindTunnelTesting

/// Each test, and each case of one, has a server of its own; all of them run at the same time.
@Suite(.mockServer("https://shop.example.com"), .timeLimit(.minutes(3)))
struct ProductsClientTests {
    let shop = ProductsClient(session: MockServer.current.session, apiKey: "k-1")

    @Test(
        .mockServer {
            Stub(.get("/products/{id}"), .header("Accept", "application/json")) { request in
                try .json(Product(id: request.path["id", as: Int.self], name: "Anemometer", price: 129))
            }
        })
    func `a product by its number`() async throws {
        #expect(try await shop.product(42) == Product(id: 42, name: "Anemometer", price: 129))
    }

    @Test(
        .mockServer {
            Stub(
                .get("/products"), .query("name", .absent), returning: .json([["id": 1, "name": "Vane", "price": 30]]))
            Stub(.get("/products"), .query("name", "wind & more"), returning: .json([]))
        })
    func `all products, or those of a name`() async throws {
        #expect(try await shop.products().map(\.name) == ["Vane"])
        #expect(try await shop.products(named: "wind & more").isEmpty)
    }

    @Test(
        .mockServer {
            Stub(.post("/orders"), .json(["product": 7]), returning: .json(["order": 1, "state": "open"], status: 201))
        })
    func `an order is posted as JSON, with the key`() async throws {
        #expect(try await shop.order(7).state == .open)
        let request = try await MockServer.current.nextRequest(.post("/orders"))
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.headers["X-Api-Key"] == "k-1")
    }

    @Test(
        .mockServer {
            Stub(.post("/orders"), returning: .json(["order": 1, "state": "open"], status: 201))
                .when("stock", is: "start").setting("stock", to: "sold out")
            Stub(.post("/orders"), returning: .json(["error": "sold out"], status: 409))
                .when("stock", is: "sold out")
        })
    func `what is sold out cannot be ordered`() async throws {
        _ = try await shop.order(7)
        let error = await #expect(throws: HTTPError.self) { try await shop.order(7) }
        #expect(error == HTTPError(status: 409, reason: "sold out"))
        try MockServer.current.verify(.post("/orders"), times: 2)
    }

    @Test(arguments: [
        (
            MockResponse.json(["error": "no such product"], status: 404),
            HTTPError(status: 404, reason: "no such product")
        ),
        (.text("<html>Oops</html>", contentType: "text/html", status: 500), HTTPError(status: 500)),
        (.status(503), HTTPError(status: 503)),
    ])
    func `an answer that is no success`(_ response: MockResponse, _ expected: HTTPError) async throws {
        MockServer.current.stub(.get("/products/9"), returning: response)
        await #expect(throws: expected) { try await shop.product(9) }
    }

    @Test(arguments: [
        MockResponse.fault(.reset), .fault(.emptyReply), .fault(.garbage), .fault(.malformedChunk),
        .json(["id": 9]).fault(.cut(after: 4)), .failure(.notConnectedToInternet),
    ])
    func `a connection that breaks`(_ response: MockResponse) async throws {
        MockServer.current.stub(.get("/products/9"), returning: response)
        await #expect(throws: URLError.self) { try await shop.product(9) }
    }
}
