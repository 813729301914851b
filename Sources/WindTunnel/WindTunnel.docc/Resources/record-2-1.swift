import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct AccountClient {
    var session = URLSession.shared

    /// A token for the other calls.
    func signIn(_ name: String, password: String) async throws -> String {
        var request = URLRequest(url: URL(string: "https://api.example.com/login")!)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("name=\(name)&password=\(password)".utf8)
        let (data, _) = try await session.data(for: request)
        return try JSONDecoder().decode([String: String].self, from: data)["access_token"] ?? ""
    }

    func me(token: String) async throws -> User {
        var request = URLRequest(url: URL(string: "https://api.example.com/me")!)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, _) = try await session.data(for: request)
        return try JSONDecoder().decode(User.self, from: data)
    }
}
