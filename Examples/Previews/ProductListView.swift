#if canImport(SwiftUI)
    import ShopClient
    import SwiftUI

    /// The products of a shop.
    public struct ProductListView: View {
        @StateObject private var list: ProductList

        /// Shows the products that a model loads.
        public init(list: @autoclosure @escaping () -> ProductList) { _list = StateObject(wrappedValue: list()) }

        /// What is to be seen.
        public var body: some View {
            content
                .task { await list.load() }
                .refreshable { await list.load() }
        }

        @ViewBuilder private var content: some View {
            switch list.state {
            case .loading:
                ProgressView()
            case .loaded(let products):
                List(products) { product in
                    LabeledContent(product.name, value: product.price, format: .currency(code: "EUR"))
                }
            case .failed(let reason):
                Label(reason, systemImage: "wifi.exclamationmark")
            }
        }
    }
#endif
