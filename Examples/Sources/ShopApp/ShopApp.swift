import Foundation
import ShopClient

/// A shop on the command line: `ShopApp` lists the products, `ShopApp 7` orders one.
///
/// It asks the shop at `SHOP_URL`, so that a test can put itself in the shop's place.
@main
enum ShopApp {
    static func main() async {
        let url = ProcessInfo.processInfo.environment["SHOP_URL"].flatMap(URL.init(string:))
        let shop = ProductsClient(baseURL: url ?? ProductsClient.defaultURL)
        do {
            print(try await answer(to: CommandLine.arguments.dropFirst().first, shop))
        } catch {
            FileHandle.standardError.write(Data("error: \(error.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    private static func answer(to argument: String?, _ shop: ProductsClient) async throws -> String {
        if let number = argument.flatMap(Int.init) {
            return "order \(try await shop.order(number).id) is placed"
        }
        return try await shop.products().map { "\($0.id)  \($0.name), \($0.price) €" }.joined(separator: "\n")
    }
}
