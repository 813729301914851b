import Foundation
import Testing
import WindTunnelTesting

extension APIClient {
    fileprivate func friends() async throws -> [User] {
        let (data, _) = try await session.data(from: URL(string: "https://api.example.com/friends")!)
        return try JSONDecoder().decode([User].self, from: data)
    }
}

@Suite("promised spellings: test frameworks", .timeLimit(.minutes(3)))
struct PromisedFrameworks {
    @Suite(.mockServer("https://api.example.com"))
    struct ProfileTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(ann)) })
        func showsProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            MockServer.current.stub(.get("/friends"), returning: .json([User]()))
            #expect(try await client.user(42) == ann)
            #expect(try await client.friends() == [])
        }  // here: unexpected requests fail the test at its line; unused stubs too, unless .optional()
    }

    @Test(
        .mockServer("https://api.example.com", sharedSession: true) { Stub(.get("/users/42"), returning: .json(ann)) })
    func `the shared session, for code that takes no session`() async throws {
        #expect(try await APIClient(session: .shared).user(42) == ann)
    }

    @Suite(.mockServer("https://api.example.com") { Stub(.get("/users/{id}"), returning: .json(ann)) })
    struct Defaults {
        @Test(arguments: [1, 2, 3])
        func `each case has its own server`(_ id: Int) async throws {
            #expect(try await APIClient(session: MockServer.current.session).user(id) == ann)
            #expect(MockServer.current.requests.count == 1)
        }

        @Test(.mockServer { Stub(.get("/users/1"), returning: .json(User(id: 1, name: "Bo"))) })
        func `the test's stubs win`() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(1).name == "Bo")
            #expect(try await client.user(2).name == "Ann")
        }

        @Test func `nobody complains of a suite's stub that was not used`() {}
    }

    @Test(arguments: ["Ann", "Bo"])
    func `stubs that need the test's arguments`(_ name: String) async throws {
        try await withMockServer("https://api.example.com") {
            Stub(.get("/users/{id}")) { request in
                try .json(User(id: request.path["id", as: Int.self], name: name))
            }
        } run: { server in
            let user = try await APIClient(session: server.session).user(7)
            #expect(user == User(id: 7, name: name))
        }
    }

    @Test func `a request that arrives after its test has ended is refused and named with that test`() async throws {
        let session = try await withMockServer("https://api.example.com") { $0.session }
        let error = try await session.failure("/late")
        #expect(
            error.localizedDescription.contains(
                "`a request that arrives after its test has ended is refused and named with that test`()"))
    }

    @Test func `MockServer.current outside a scope is inert, and says what is missing`() async throws {
        var server: MockServer?
        withKnownIssue {
            server = MockServer.current
        } matching: {
            $0.comments.first?.rawValue.hasPrefix("MockServer.current has no server here: add .mockServer(…)") == true
        }
        let error = try await #require(server).session.failure("/a")
        #expect(error.localizedDescription.contains("MockServer.current has no server here"))
    }
}
