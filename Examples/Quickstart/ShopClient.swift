import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Product: Codable, Equatable, Sendable {
    var id: Int
    var name: String
}

/// A client as apps have it: it knows `URLSession`, and nothing of mocks.
struct ShopClient: Sendable {
    struct Refused: Error, CustomStringConvertible {
        var status: Int
        var description: String { "the shop refused with \(status)" }
    }

    var session: URLSession
    var base = URL(string: "https://shop.example.com")!

    func product(_ id: Int) async throws -> Product {
        try JSONDecoder().decode(Product.self, from: try await get("products/\(id)"))
    }

    func get(_ path: String) async throws -> Data {
        let (data, response) = try await session.data(from: base.appendingPathComponent(path))
        guard let status = (response as? HTTPURLResponse)?.statusCode, status == 200 else {
            throw Refused(status: (response as? HTTPURLResponse)?.statusCode ?? 0)
        }
        return data
    }

    func order(_ id: Int) async throws {
        var request = URLRequest(url: base.appendingPathComponent("orders"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("{\"product\":\(id)}".utf8)
        _ = try await session.data(for: request)
    }
}
