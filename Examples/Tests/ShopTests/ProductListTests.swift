import ShopClient
import Testing
import WindTunnelTesting

/// A model on the main actor: `.held` keeps an answer back while the test looks at what is on the screen.
@MainActor
@Suite(.mockServer("https://shop.example.com"), .timeLimit(.minutes(3)))
struct ProductListTests {
    let list = ProductList(shop: ProductsClient(session: MockServer.current.session))

    @Test(.mockServer { Stub(.get("/products"), returning: .held) })
    func `it loads, fails, and loads again`() async throws {
        let server = MockServer.current
        #expect(list.state == .loading)

        async let failing: Void = list.load()
        try await server.nextPending(.get("/products")).respond(.json(["error": "We are closed."], status: 503))
        await failing
        #expect(list.state == .failed("We are closed."))

        async let loading: Void = list.load()
        let pending = try await server.nextPending(.get("/products"))
        #expect(list.state == .loading)
        pending.respond(.json([["id": 1, "name": "Vane", "price": 30]]))
        await loading
        #expect(list.state == .loaded([Product(id: 1, name: "Vane", price: 30)]))
    }
}
