#if !os(iOS)
    import Foundation
    import Testing
    import WindTunnelTesting

    /// The app is another process: nothing can be intercepted there, so the server listens on a socket.
    @Suite(.mockServer("https://shop.example.com"), .timeLimit(.minutes(3)))
    struct ShopAppTests {
        @Test(
            .mockServer {
                Stub(
                    .get("/products"),
                    returning: .json([
                        ["id": 1, "name": "Vane", "price": 30], ["id": 7, "name": "Sock", "price": 24.5],
                    ]))
            })
        func `it lists the products`() async throws {
            let run = try await App.run(shop: MockServer.current.listen())
            #expect(run == .init(status: 0, output: "1  Vane, 30 €\n7  Sock, 24.5 €\n", errors: ""))
        }

        @Test(
            .mockServer {
                Stub(.post("/orders"), .json(["product": 7]), returning: .json(["order": 1, "state": "open"]))
            })
        func `it orders`() async throws {
            let run = try await App.run("7", shop: MockServer.current.listen())
            #expect(run.output == "order 1 is placed\n")
        }

        @Test(.mockServer { Stub(.get("/products"), returning: .json(["error": "We are closed."], status: 503)) })
        func `it says why there is nothing to see`() async throws {
            let run = try await App.run(shop: MockServer.current.listen())
            #expect(run == .init(status: 1, output: "", errors: "error: We are closed.\n"))
        }

        @Test(.mockServer { Stub(.get("/products"), returning: .fault(.reset)) })
        func `it survives a connection that is reset`() async throws {
            let run = try await App.run(shop: MockServer.current.listen())
            #expect(run.status == 1)
            #expect(run.errors.hasPrefix("error: "))
        }
    }
#endif
