#if canImport(Combine)
    import Combine
#endif

/// What a list of products shows: the model behind the view in `Previews`.
@MainActor
public final class ProductList {
    /// What is to be seen.
    public enum State: Equatable, Sendable {
        /// Nothing yet.
        case loading
        /// Products.
        case loaded([Product])
        /// Why there are none.
        case failed(String)
    }

    #if canImport(Combine)
        /// What is to be seen.
        @Published public private(set) var state = State.loading
    #else
        /// What is to be seen.
        public private(set) var state = State.loading
    #endif

    private let shop: ProductsClient

    /// The products of a shop.
    public init(shop: ProductsClient) { self.shop = shop }

    /// Loads the products, at first and whenever somebody pulls the list down.
    public func load() async {
        state = .loading
        do {
            state = .loaded(try await shop.products())
        } catch {
            state = .failed(error.localizedDescription)
        }
    }
}

#if canImport(Combine)
    extension ProductList: ObservableObject {}
#endif
