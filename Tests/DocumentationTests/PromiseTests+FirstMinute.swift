// swift-format-ignore-file: the fence, letter for letter.
// This file has no other import, so it shows what a user must write.

import Foundation
import Testing
import WindTunnelTesting  // re-exports WindTunnel

struct User: Codable, Equatable, Sendable { var id: Int; var name: String }

struct APIClient {
    var session: URLSession
    func user(_ id: Int) async throws -> User {
        let (data, _) = try await session.data(from: URL(string: "https://api.example.com/users/\(id)")!)
        return try JSONDecoder().decode(User.self, from: data)
    }
}

@Test func loadsAUser() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/{id}")) { request in
            try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
        }
    }
    let user = try await APIClient(session: server.session).user(42)
    #expect(user == User(id: 42, name: "Ann"))
    #expect(server.requests.count == 1)
}
