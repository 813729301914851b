import Foundation
import TestSupport
import Testing
import WindTunnelTesting

extension Said {
    /// What a reader sees who asks why a stub is not called.
    static let symptoms: [String: Text] = hints.merging(scopes) { first, _ in first }

    /// The section of the closest stub.
    private static let hints: [String: Text] = [
        "slash": { try await middle("/users/", serving { Stub(.get("/users"), returning: .status(200)) }) },
        "query": {
            let stub = Stub(.get("/search?q=swift&page=1"), returning: .status(200))
            return try await middle("/search?page=2&q=swift", serving { stub })
        },
        "appended": {
            try await middle("/search%3Fq=swift", serving { Stub(.get("/search"), returning: .status(200)) })
        },
        "origin": {
            try await middle("http://api.example.com/users", serving { Stub(.get("/users"), returning: .status(200)) })
        },
        "originPath": {
            let server = MockServer("https://api.example.com/v1") { Stub(.get("/v1/users"), returning: .status(200)) }
            return try await middle("/v1/users", server)
        },
        "colon": { try await middle("/users/42", serving { Stub(.get("/users/:id"), returning: .status(200)) }) },
        "json": {
            let server = serving { Stub(.post("/users"), .json(["id": 1, "name": "Ann"]), returning: .status(201)) }
            let body = #"{"id":"1","name":"Ann","role":"admin"}"#
            return try await middle(Sent("POST", "/users", ["Content-Type": "application/json"], body), server)
        },
        "usedUp": {
            let server = serving { Stub(.get("/users"), returning: .status(200)).times(1) }
            _ = try await server.session.get("/users")
            return try await middle("/users", server)
        },
        "state": {
            try await middle("/cart", serving { Stub(.get("/cart"), returning: .json([])).when("cart", is: "full") })
        },
    ]

    private static let scopes: [String: Text] = [
        "nothing": {
            let server = serving { Stub(.get("/users/42"), returning: .json(ann)) }
            return try await failure { try server.verify(.get("/users/42")) }
        },
        "background": {
            let server = quiet(MockServer(origin))
            withKnownIssue(isIntermittent: true) { server.intercept(.elsewhere) }
            return try #require(server.faults.first).description
        },
        "fixture": {
            let text = try await broken(.fixture("nobodys.json"))
            // Behind the first place stand those of the bundle.
            return text.replacing(#/searched \/[^,]*\/__Fixtures__\/.*/#, with: "searched \(fixtures)/user.json")
                .replacing("nobodys", with: "user")
        },
        "stringOfJSON": { try await broken(.json(#"{"id":1}"#)) },
        "late": {
            let server = serving {}
            let session = server.session
            server.close()
            return try await session.failure("/late").localizedDescription
        },
        "current": { try await issue { _ = MockServer.current } },
        "noSleep": { try await failure { try await ManualClock().nextSleep(within: .milliseconds(100)) } },
        "webSocket": {
            let server = serving { Stub.webSocket("/chat") { socket in try await socket.send("hello") } }
            return try await server.session.failure("/chat").localizedDescription
        },
        "socket": {
            let server = serving { Stub(.get("/users"), returning: .json([])) }
            let reply = try await URLSession(configuration: .ephemeral)
                .get("/user", origin: "\(try await server.listen())")
            await server.stopListening()
            let report = try #require(reply.text.range(of: "\n\nThe request:"))
            return "HTTP/1.1 \(reply.status) Not Found\n\n" + reply.text[..<report.lowerBound]
        },
    ]

    private static let fixtures = "/App/Tests/AppTests/__Fixtures__"

    /// What a client is told whose stub cannot answer.
    private static func broken(_ response: MockResponse) async throws -> String {
        let server = faulty(origin) { Stub(.get("/users"), returning: response) }
        server.checks = []
        return try await server.session.failure("/users").localizedDescription
    }

    private static func serving(@StubBuilder _ stubs: () -> [Stub]) -> MockServer {
        quiet(MockServer(origin, stubs: stubs))
    }

}

extension URLSessionConfiguration {
    /// That of a background session.
    fileprivate static var elsewhere: URLSessionConfiguration {
        #if canImport(FoundationNetworking)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.identifier = "elsewhere"
            return configuration
        #else
            return .background(withIdentifier: "elsewhere")
        #endif
    }
}
