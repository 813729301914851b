// Made by Scripts/snippets from the steps of the tutorials. Do not edit.
// swift-format-ignore-file

import Foundation
import HTTPArchive
import Testing
import WindTunnelTesting
import WindTunnelXCTest
import XCTest

extension Tutorials {
@Suite("first-1-1", .timeLimit(.minutes(1))) struct Step_first_1_1 {
    struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    struct APIClient {
        func user(_ id: Int) async throws -> User {
            let url = URL(string: "https://api.example.com/users/\(id)")!
            let (data, _) = try await URLSession.shared.data(from: url)
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("first-1-2", .timeLimit(.minutes(1))) struct Step_first_1_2 {
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
}

@Suite("first-1-3", .timeLimit(.minutes(1))) struct Step_first_1_3 {
    #if canImport(FoundationNetworking)
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
    }
}

@Suite("first-2-1", .timeLimit(.minutes(1)), .failing(as: "first-2-1")) struct Step_first_2_1 {
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let server = MockServer("https://api.example.com")
            let client = APIClient(session: server.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }
    }
}

@Suite("first-3-1", .timeLimit(.minutes(1))) struct Step_first_3_1 {
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
            }
            let client = APIClient(session: server.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }
    }
}

@Suite("first-3-2", .timeLimit(.minutes(1))) struct Step_first_3_2 {
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/{id}")) { request in
                    try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
                }
            }
            let client = APIClient(session: server.session)

            let user = try await client.user(42)
            #expect(user == User(id: 42, name: "Ann"))
        }
    }
}

@Suite("first-3-3", .timeLimit(.minutes(1))) struct Step_first_3_3 {
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/{id}")) { request in
                    try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
                }
            }
            let client = APIClient(session: server.session)

            let user = try await client.user(42)
            #expect(user == User(id: 42, name: "Ann"))
            #expect(server.requests.map(\.description) == ["GET https://api.example.com/users/42"])
        }
    }
}

@Suite("first-4-1", .timeLimit(.minutes(1))) struct Step_first_4_1 {
    #if canImport(FoundationNetworking)
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
}

@Suite("first-4-2", .timeLimit(.minutes(1)), .failing(as: "first-4-2")) struct Step_first_4_2 {
    struct ProfileTests {
        @Test func renamesTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
                Stub(.patch("/users/42"), .json(["name": "Bo"]), returning: .json(["id": 42, "name": "Bo"]))
            }
            let client = APIClient(session: server.session)

            let user = try await client.rename(User(id: 42, name: "Ann"), to: "Bo")
            #expect(user.name == "Bo")
        }
    }
}

@Suite("first-4-3", .timeLimit(.minutes(1))) struct Step_first_4_3 {
    #if canImport(FoundationNetworking)
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
            request.httpBody = try JSONEncoder().encode(["name": name])
            let (data, _) = try await session.data(for: request)
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("first-4-4", .timeLimit(.minutes(1))) struct Step_first_4_4 {
    struct ProfileTests {
        @Test func renamesTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
                Stub(.patch("/users/42"), .json(["name": "Bo"]), returning: .json(["id": 42, "name": "Bo"]))
            }
            let client = APIClient(session: server.session)

            let user = try await client.rename(User(id: 42, name: "Ann"), to: "Bo")
            #expect(user.name == "Bo")
            try server.verify(.patch("/users/42"), times: 1)
        }
    }
}

@Suite("first-5-1", .timeLimit(.minutes(1))) struct Step_first_5_1 {
    @Suite(.mockServer("https://api.example.com"))
    struct ProfileTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
        func showsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }
    }
}

@Suite("first-5-2", .timeLimit(.minutes(1))) struct Step_first_5_2 {
    @Suite(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }

        @Test(.mockServer { Stub(.patch("/users/42"), returning: .status(500)) })
        func tellsThatTheNameWasNotChanged() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            await #expect(throws: (any Error).self) { try await client.rename(user, to: "Bo") }
        }
    }
}

}
