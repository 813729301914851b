#if os(iOS)
    import ShopClient
    import SwiftUI

    /// The app under test. It knows nothing of mocks: it asks the shop at `SHOP_URL`, when somebody says so.
    ///
    /// A loopback address is plain HTTP: the app's Info.plist allows it by `NSAppTransportSecurity`,
    /// `NSAllowsLocalNetworking`.
    @main
    struct ShopUIApp: App {
        private static let shop: ProductsClient = {
            let url = ProcessInfo.processInfo.environment["SHOP_URL"].flatMap(URL.init(string:))
            return ProductsClient(baseURL: url ?? ProductsClient.defaultURL)
        }()

        var body: some Scene {
            WindowGroup { ProductListView(list: ProductList(shop: Self.shop)) }
        }
    }
#endif
