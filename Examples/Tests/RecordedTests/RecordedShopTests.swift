import Foundation
import ShopClient
import Testing
import WindTunnelTesting

/// What the shop really said, replayed: `__Recordings__/shop.har`. Examples/README.md tells how it is made anew.
@Suite(.replaying("shop", upstream: upstream), .timeLimit(.minutes(3)))
struct RecordedShopTests {
    /// The key is needed to record; the recording does not have it.
    let shop = ProductsClient(
        session: MockServer.current.session, apiKey: ProcessInfo.processInfo.environment["SHOP_API_KEY"] ?? "none")

    @Test func `all products`() async throws {
        #expect(try await shop.products().map(\.name) == ["Anemometer", "Wind sock"])
    }

    @Test func `an order is sent after a while`() async throws {
        let order = try await shop.order(7)
        #expect(order.state == .open)
        #expect(try await shop.order(numbered: order.id).state == .open)
        #expect(try await shop.order(numbered: order.id).state == .sent)
    }

    @Test func `a product that the shop does not have`() async throws {
        await #expect(throws: HTTPError(status: 404, reason: "no such product")) { try await shop.product(9) }
    }

    /// Stubs win over the recording: what the real shop never does can still be tried.
    @Test(.mockServer("https://shop.example.com") { Stub(.get("/products"), returning: .fault(.reset)) })
    func `a shop that hangs up`() async throws {
        await #expect(throws: URLError.self) { try await shop.products() }
        #expect(try await shop.product(7).name == "Wind sock")
    }
}

/// Where to record from: the shop, or a server that stands in for it.
private let upstream: RecordingUpstream = {
    guard let url = ProcessInfo.processInfo.environment["SHOP_URL"].flatMap(URL.init(string:)) else { return .network }
    return .server(at: url)
}()
