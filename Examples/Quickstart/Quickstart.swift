import WindTunnel

/// The first minute: a client that knows nothing of mocks is answered by a server that is not there.
@main
enum Quickstart {
    static func main() async throws {
        let server = MockServer("https://shop.example.com") {
            Stub(.get("/products/{id}")) { request in
                try .json(Product(id: request.path["id", as: Int.self], name: "Anemometer"))
            }
            Stub(.get("/offline"), returning: .failure(.notConnectedToInternet))
            Stub(.get("/old"), returning: .redirect(to: "/products/7", status: 301))
            Stub(.get("/news")) { _ in
                .stream(contentType: "text/plain") { body in
                    for word in ["the ", "wind ", "rises"] {
                        try await body.write(word)
                        try await body.sleep(for: .milliseconds(20))
                    }
                }
            }
            Stub(.post("/orders"), .json(["product": 1]), returning: .status(201))
        }
        let client = ShopClient(session: server.session)

        print("an answer      \(try await client.product(42))")
        do {
            _ = try await client.get("offline")
        } catch {
            let isOffline = (error as? URLError)?.code == .notConnectedToInternet
            print("a failure      \(isOffline ? "not connected to the Internet" : "\(error)")")
        }
        print("a redirect     \(String(decoding: try await client.get("old"), as: UTF8.self))")
        print("a stream       \(String(decoding: try await client.get("news"), as: UTF8.self))")
        print("\nwhat came:")
        for exchange in server.exchanges { print("    \(exchange)") }
        print("\nand a request that nobody expected fails with this:\n")
        do {
            try await client.order(2)
        } catch {
            print(error.localizedDescription)
        }
    }
}
