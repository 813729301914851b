import Foundation

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
}
