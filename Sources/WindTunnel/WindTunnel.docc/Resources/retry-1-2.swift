import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct RetryingClient {
    var session = URLSession.shared
    var clock: any Clock<Duration> = ContinuousClock()

    func user(_ id: Int) async throws -> User {
        for pause in [1, 2, 4] {
            if let user = try? await attempt(id) { return user }
            try await clock.sleep(for: .seconds(pause))
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
