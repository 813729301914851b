#if canImport(SwiftUI) && DEBUG
    import ShopClient
    import SwiftUI
    import WindTunnel

    /// The real view, model and client, each before a shop in another mood.
    struct ProductListPreviews: PreviewProvider {
        static var previews: some View {
            preview("Products") {
                Stub(
                    .get("/products"),
                    returning: .json([
                        ["id": 1, "name": "Anemometer", "price": 129], ["id": 7, "name": "Wind sock", "price": 24.5],
                    ]))
            }
            preview("A slow shop") {
                Stub(.get("/products"), returning: .json([]).delayed(by: .seconds(5)))
            }
            preview("A closed shop") {
                Stub(.get("/products"), returning: .json(["error": "We are closed."], status: 503))
            }
            preview("No network") {
                Stub(.get("/products"), returning: .failure(.notConnectedToInternet))
            }
        }

        /// The session keeps its server alive; nobody else has to.
        private static func preview(_ name: String, @StubBuilder stubs: () -> [Stub]) -> some View {
            let server = MockServer("https://shop.example.com", stubs: stubs)
            let shop = ProductsClient(session: server.session)
            return ProductListView(list: ProductList(shop: shop)).previewDisplayName(name)
        }
    }
#endif
