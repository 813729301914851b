import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The products and orders of a shop: JSON over HTTP.
public struct ProductsClient: Sendable {
    /// Where the shop is unless somebody says otherwise.
    public static let defaultURL = URL(string: "https://shop.example.com")!

    private let session: URLSession
    private let baseURL: URL
    private let apiKey: String?

    /// A client.
    public init(session: URLSession = .shared, baseURL: URL = Self.defaultURL, apiKey: String? = nil) {
        self.session = session
        self.baseURL = baseURL
        self.apiKey = apiKey
    }

    /// All products, or those that have a text in their names.
    public func products(named text: String? = nil) async throws -> [Product] {
        try await send(request("products", query: text.map { [URLQueryItem(name: "name", value: $0)] } ?? []))
    }

    /// One product.
    public func product(_ id: Product.ID) async throws -> Product {
        try await send(request("products/\(id)"))
    }

    /// Orders a product.
    public func order(_ product: Product.ID) async throws -> Order {
        var request = request("orders")
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["product": product])
        return try await send(request)
    }

    /// An order that was placed before.
    public func order(numbered id: Order.ID) async throws -> Order {
        try await send(request("orders/\(id)"))
    }

    private func request(_ path: String, query: [URLQueryItem] = []) -> URLRequest {
        let url = baseURL.appending(path: path)
        var request = URLRequest(url: query.isEmpty ? url : url.appending(queryItems: query))
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue(apiKey, forHTTPHeaderField: "X-Api-Key")
        return request
    }

    private func send<Answer: Decodable>(_ request: URLRequest) async throws -> Answer {
        let (body, head) = try await session.answer(to: request)
        try head.checkStatus(body)
        return try JSONDecoder().decode(Answer.self, from: body)
    }
}
