import ShopClient
import WindTunnelXCTest
import XCTest

/// The same in XCTest. When a test is torn down, it fails for requests that no stub answered, and for stubs that it has
/// never used.
final class ProductsClientXCTests: XCTestCase {
    func testShowsTheProducts() async throws {
        let server = mockServer("https://shop.example.com") {
            Stub(.get("/products"), returning: .json([["id": 1, "name": "Anemometer", "price": 129]]))
        }
        let shop = ProductsClient(session: server.session)
        let products = try await shop.products()
        XCTAssertEqual(products, [Product(id: 1, name: "Anemometer", price: 129)])
    }

    func testOrders() async throws {
        let server = mockServer("https://shop.example.com") {
            Stub(.post("/orders"), .json(containing: ["product": 7])) { request in
                .json(["order": .value(request.attempt), "state": "open"], status: 201)
            }
        }
        let shop = ProductsClient(session: server.session)
        let orders = [try await shop.order(7), try await shop.order(7)]
        XCTAssertEqual(orders.map(\.id), [1, 2])
        try server.verify(.post("/orders"), times: 2)
    }

    func testTellsThatTheShopIsClosed() async throws {
        let server = mockServer("https://shop.example.com") {
            Stub(.get("/products/7"), returning: .json(["error": "We are closed."], status: 503))
        }
        do {
            _ = try await ProductsClient(session: server.session).product(7)
            XCTFail("the shop is closed")
        } catch {
            XCTAssertEqual(error as? HTTPError, HTTPError(status: 503, reason: "We are closed."))
        }
    }

    func testSurvivesABrokenConnection() async throws {
        let clock = ManualClock()
        let server = mockServer("https://shop.example.com") {
            Stub(.get("/products"), inTurn: .fault(.reset), .json([]))
        }
        let client = RetryingClient(session: server.session, clock: clock, jitter: 1...1)
        async let answer = client.data(for: URLRequest(url: URL(string: "https://shop.example.com/products")!))
        let pause = try await clock.nextSleep()
        XCTAssertEqual(pause, .seconds(1))
        await clock.advance(by: pause)
        let body = try await answer.0
        XCTAssertEqual(body, Data("[]".utf8))
    }

    /// Code of before async and await: the session is the same.
    func testAnswersACompletionHandler() async throws {
        let server = mockServer("https://shop.example.com") { Stub(.get("/hello"), returning: .text("hi")) }
        let answered = expectation(description: "answered")
        let task = server.session.dataTask(with: URL(string: "https://shop.example.com/hello")!) { data, _, error in
            XCTAssertEqual(data, Data("hi".utf8))
            XCTAssertNil(error)
            answered.fulfill()
        }
        task.resume()
        await fulfillment(of: [answered], timeout: 60)
    }
}
