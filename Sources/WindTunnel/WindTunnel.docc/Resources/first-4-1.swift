import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct User: Codable, Equatable {
    var id: Int
    var name: String
}

struct APIClient {
    var session = URLSession.shared

    func user(_ id: Int) async throws -> User {
        let url = URL(string: "https://api.example.com/users/\(id)")!
        let (data, _) = try await session.data(from: url)
        return try JSONDecoder().decode(User.self, from: data)
    }

    func rename(_ user: User, to name: String) async throws -> User {
        var request = URLRequest(url: URL(string: "https://api.example.com/users/\(user.id)")!)
        request.httpMethod = "PATCH"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["name": user.name])
        let (data, _) = try await session.data(for: request)
        return try JSONDecoder().decode(User.self, from: data)
    }
}
