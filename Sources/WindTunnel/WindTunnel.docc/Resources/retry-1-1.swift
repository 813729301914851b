import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct RetryingClient {
    var session = URLSession.shared

    func user(_ id: Int) async throws -> User {
        for pause in [1, 2, 4] {
            if let user = try? await attempt(id) { return user }
            try await Task.sleep(for: .seconds(pause))
        }
        return try await attempt(id)
    }

    private func attempt(_ id: Int) async throws -> User {
        let url = URL(string: "https://api.example.com/users/\(id)")!
        let (data, response) = try await session.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode
        guard status == 200 else { throw URLError(.badServerResponse) }
        return try JSONDecoder().decode(User.self, from: data)
    }
}
