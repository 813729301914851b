// Made by Scripts/snippets from README.md, Documentation/, the catalogs and the doc comments of Sources/. Do not edit.
// swift-format-ignore-file

import Foundation
import HTTPArchive
import TestSupport
import Testing
import WindTunnelTesting
import WindTunnelXCTest
import XCTest

@Suite("README.md, fence 1", .timeLimit(.minutes(5))) struct README_md_1 {
    @Test func showsTheUser() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/{id}")) { request in
                try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
            }
        }
        let client = APIClient(session: server.session)      // yours; it knows URLSession and nothing of mocks
        #expect(try await client.user(42).name == "Ann")
        #expect(server.requests(.get("/users/42")).count == 1)
    }
}

@Test("README.md, fence 2", .timeLimit(.minutes(5))) func README_md_2() async throws {
    let clock = ManualClock()
    let server = MockServer("https://shop.example.com", clock: clock) {
        Stub(.get("/account"), .header("Authorization", .absent), returning: .status(401))
        Stub(.post("/orders"), .json(containing: ["product": 7]), returning: .json(["order": 1], status: 201)).times(1)
        Stub(.get("/products/*"), inTurn: .status(503), .json(["id": 7, "tags": ["new", nil]]))
        Stub(.get("/old"), returning: .redirect(to: "/products/7", status: 308))
        Stub(.get("/offline"), returning: .failure(.notConnectedToInternet))
        Stub(.get("/report"), returning: .text("done").delayed(by: .seconds(30)))
        Stub(.get("/news")) { _ in
            .stream(contentType: "text/plain") { body in
                for word in ["the ", "wind ", "rises"] { try await body.write(word) }
            }
        }
    }
    async let report = server.session.data(from: URL(string: "https://shop.example.com/report")!)
    try await server.nextRequest(.get("/report"))       // it has arrived, and waits
    await clock.advance(by: .seconds(30))               // no test waits for half a minute
    #expect(try await report.0 == Data("done".utf8))
    #expect(server.exchanges.first?.completion == .seconds(30))
    _ = clock
    _ = server
}

@Suite("README.md, fence 3", .timeLimit(.minutes(5))) struct README_md_3 {
    @Suite(.mockServer("https://api.example.com"))
    struct ProfileTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
        func showsTheProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }   // a request that no stub answered would fail the test here, also if the client swallowed its error
    }
}

@Test("README.md, fence 4", .timeLimit(.minutes(5))) func README_md_4() async throws {
    final class ProfileXCTests: XCTestCase {
        func testShowsTheProfile() async throws {
            let server = mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) }
            let user = try await APIClient(session: server.session).user(42)
            XCTAssertEqual(user.name, "Ann")
        }
    }
}

@Suite("README.md, fence 5", .timeLimit(.minutes(5))) struct README_md_5 {
    @Suite(.replaying("profile"))                           // __Recordings__/profile.har beside the test file
    struct RecordedProfileTests {
        @Test func showsTheProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }

        @Test(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .status(503)).times(1) })
        func triesAgain() async throws {
            let client = APIClient(session: MockServer.current.session)
            await #expect(throws: (any Error).self) { try await client.user(42) }
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Test("README.md, fence 6", .timeLimit(.minutes(5))) func README_md_6() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users"), returning: .json([["id": 1]]))
        Stub.webSocket("/chat") { socket in
            for try await message in socket { try await socket.send("you said \(message)") }
        }
    }
    let baseURL = try await server.listen()             // http://127.0.0.1:49152; give it to the app, the page, the tool
    _ = server
    _ = baseURL
}

@Test("Documentation/Clients.md, fence 1", .timeLimit(.minutes(5))) func Documentation_Clients_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/feed"), returning: .events("one", "two"))
    }
    let configuration = server.configuration()
    configuration.timeoutIntervalForRequest = 300
    let session = URLSession(configuration: configuration, delegate: nil, delegateQueue: nil)
    let (feed, _) = try await session.data(from: URL(string: "https://api.example.com/feed")!)
    #expect(String(decoding: feed, as: UTF8.self) == "data: one\n\ndata: two\n\n")
    _ = server
    _ = configuration
    _ = session
    _ = feed
}

@Test("Sources/HTTPArchive/HTTPArchive.docc/HTTPArchive.md, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_HTTPArchive_docc_HTTPArchive_md_1() async throws {
    var archive = try HAR(contentsOf: harURL)
    archive.log.entries.removeAll { $0.response.status == 0 }
    try archive.redacted().write(to: harURL)
    _ = archive
}

@Test("Sources/HTTPArchive/HTTPArchive.docc/HTTPArchive.md, fence 2", .timeLimit(.minutes(5))) func Sources_HTTPArchive_HTTPArchive_docc_HTTPArchive_md_2() async throws {
    let file = try HAR.File(contentsOf: harURL)
    for index in 0..<file.count where file.method(at: index) == "POST" {
        let entry = file.read(at: index).entry
        print(file.url(at: index), entry?.response.status ?? 0)
    }
    _ = file
}

@Test("Sources/WindTunnel/WindTunnel.docc/AnsweringRequests.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_AnsweringRequests_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/42"), returning: .json(ann))                               // any Encodable, or a literal
        Stub(.get("/users"), returning: .json([["id": 1, "tags": ["a", nil]]]))
        Stub(.delete("/users/42"), returning: .status(204))
        Stub(.get("/logo"), returning: .data(png, contentType: "image/png"))
        Stub(.get("/old"), returning: .redirect(to: "/new", status: 308))
        Stub(.get("/offline"), returning: .failure(.notConnectedToInternet))
        Stub(.get("/jobs/1"), inTurn: .status(202), .status(202), .json(["done": true]))      // the last one repeats
        Stub(.get("/me")) { request in
            request.headers["Authorization"] == "Bearer t" ? .json(["name": "Ann"]) : .status(401)
        }
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/WindTunnel.docc/AnsweringRequests.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_AnsweringRequests_md_2() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.post("/users")) { request in
            let user: User = try request.json()             // an error fails the request, and the test at its end
            return .json(User(id: 7, name: user.name), status: 201)
        }
        Stub(.get("/flaky")) { request in
            request.attempt < 3 ? .status(503) : .text("ok")            // 1, 2, 3, … for this stub
        }
    }
    var request = URLRequest(url: URL(string: "https://api.example.com/users")!)
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"id":0,"name":"Bo"}"#.utf8)
    let (data, _) = try await server.session.data(for: request)
    #expect(try JSONDecoder().decode(User.self, from: data) == User(id: 7, name: "Bo"))
    _ = server
    _ = request
    _ = data
}

@Test("Sources/WindTunnel/WindTunnel.docc/AnsweringRequests.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_AnsweringRequests_md_3() async throws {
    let server = MockServer("https://shop.example.com", states: ["cart": "empty"]) {
        Stub(.get("/cart"), returning: .json([])).when("cart", is: "empty")
        Stub(.post("/cart"), returning: .status(201)).setting("cart", to: "full")
        Stub(.get("/cart"), returning: .json([["id": 7]])).when("cart", is: "full")
    }
    let url = URL(string: "https://shop.example.com/cart")!
    #expect(try await server.session.data(from: url).0 == Data("[]".utf8))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    _ = try await server.session.data(for: request)
    #expect(server.states["cart"] == "full")
    #expect(try await server.session.data(from: url).0 == Data(#"[{"id":7}]"#.utf8))
    _ = server
    _ = url
    _ = request
}

@Test("Sources/WindTunnel/WindTunnel.docc/AnsweringRequests.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_AnsweringRequests_md_4() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/chat")) { _ in
            .stream(contentType: "text/plain") { body in
                for word in ["the ", "wind ", "rises"] {
                    try await body.write(word)
                    try await body.sleep(for: .milliseconds(20))           // on the server's clock
                }
            }
        }
        Stub(.get("/feed"), returning: .events("one", .init("two", event: "end", id: "7", retry: .seconds(1))))
        Stub(.get("/ticks")) { _ in
            .events { emit in
                for tick in 1...3 {
                    try await emit("\(tick)")
                    try await emit.sleep(for: .seconds(1))
                }
            }
        }
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/WindTunnel.docc/AnsweringRequests.md, fence 5", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_AnsweringRequests_md_5() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/broken"), returning: .fault(.reset))
        Stub(.get("/stuck"), returning: .json(["id": 1]).fault(.stall(after: 4)))
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/WindTunnel.docc/AnsweringRequests.md, fence 6", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_AnsweringRequests_md_6() async throws {
    let server = MockServer("https://api.example.com", unhandled: .respond(.status(404)))
    server.checks = []                   // the test library would tell of the request below
    let (_, response) = try await server.session.data(from: URL(string: "https://api.example.com/x")!)
    #expect((response as? HTTPURLResponse)?.statusCode == 404)
    _ = server
    _ = response
}

@Test("Sources/WindTunnel/WindTunnel.docc/ControllingTime.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_ControllingTime_md_1() async throws {
    let clock = ManualClock()
    let server = MockServer("https://api.example.com", clock: clock) {
        Stub(.get("/report"), returning: .text("done").delayed(by: .seconds(30)))
    }
    async let report = server.session.data(from: URL(string: "https://api.example.com/report")!)
    try await server.nextRequest(.get("/report"))       // it has arrived, and waits
    await clock.advance(by: .seconds(30))               // now it is answered
    #expect(try await report.0 == Data("done".utf8))
    #expect(server.exchanges.first?.completion == .seconds(30))
    _ = clock
    _ = server
}

@Test("Sources/WindTunnel/WindTunnel.docc/ControllingTime.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_ControllingTime_md_2() async throws {
    struct RetryingClient<C: Clock> where C.Duration == Duration {
        var session: URLSession
        var clock: C

        func get(_ url: URL) async throws -> Data {
            for pause in [1, 2, 4] {
                let (data, response) = try await session.data(from: url)
                if (response as? HTTPURLResponse)?.statusCode != 503 { return data }
                try await clock.sleep(for: .seconds(pause))
            }
            throw URLError(.cannotLoadFromNetwork)
        }
    }

    let clock = ManualClock()
    let server = MockServer("https://api.example.com", clock: clock) {
        Stub(.get("/a"), inTurn: .status(503), .status(503), .text("at last"))
    }
    let client = RetryingClient(session: server.session, clock: clock)
    async let answer = client.get(URL(string: "https://api.example.com/a")!)
    for expected in [1, 2] {
        let pause = try await clock.nextSleep()
        #expect(pause == .seconds(expected))
        await clock.advance(by: pause)
    }
    #expect(try await answer == Data("at last".utf8))
    _ = clock
    _ = server
    _ = client
}

@Test("Sources/WindTunnel/WindTunnel.docc/ControllingTime.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_ControllingTime_md_3() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/feed"), returning: .held) }
    async let feed = server.session.data(from: URL(string: "https://api.example.com/feed")!)
    let pending = try await server.nextPending(.get("/feed"))
    // Here the client is loading: look at its spinner.
    pending.respond(.json(["news": []]))                // or .fail(.timedOut)
    #expect(try await feed.0 == Data(#"{"news":[]}"#.utf8))
    _ = server
    _ = pending
}

@Test("Sources/WindTunnel/WindTunnel.docc/ControllingTime.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_ControllingTime_md_4() async throws {
    let clock = ManualClock()
    let server = MockServer("https://api.example.com", clock: clock) { Stub(.get("/stuck"), returning: .never) }
    var request = URLRequest(url: URL(string: "https://api.example.com/stuck")!)
    request.timeoutInterval = 7
    let task = Task { [request] in try await server.session.data(for: request) }
    try await server.nextRequest()
    await clock.advance(by: .seconds(7))
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .timedOut)
    _ = clock
    _ = server
    _ = request
    _ = task
    _ = error
}

@Suite("Sources/WindTunnel/WindTunnel.docc/GettingStarted.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_GettingStarted_md_1 {
    @Test func showsTheUser() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/{id}")) { request in
                try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
            }
        }
        let client = APIClient(session: server.session)      // yours; it knows URLSession and nothing of mocks
        #expect(try await client.user(42).name == "Ann")
        #expect(server.requests(.get("/users/42")).count == 1)
    }
}

@Suite("Sources/WindTunnel/WindTunnel.docc/GettingStarted.md, fence 2", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_GettingStarted_md_2 {
    @Suite(.mockServer("https://api.example.com"))
    struct ProfileTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(ann)) })
        func showsTheProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42) == ann)
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/GettingStarted.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_GettingStarted_md_3() async throws {
    final class ProfileTests: XCTestCase {
        func testShowsTheProfile() async throws {
            let server = mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(ann)) }
            let user = try await APIClient(session: server.session).user(42)
            XCTAssertEqual(user.name, "Ann")
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/GettingStarted.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_GettingStarted_md_4() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/42"), returning: .json(ann))
    }
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["X-Client": "app"]
    server.intercept(configuration)
    let session = URLSession(configuration: configuration)

    #expect(try await APIClient(session: session).user(42) == ann)
    #expect(server.requests[0].headers["X-Client"] == "app")
    _ = server
    _ = configuration
    _ = session
}

@Suite("Sources/WindTunnel/WindTunnel.docc/IsolationAndParallelTests.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_IsolationAndParallelTests_md_1 {
    @Suite(.mockServer("https://api.example.com"))
    struct UserTests {
        @Test(
            .mockServer { Stub(.get("/users/{id}")) { try .json(User(id: $0.path["id", as: Int.self], name: "Ann")) } },
            arguments: 1...20)
        func loads(_ id: Int) async throws {                        // 20 cases, 20 servers, at the same time
            let server = MockServer.current
            #expect(try await APIClient(session: server.session).user(id).id == id)
            #expect(server.requests.count == 1)
        }
    }
}

@Suite("Sources/WindTunnel/WindTunnel.docc/IsolationAndParallelTests.md, fence 2", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_IsolationAndParallelTests_md_2 {
    @Suite(.mockServer("https://api.example.com") { Stub(.get("/users/{id}"), returning: .json(ann)) })
    struct ErrorTests {
        @Test func loads() async throws {
            #expect(try await APIClient(session: MockServer.current.session).user(42) == ann)
        }

        @Test(.mockServer { Stub(.get("/users/42"), returning: .status(500)) })
        func fails() async throws {
            await #expect(throws: (any Error).self) {
                try await APIClient(session: MockServer.current.session).user(42)
            }
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/IsolationAndParallelTests.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_IsolationAndParallelTests_md_3() async throws {
    let server = MockServer("https://api.example.com")
    server.checks.remove(.unexpectedRequests)           // this test provokes one
    await #expect(throws: URLError.self) {
        try await server.session.data(from: URL(string: "https://api.example.com/none")!)
    }
    #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
    _ = server
}

@Suite("Sources/WindTunnel/WindTunnel.docc/IsolationAndParallelTests.md, fence 4", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_IsolationAndParallelTests_md_4 {
    @Test(.mockServer("https://api.example.com", sharedSession: true) { Stub(.get("/users/42"), returning: .json(ann)) })
    func usesTheSharedSession() async throws {
        #expect(try await APIClient(session: .shared).user(42) == ann)
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/MatchingRequests.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_MatchingRequests_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/{id}"), .query("expand", "true"), returning: .json(ann))
        Stub(.post("/users"), .json(["name": "Ann", "tags": ["a", 1, nil]]), returning: .json(ann, status: 201))
        Stub(.post("/users"), .json(containing: ["name": "Ann"]), returning: .status(201))
        Stub(.get("https://cdn.example.com/*.png"), returning: .data(png, contentType: "image/png"))
        Stub(.get("/search"), .query("q", .matching(#/swift.*/#)), .query("page", .absent), returning: .json([]))
        Stub(.header("Authorization", .absent), returning: .status(401))
        Stub(.get("/a") || .get("/b"), !.header("X-Debug"), returning: .text("x"))
        Stub(.custom("the body is small") { request in request.body.count < 100 }, returning: .status(200))
        Stub(.any, returning: .status(404))
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/WindTunnel.docc/MatchingRequests.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_MatchingRequests_md_2() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/a"), returning: .status(503)).times(1)
        Stub(.get("/a"), returning: .text("first block"))
    }
    let url = URL(string: "https://api.example.com/a")!
    let (_, refusal) = try await server.session.data(from: url)
    #expect((refusal as? HTTPURLResponse)?.statusCode == 503)
    #expect(try await server.session.data(from: url).0 == Data("first block".utf8))

    server.stub(.get("/a"), returning: .text("later"))
    #expect(try await server.session.data(from: url).0 == Data("later".utf8))
    _ = server
    _ = url
    _ = refusal
}

@Test("Sources/WindTunnel/WindTunnel.docc/MatchingRequests.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_MatchingRequests_md_3() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/shops/{shop}/items/{id}")) { request in
            let id = try request.path["id", as: Int.self]       // throws when it is no Int: the request fails and says why
            return .json(["id": .value(id), "shop": .value(request.path["shop"])])
        }
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/WindTunnel.docc/MatchingRequests.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_MatchingRequests_md_4() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/a"), .header("Accept", "application/json"), returning: .status(200))
        Stub(.get("/b"), .header("Authorization", .prefix("Bearer ")), returning: .status(200))
        Stub(.get("/c"), .header("X-Trace"), returning: .status(200))              // there, whatever its value
        Stub(.get("/d"), .header("Cookie", .absent), returning: .status(200))
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/WindTunnel.docc/MatchingRequests.md, fence 5", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_MatchingRequests_md_5() async throws {
    let id = 7
    let server = MockServer("https://api.example.com") {
        Stub(.post("/orders"), .json(["product": .value(id), "amount": 1]), returning: .status(201))
    }
    var request = URLRequest(url: URL(string: "https://api.example.com/orders")!)
    request.httpMethod = "POST"
    request.httpBody = Data(#"{ "amount": 1.0, "product": 7 }"#.utf8)
    let (_, response) = try await server.session.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
    _ = id
    _ = server
    _ = request
    _ = response
}

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMocker.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMocker_md_1 {
    @Test(.mockServer("https://api.example.com") { Stub(.put("/users/42"), returning: .json(ann)) })
    func renames() async throws {
        let server = MockServer.current
        var request = URLRequest(url: URL(string: "https://api.example.com/users/42")!)
        request.httpMethod = "PUT"
        request.httpBody = try JSONEncoder().encode(ann)
        _ = try await server.session.data(for: request)              // what the store does

        let sent = try #require(server.requests(.put("/users/42")).first)
        #expect(try sent.json(User.self).name == "Ann")
    }   // the stub was used, or the test fails; a request that no stub answered would fail it too
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMocker.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMocker_md_2() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/search"), .exactQuery(["a": "1", "b": "2"]), returning: .text("both"))
        Stub(.get("/search"), returning: .text("any"))
    }
    let both = URL(string: "https://api.example.com/search?b=2&a=1")!
    let any = URL(string: "https://api.example.com/search?c=3")!
    #expect(try await server.session.data(from: both).0 == Data("both".utf8))
    #expect(try await server.session.data(from: any).0 == Data("any".utf8))
    _ = server
    _ = both
    _ = any
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMocker.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMocker_md_3() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/short"), returning: .redirect(to: "/long"))
        Stub(.get("/long"), returning: .text("Location: Paris"))
    }
    let (data, response) = try await server.session.data(from: URL(string: "https://api.example.com/short")!)
    #expect(data == Data("Location: Paris".utf8))
    #expect(response.url?.path == "/long")
    _ = server
    _ = data
    _ = response
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMocker.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMocker_md_4() async throws {
    let server = MockServer("https://api.example.com")
    server.stub(.get("/users/42"), returning: .json(ann))
    server.stub(.get("/users/42"), returning: .status(503)).times(1)
    let client = APIClient(session: server.session)
    await #expect(throws: (any Error).self) { try await client.user(42) }
    #expect(try await client.user(42) == ann)
    _ = server
    _ = client
}

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMockingjay.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMockingjay_md_1 {
    @Test(.mockServer("https://api.example.com") {
        Stub(.get("/users/{id}")) { request in
            try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
        }
    })
    func loadsTheUser() async throws {
        let client = APIClient(session: MockServer.current.session)
        #expect(try await client.user(42).name == "Ann")
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMockingjay.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMockingjay_md_2() async throws {
    let server = MockServer {
        Stub(.get("https://api.example.com/users/{id}"), returning: .json(ann))
        Stub(.get("/any/host"), returning: .text("any"))
    }
    let user = URL(string: "https://api.example.com/users/42?page=1")!
    #expect(try await JSONDecoder().decode(User.self, from: server.session.data(from: user).0) == ann)
    let other = URL(string: "https://elsewhere.example/any/host")!
    #expect(try await server.session.data(from: other).0 == Data("any".utf8))
    _ = server
    _ = user
    _ = other
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMockingjay.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMockingjay_md_3() async throws {
    let whole = Data("0123456789".utf8)
    let server = MockServer("https://api.example.com") {
        Stub(.get("/film"), .header("Range", "bytes=2-5")) { _ in
            .data(whole[2...5], contentType: "video/mp4", status: 206).header("Content-Range", "bytes 2-5/\(whole.count)")
        }
    }
    var request = URLRequest(url: URL(string: "https://api.example.com/film")!)
    request.setValue("bytes=2-5", forHTTPHeaderField: "Range")
    #expect(try await server.session.data(for: request).0 == Data("2345".utf8))
    _ = whole
    _ = server
    _ = request
}

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_1 {
    @Suite(.mockServer("https://api.example.com"))
    struct UserTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
        func loadsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_2() async throws {
    final class UserTests: XCTestCase {
        func testLoadsTheUser() async throws {
            let server = mockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
            }
            let user = try await APIClient(session: server.session).user(42)
            XCTAssertEqual(user.name, "Ann")
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_3() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/1"), returning: .json(User(id: 1, name: "first of its block")))
        Stub(.get("/users/{id}"), returning: .json(User(id: 2, name: "second of its block")))
    }
    let client = APIClient(session: server.session)
    #expect(try await client.user(1).name == "first of its block")
    server.stub(.get("/users/**"), returning: .json(User(id: 3, name: "added later")))
    #expect(try await client.user(1).name == "added later")
    _ = server
    _ = client
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_4() async throws {
    let matcher: RequestMatcher = .get("/users")
    let url = URL(string: "https://api.example.com/users/")!
    let server = MockServer { Stub(matcher, returning: .text("users")) }
    server.checks = []
    await #expect(throws: URLError.self) { try await server.session.data(from: url) }
    _ = matcher
    _ = url
    _ = server
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 5", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_5() async throws {
    let server = MockServer {
        Stub(.get("https://api.example.com/search?q=a&page=2"), returning: .text("found"))
    }
    let url = URL(string: "https://api.example.com/search?page=2&lang=en&q=a")!
    #expect(try await server.session.data(from: url).0 == Data("found".utf8))
    _ = server
    _ = url
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 6", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_6() async throws {
    let clock = ManualClock()
    let server = MockServer("https://api.example.com", clock: clock) {
        Stub(.get("/users/42"), returning: .json(ann).delayed(by: .seconds(30)))
    }
    async let user = APIClient(session: server.session).user(42)
    try await server.nextRequest(.get("/users/42"))
    await clock.advance(by: .seconds(30))
    #expect(try await user == ann)
    _ = clock
    _ = server
}

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromReplay.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromReplay_md_1 {
    @Suite
    struct ProfileTests {
        @Test(.replaying("profile", matching: .method, .path))
        func showsTheProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromReplay.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromReplay_md_2() async throws {
    let request = HAR.Request(method: "GET", url: "https://api.example.com/job")
    let entries = ["running", "done"].map { text in
        HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00.000Z", request: request,
            response: HAR.Response(status: 200, content: HAR.Content(body: Data(text.utf8), mimeType: "text/plain")))
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
    try HAR(log: HAR.Log(entries: entries)).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    let server = try MockServer(replaying: file)
    var answers: [String] = []
    for _ in 1...3 {
        let (data, _) = try await server.session.data(from: URL(string: "https://api.example.com/job")!)
        answers.append(String(decoding: data, as: UTF8.self))
    }
    #expect(answers == ["running", "done", "done"])
    _ = request
    _ = entries
    _ = file
    _ = server
    _ = answers
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromTheURLProtocolMockSnippet.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromTheURLProtocolMockSnippet_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
    }
    let client = APIClient(session: server.session)
    #expect(try await client.user(42).name == "Ann")
    _ = server
    _ = client
}

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromURLProtocolClasses.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromURLProtocolClasses_md_1 {
    @Suite(.mockServer("https://api.example.com")) struct UserTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
        func loadsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromURLProtocolClasses.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromURLProtocolClasses_md_2() async throws {
    let one = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(User(id: 42, name: "One"))) }
    let two = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(User(id: 42, name: "Two"))) }
    async let first = APIClient(session: one.session).user(42)
    async let second = APIClient(session: two.session).user(42)
    #expect(try await [first.name, second.name] == ["One", "Two"])
    _ = one
    _ = two
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromURLProtocolClasses.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromURLProtocolClasses_md_3() async throws {
    let server = MockServer("https://api.example.com") { Stub(.post("/users"), .json(containing: ["name": "Ann"]), returning: .status(201)) }
    var request = URLRequest(url: URL(string: "https://api.example.com/users")!)
    request.httpMethod = "POST"
    _ = try await server.session.upload(for: request, from: JSONEncoder().encode(ann))
    #expect(try server.requests[0].json(User.self) == ann)
    _ = server
    _ = request
}

@Suite("Sources/WindTunnel/WindTunnel.docc/RecordingAndReplaying.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_RecordingAndReplaying_md_1 {
    @Suite(.replaying("profile"))                           // __Recordings__/profile.har beside the test file
    struct RecordedProfileTests {
        @Test func showsTheProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Suite("Sources/WindTunnel/WindTunnel.docc/RecordingAndReplaying.md, fence 2", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_RecordingAndReplaying_md_2 {
    @Suite(.replaying("profile"))
    struct RetryTests {
        @Test(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .status(503)).times(1) })
        func triesAgain() async throws {
            let client = APIClient(session: MockServer.current.session)
            await #expect(throws: (any Error).self) { try await client.user(42) }
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Suite("Sources/WindTunnel/WindTunnel.docc/RecordingAndReplaying.md, fence 3", .timeLimit(.minutes(5))) struct Sources_WindTunnel_WindTunnel_docc_RecordingAndReplaying_md_3 {
    @Test(.replaying("profile", matching: .method, .path, .query(ignoring: ["ts"])))
    func ignoresTheTime() async throws {
        let url = URL(string: "https://api.example.com/users/42?ts=1764510000")!
        let (data, _) = try await MockServer.current.session.data(from: url)
        #expect(data == Data(#"{"id":42,"name":"Ann"}"#.utf8))
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/RecordingAndReplaying.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_RecordingAndReplaying_md_4() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    let url = URL(string: "https://api.example.com/users/42")!

    let recording = try MockServer(recordingTo: file, upstream: .custom { _ in .json(ann) })
    _ = try await recording.session.data(from: url)
    try recording.finishRecording()

    let server = try MockServer(replaying: file)
    #expect(try await APIClient(session: server.session).user(42) == ann)
    _ = file
    _ = url
    _ = recording
    _ = server
}

@Test("Sources/WindTunnel/WindTunnel.docc/RedactingSecrets.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_RedactingSecrets_md_1() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try MockServer(
        recordingTo: file, upstream: .custom { _ in .json(["access_token": "s3cret-4711", "name": "Ann"]) })
    var request = URLRequest(url: URL(string: "https://api.example.com/login?api_key=k-0815-k")!)
    request.setValue("Bearer t-1234567890", forHTTPHeaderField: "Authorization")
    _ = try await server.session.data(for: request)
    try server.finishRecording()

    let text = try String(contentsOf: file, encoding: .utf8)
    for secret in ["s3cret-4711", "k-0815-k", "t-1234567890"] { #expect(!text.contains(secret)) }
    #expect(text.contains("<redacted:access_token:1>"))
    _ = file
    _ = server
    _ = request
    _ = text
}

@Test("Sources/WindTunnel/WindTunnel.docc/RedactingSecrets.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_RedactingSecrets_md_2() async throws {
    let rules = HAR.Redaction.standard
        .redacting(headers: "X-Tenant")         // more headers
        .redacting(fields: "iban")              // more members, query items, form fields
        .redacting(values: "Ann Example")       // texts, wherever they stand
        .keeping("session")                     // what is no secret here
    let server = try MockServer(recordingTo: harURL, redacting: rules)
    server.close()
    _ = rules
    _ = server
}

@Test("Sources/WindTunnel/WindTunnel.docc/RedactingSecrets.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_RedactingSecrets_md_3() async throws {
    let recording = HAR(log: HAR.Log(entries: [
        HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00.000Z",
            request: HAR.Request(method: "GET", url: "https://api.example.com/token"),
            response: HAR.Response(
                status: 200,
                content: HAR.Content(
                    body: Data(#"{"access_token":"<redacted:access_token:1>"}"#.utf8), mimeType: "application/json")))
    ]))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try recording.write(to: file)

    let server = try MockServer(replaying: file, supplying: ["<redacted:access_token:1>": "test-token"])
    let (data, _) = try await server.session.data(from: URL(string: "https://api.example.com/token")!)
    #expect(data == Data(#"{"access_token":"test-token"}"#.utf8))
    _ = recording
    _ = file
    _ = server
    _ = data
}

@Test("Sources/WindTunnel/WindTunnel.docc/SwiftUIPreviews.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_SwiftUIPreviews_md_1() async throws {
    struct PreviewSession {
        /// A session that answers as said, and lives as long as somebody holds it.
        static func answering(_ response: MockResponse) -> URLSession {
            MockServer("https://api.example.com") { Stub(.get("/users/{id}"), returning: response) }.session
        }
    }

    let full = APIClient(session: PreviewSession.answering(.json(ann)))
    let failed = APIClient(session: PreviewSession.answering(.failure(.notConnectedToInternet)))
    let loading = APIClient(session: PreviewSession.answering(.never))

    #expect(try await full.user(42) == ann)
    await #expect(throws: URLError.self) { try await failed.user(42) }
    _ = full
    _ = failed
    _ = loading
}

@Test("Sources/WindTunnel/WindTunnel.docc/TheServerOnASocket.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_TheServerOnASocket_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/42"), returning: .json(ann))
    }
    let baseURL = try await server.listen()                 // http://127.0.0.1:49152, a free port
    let (data, _) = try await URLSession(configuration: .ephemeral).data(from: URL(string: "\(baseURL)/users/42")!)
    #expect(try JSONDecoder().decode(User.self, from: data) == ann)
    #expect(server.requests[0].url.absoluteString == "https://api.example.com/users/42")
    await server.stopListening()
    _ = server
    _ = baseURL
    _ = data
}

@Test("Sources/WindTunnel/WindTunnel.docc/TheServerOnASocket.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_TheServerOnASocket_md_2() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/logo"), returning: .text("api"))
        Stub(.get("https://cdn.example.com/logo"), returning: .text("cdn"))
    }
    let baseURL = try await server.listen()
    let session = URLSession(configuration: .ephemeral)
    for (path, expected) in [("/logo", "api"), ("/__origin/cdn.example.com/logo", "cdn")] {
        let (data, _) = try await session.data(from: URL(string: "\(baseURL)\(path)")!)
        #expect(data == Data(expected.utf8))
    }
    await server.stopListening()
    _ = server
    _ = baseURL
    _ = session
}

@Test("Sources/WindTunnel/WindTunnel.docc/TheServerOnASocket.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_TheServerOnASocket_md_3() async throws {
    let server = MockServer("https://api.example.com") {
        Stub.webSocket("/chat") { socket in
            for try await message in socket { try await socket.send("you said \(message)") }
        }
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/WindTunnel.docc/TheServerOnASocket.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_TheServerOnASocket_md_4() async throws {
    protocol Transport: Sendable { func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) }

    struct MockTransport: Transport {
        let server: MockServer
        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let (body, response) = try await server.respond(to: request)
            return (body, response)
        }
    }

    let server = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(ann)) }
    let transport: any Transport = MockTransport(server: server)
    let (_, response) = try await transport.send(URLRequest(url: URL(string: "https://api.example.com/users/42")!))
    #expect(response.statusCode == 200)
    _ = server
    _ = transport
    _ = response
}

@Test("Sources/WindTunnel/WindTunnel.docc/Troubleshooting.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Troubleshooting_md_1() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(ann)) }
    server.log = .brief                                 // a line for each request, as the test runs
    _ = try await APIClient(session: server.session).user(42)
    #expect(server.exchanges.map(\.description) == ["GET https://api.example.com/users/42 → 200"])
    try server.verifyNothingUnexpected()                // throws the report of each request that no stub answered
    _ = server
}

@Test("Sources/WindTunnel/WindTunnel.docc/Troubleshooting.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_Troubleshooting_md_2() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(ann)) }
    let configuration = URLSessionConfiguration.ephemeral
    server.intercept(configuration)                                 // first
    let session = URLSession(configuration: configuration)          // then
    #expect(try await APIClient(session: session).user(42) == ann)
    _ = server
    _ = configuration
    _ = session
}

@Test("Sources/WindTunnel/WindTunnel.docc/UITests.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_UITests_md_1() async throws {
    final class ProfileUITests: XCTestCase {
        @MainActor
        func testShowsTheName() async throws {
            let server = mockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
            }
            let app = XCUIApplication()
            app.launchEnvironment["API_URL"] = try await server.listen().absoluteString
            app.launch()
            XCTAssertTrue(app.staticTexts["Ann"].waitForExistence(timeout: 5))
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/UITests.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_UITests_md_2() async throws {
    struct AppEnvironment {
        /// Where the app finds its server; a UI test says another place.
        static var apiURL: URL {
            let said = ProcessInfo.processInfo.environment["API_URL"].flatMap { URL(string: $0) }
            return said ?? URL(string: "https://api.example.com")!
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/UITests.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_UITests_md_3() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .held) }
    let baseURL = try await server.listen()
    async let shown = URLSession(configuration: .ephemeral).data(from: URL(string: "\(baseURL)/users/42")!)   // the app

    let pending = try await server.nextPending(.get("/users/42"))
    // Here the app shows its spinner.
    pending.respond(.json(["id": 42, "name": "Ann"]))
    #expect(try await shown.0 == Data(#"{"id":42,"name":"Ann"}"#.utf8))
    await server.stopListening()
    _ = server
    _ = baseURL
    _ = pending
}

@Test("Sources/WindTunnel/WindTunnel.docc/VerifyingRequests.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_VerifyingRequests_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.post("/login"), returning: .status(204))
        Stub(.get("/me"), returning: .json(ann))
    }
    var login = URLRequest(url: URL(string: "https://api.example.com/login")!)
    login.httpMethod = "POST"
    login.httpBody = Data("user=ann".utf8)
    login.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    _ = try await server.session.data(for: login)
    _ = try await server.session.data(from: URL(string: "https://api.example.com/me?expand=1")!)

    let request = try #require(server.requests(.post("/login")).first)
    #expect(try request.form()["user"] == "ann")
    #expect(server.requests(.get("/me")).map { $0.query["expand"] } == ["1"])
    try server.verify(.post("/login"), times: 1)
    try server.verifyInOrder(.post("/login"), .get("/me"))
    _ = server
    _ = login
    _ = request
}

@Test("Sources/WindTunnel/WindTunnel.docc/VerifyingRequests.md, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_VerifyingRequests_md_2() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/a"), returning: .redirect(to: "/b"))
        Stub(.get("/b"), returning: .text("here"))
    }
    _ = try await server.session.data(from: URL(string: "https://api.example.com/a")!)
    let exchange = server.exchanges[0]
    #expect(exchange.description == "GET https://api.example.com/a → 200")
    #expect(exchange.hops.map(\.statusCode) == [302])           // redirects and challenges are steps of one exchange
    #expect(exchange.stubDescription == #"Stub(.get("/b"))"#)
    #expect(!exchange.isUnexpected)
    _ = server
    _ = exchange
}

@Test("Sources/WindTunnel/WindTunnel.docc/VerifyingRequests.md, fence 3", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_VerifyingRequests_md_3() async throws {
    let server = MockServer("https://api.example.com") { Stub(.post("/sync"), returning: .status(204)) }
    let session = server.session
    let work = Task {                                   // what a client does in the background
        var request = URLRequest(url: URL(string: "https://api.example.com/sync")!)
        request.httpMethod = "POST"
        _ = try await session.data(for: request)
    }
    let sync = try await server.nextRequest(.post("/sync"), within: .seconds(5))
    #expect(sync.body.isEmpty)
    try await work.value
    _ = server
    _ = session
    _ = work
    _ = sync
}

@Test("Sources/WindTunnel/WindTunnel.docc/VerifyingRequests.md, fence 4", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_VerifyingRequests_md_4() async throws {
    let server = MockServer("https://api.example.com")
    let hello = server.stub(.get("/hello"), returning: .text("hi")).times(2)
    _ = try await server.session.data(from: URL(string: "https://api.example.com/hello")!)
    #expect(hello.requests.count == 1 && hello.isUsed)
    hello.remove()
    _ = server
    _ = hello
}

@Test("Sources/WindTunnel/WindTunnel.docc/WindTunnel.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_WindTunnel_docc_WindTunnel_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/{id}"), returning: .json(["id": 42, "name": "Ann"]))
    }
    let (data, _) = try await server.session.data(from: URL(string: "https://api.example.com/users/42")!)
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":42,"name":"Ann"}"#)
    #expect(server.requests(.get("/users/42")).count == 1)
    _ = server
    _ = data
}

@Suite("Sources/WindTunnelTesting/WindTunnelTesting.docc/WindTunnelTesting.md, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnelTesting_WindTunnelTesting_docc_WindTunnelTesting_md_1 {
    @Suite(.mockServer("https://api.example.com"))
    struct ProfileTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(ann)) })
        func showsTheProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42) == ann)
        }   // a request that no stub answered would fail the test here, also if the client swallowed its error
    }
}

@Test("Sources/WindTunnelXCTest/WindTunnelXCTest.docc/WindTunnelXCTest.md, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnelXCTest_WindTunnelXCTest_docc_WindTunnelXCTest_md_1() async throws {
    final class ProfileTests: XCTestCase {
        func testShowsTheProfile() async throws {
            let server = mockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
            }
            let user = try await APIClient(session: server.session).user(42)
            XCTAssertEqual(user.name, "Ann")
        }
    }
}

@Test("Sources/HTTPArchive/JSON/JSONNumber.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_JSON_JSONNumber_swift_1() async throws {
    let large = HAR.JSONNumber(UInt64.max)
    print(large.text)          // 18446744073709551615
    print(HAR.JSONNumber(1.0)!.int == 1)
    _ = large
}

@Test("Sources/HTTPArchive/JSON/JSONValue.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_JSON_JSONValue_swift_1() async throws {
    let initiator: HAR.JSONValue = ["type": "script", "lineNumber": 12]
    if case .object(let members) = initiator { print(members["type"] == "script") }
    _ = initiator
}

@Test("Sources/HTTPArchive/Reading/HAR+Problem.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Reading_HAR_Problem_swift_1() async throws {
    for problem in reading.problems { print(problem) }     // entry 3: response is missing
}

@Test("Sources/HTTPArchive/Reading/HARFile.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Reading_HARFile_swift_1() async throws {
    let file = try HAR.File(contentsOf: harURL)
    for index in 0..<file.count where file.method(at: index) == "POST" {
        print(file.url(at: index), file.read(at: index).entry?.response.status ?? 0)
    }
    _ = file
}

@Test("Sources/HTTPArchive/Redacting/HAR+Redaction.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Redacting_HAR_Redaction_swift_1() async throws {
    let rules = HAR.Redaction.standard.redacting(headers: "X-Tenant").redacting(fields: "iban").keeping("session")
    try archive.redacted(rules).write(to: harURL)
    _ = rules
}

@Test("Sources/HTTPArchive/Redacting/HAR+Redaction.swift, fence 2", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Redacting_HAR_Redaction_swift_2() async throws {
    try archive.redacted().write(to: harURL)
}

@Test("Sources/HTTPArchive/Redacting/HAR+Redaction.swift, fence 3", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Redacting_HAR_Redaction_swift_3() async throws {
    var redactor = HAR.Redactor(.standard)
    var stream = HAR.Writer()
    for entry in entries { redactor.learn(entry) }
    handle.write(stream.begin(HAR.Log()))
    for entry in entries { handle.write(stream.append(redactor.redacted(entry))) }
    handle.write(stream.end())
    _ = redactor
    _ = stream
}

@Test("Sources/HTTPArchive/Redacting/HAR+Redaction.swift, fence 4", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Redacting_HAR_Redaction_swift_4() async throws {
    let restored = entry.restoring(["<redacted:authorization:1>": "s3cret"])
    _ = restored
}

@Test("Sources/HTTPArchive/Replaying/HAR+Answer.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Replaying_HAR_Answer_swift_1() async throws {
    let answer = try entry.answer()
    print(answer.status, answer.headers.first("Content-Type") ?? "", answer.body.count)
    _ = answer
}

@Test("Sources/HTTPArchive/Values/HAR+Bodies.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Values_HAR_Bodies_swift_1() async throws {
    let body = entry.response.content.body ?? Data()
    _ = body
}

@Test("Sources/HTTPArchive/Values/HAR+Fields.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Values_HAR_Fields_swift_1() async throws {
    let type = entry.response.headers.first("Content-Type")
    _ = type
}

@Test("Sources/HTTPArchive/Values/HAR.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Values_HAR_swift_1() async throws {
    var archive = try HAR(contentsOf: harURL)
    archive.log.entries.removeAll { $0.response.status == 0 }
    try archive.write(to: harURL)
    _ = archive
}

@Test("Sources/HTTPArchive/Values/Timestamp.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Values_Timestamp_swift_1() async throws {
    let started: HAR.Timestamp = "2026-03-01T10:00:00.123456+02:00"
    print(started.date!.timeIntervalSince1970)
    _ = started
}

@Test("Sources/HTTPArchive/Writing/HAR+Writer.swift, fence 1", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Writing_HAR_Writer_swift_1() async throws {
    var writer = HAR.Writer()
    handle.write(writer.begin(HAR.Log()))
    for entry in entries { handle.write(writer.append(entry)) }
    handle.write(writer.end())
    _ = writer
}

@Test("Sources/HTTPArchive/Writing/HAR+Writer.swift, fence 2", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Writing_HAR_Writer_swift_2() async throws {
    let text = String(decoding: archive.encoded(), as: UTF8.self)
    _ = text
}

@Test("Sources/HTTPArchive/Writing/HAR+Writer.swift, fence 3", .timeLimit(.minutes(5))) func Sources_HTTPArchive_Writing_HAR_Writer_swift_3() async throws {
    try archive.write(to: harURL)
}

@Test("Sources/WindTunnel/Compatibility/URLProtocolMock.swift, fence 1", .exclusiveMockURLs, .timeLimit(.minutes(5))) func Sources_WindTunnel_Compatibility_URLProtocolMock_swift_1() async throws {
    let url = URL(string: "https://api.example.com/users")!
    let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    URLProtocolMock.mockURLs = [url: (nil, Data("[]".utf8), response)]
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [URLProtocolMock.self]
    _ = url
    _ = response
    _ = configuration
}

@Test("Sources/WindTunnel/Interception/MockRequest+Body.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Interception_MockRequest_Body_swift_1() async throws {
    struct Credentials: Decodable { var user: String }
    let stub = Stub(.post("/login")) { request in
        let credentials: Credentials = try request.json()
        return .text("hello \(credentials.user)")
    }
    _ = stub
}

@Test("Sources/WindTunnel/Interception/MockRequest.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Interception_MockRequest_swift_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/{id}")) { request in
            .text("user \(request.path["id"] ?? "")")
        }
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/Interception/SharedSession.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Interception_SharedSession_swift_1() async throws {
    let server = MockServer { Stub(.any("/health"), returning: .status(200)) }
    try await server.interceptingSharedSession {
        _ = try await URLSession.shared.data(from: URL(string: "https://api.example.com/health")!)
    }
    _ = server
}

@Test("Sources/WindTunnel/Journal/MockServer+Events.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Journal_MockServer_Events_swift_1() async throws {
    let server = MockServer("https://api.example.com")
    let events = server.events
    let methods = Task {
        var methods: [String] = []
        for await case .arrived(let exchange) in events { methods.append(exchange.request.method) }
        return methods
    }
    server.close()
    let seen = await methods.value
    #expect(seen.isEmpty)
    _ = server
    _ = events
    _ = methods
    _ = seen
}

@Test("Sources/WindTunnel/Journal/MockServer+Log.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Journal_MockServer_Log_swift_1() async throws {
    let server = MockServer("https://api.example.com")
    server.log = .brief
    _ = server
}

@Test("Sources/WindTunnel/Journal/Verification.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Journal_Verification_swift_1() async throws {
    let server = MockServer()
    try server.verify(.post("/login"), times: 0)
    _ = server
}

@Test("Sources/WindTunnel/Listening/MockServer+Listening.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Listening_MockServer_Listening_swift_1() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/users"), returning: .json([])) }
    let baseURL = try await server.listen()
    let (data, _) = try await URLSession(configuration: .ephemeral).data(from: URL(string: "\(baseURL)/users")!)
    await server.stopListening()
    _ = server
    _ = baseURL
    _ = data
}

@Test("Sources/WindTunnel/Matching/RequestMatcher+Body.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Matching_RequestMatcher_Body_swift_1() async throws {
    let small: RequestMatcher = .custom("body is small") { request in request.body.count < 100 }
    _ = small
}

@Test("Sources/WindTunnel/Matching/RequestMatcher.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Matching_RequestMatcher_swift_1() async throws {
    let matcher: RequestMatcher = .get("/users/{id}") && !.header("X-Debug")
    _ = matcher
}

@Test("Sources/WindTunnel/Recording/MockServer+Recording.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Recording_MockServer_Recording_swift_1() async throws {
    let server = try MockServer(replaying: harURL, matching: .method, .path)
    _ = server
}

@Test("Sources/WindTunnel/Recording/MockServer+Recording.swift, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_Recording_MockServer_Recording_swift_2() async throws {
    let server = try MockServer(recordingTo: harURL, upstream: .network)
    _ = server
}

@Test("Sources/WindTunnel/Recording/ReplayRule.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Recording_ReplayRule_swift_1() async throws {
    let rules: [ReplayRule] = [.method, .path, .query(ignoring: ["ts"])]
    _ = rules
}

@Test("Sources/WindTunnel/Recording/ScopeRecording.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Recording_ScopeRecording_swift_1() async throws {
    let server = try MockServer(replaying: harURL, mode: .verify)
    try await server.verifyRecording()
    _ = server
}

@Test("Sources/WindTunnel/Responding/MockResponse+Compression.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Responding_MockResponse_Compression_swift_1() async throws {
    let page: MockResponse = .json(["id": 1]).compressed(.gzip)
    let feed: MockResponse = .events("one", "two").compressed(.deflate)
    _ = page
    _ = feed
}

@Test("Sources/WindTunnel/Responding/MockResponse+Faults.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Responding_MockResponse_Faults_swift_1() async throws {
    let broken: MockResponse = .fault(.reset)
    let stuck: MockResponse = .json(["id": 1]).fault(.stall(after: 4))
    _ = broken
    _ = stuck
}

@Test("Sources/WindTunnel/Responding/MockResponse+Streams.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Responding_MockResponse_Streams_swift_1() async throws {
    let words: MockResponse = .stream(contentType: "text/plain") { body in
        for word in ["a", "b"] {
            try await body.write(word)
            try await body.sleep(for: .milliseconds(20))
        }
    }
    _ = words
}

@Test("Sources/WindTunnel/Responding/MockResponse+Streams.swift, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_Responding_MockResponse_Streams_swift_2() async throws {
    let feed: MockResponse = .events { emit in
        try await emit("one")
        try await emit.sleep(for: .seconds(1))
        try await emit(.init("two", id: "2"))
    }
    _ = feed
}

@Test("Sources/WindTunnel/Responding/MockResponse.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Responding_MockResponse_swift_1() async throws {
    let response: MockResponse = .json(["id": 1], status: 201).header("ETag", "\"1\"").delayed(by: .seconds(2))
    _ = response
}

@Test("Sources/WindTunnel/Responding/Stub+Credentials.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Responding_Stub_Credentials_swift_1() async throws {
    let session = MockServer {
        Stub(.get("/me"), returning: .json(["name": "Ann"])).requiring(.digest(user: "ann", password: "pw"))
    }.session
    let (data, _) = try await session.data(from: URL(string: "https://ann:pw@api.example.com/me")!)
    _ = session
    _ = data
}

@Test("Sources/WindTunnel/Responding/Stub+WebSocket.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Responding_Stub_WebSocket_swift_1() async throws {
    let chat = Stub.webSocket("/chat") { socket in
        try await socket.send("welcome")
        for try await message in socket { try await socket.send("you said \(message)") }
    }
    _ = chat
}

@Test("Sources/WindTunnel/Scopes/MockServer+Checks.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Scopes_MockServer_Checks_swift_1() async throws {
    let server = MockServer("https://api.example.com")
    server.checks.remove(.unexpectedRequests)      // this test provokes one
    _ = server
}

@Test("Sources/WindTunnel/Stubbing/MockServer.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Stubbing_MockServer_swift_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/{id}")) { request in
            .json(["id": 42, "name": "Ann"])
        }
    }
    let (data, _) = try await server.session.data(from: URL(string: "https://api.example.com/users/42")!)
    _ = server
    _ = data
}

@Test("Sources/WindTunnel/Stubbing/MockServer.swift, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_Stubbing_MockServer_swift_2() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
    let (body, response) = try await server.respond(to: URLRequest(url: URL(string: "https://api.example.com/a")!))
    _ = server
    _ = body
    _ = response
}

@Test("Sources/WindTunnel/Stubbing/Stub.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Stubbing_Stub_swift_1() async throws {
    let stub = Stub(.get("/users/{id}"), .query("expand", "true"), returning: .json(["id": 1]))
    _ = stub
}

@Test("Sources/WindTunnel/Stubbing/StubHandle.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Stubbing_StubHandle_swift_1() async throws {
    let server = MockServer("https://api.example.com")
    let login = server.stub(.post("/login"), returning: .status(204)).times(1)
    #expect(!login.isUsed)
    _ = server
    _ = login
}

@Test("Sources/WindTunnel/Support/JSON/JSONLiteral.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Support_JSON_JSONLiteral_swift_1() async throws {
    let id = 42
    let user: JSONLiteral = ["id": .value(id), "name": "Ann", "tags": ["a", 1, nil]]
    _ = id
    _ = user
}

@Test("Sources/WindTunnel/Support/ManualClock.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnel_Support_ManualClock_swift_1() async throws {
    let clock = ManualClock()
    let server = MockServer(clock: clock) {
        Stub(.get("/slow"), returning: .text("at last").delayed(by: .seconds(30)))
    }
    async let answer = server.session.data(from: URL(string: "https://api.example.com/slow")!)
    try await server.nextRequest(.get("/slow"))
    await clock.advance(by: .seconds(30))
    _ = try await answer
    _ = clock
    _ = server
}

@Test("Sources/WindTunnel/Support/ManualClock.swift, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnel_Support_ManualClock_swift_2() async throws {
    let clock = ManualClock()
    let retry = Task { try await clock.sleep(for: .seconds(2)) }
    let pause = try await clock.nextSleep()
    await clock.advance(by: pause)
    try await retry.value
    _ = clock
    _ = retry
    _ = pause
}

@Test("Sources/WindTunnelTesting/CurrentServer.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnelTesting_CurrentServer_swift_1() async throws {
    try await withMockServer("https://api.example.com") { server in
        #expect(MockServer.current === server)
    }
}

@Suite("Sources/WindTunnelTesting/MockServerTrait.swift, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnelTesting_MockServerTrait_swift_1 {
    @Suite(.mockServer("https://api.example.com"))
    struct GreetingTests {
        @Test(.mockServer { Stub(.get("/hello"), returning: .text("hi")) })
        func greets() async throws {
            let url = URL(string: "https://api.example.com/hello")!
            #expect(try await MockServer.current.session.data(from: url).0 == Data("hi".utf8))
        }
    }
}

@Suite("Sources/WindTunnelTesting/ReplayingTrait.swift, fence 1", .timeLimit(.minutes(5))) struct Sources_WindTunnelTesting_ReplayingTrait_swift_1 {
    @Test(.replaying("profile", matching: .method, .path, .query(ignoring: ["ts"])))
    func showsTheProfile() async throws {
        let url = URL(string: "https://api.example.com/users/42?ts=1764510000")!
        let (data, _) = try await MockServer.current.session.data(from: url)
        #expect(data == Data(#"{"id":42,"name":"Ann"}"#.utf8))
    }
}

@Test("Sources/WindTunnelTesting/WithMockServer.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnelTesting_WithMockServer_swift_1() async throws {
    try await withMockServer("https://api.example.com") {
        Stub(.get("/hello"), returning: .text("hi"))
    } run: { server in
        let (greeting, _) = try await server.session.data(from: URL(string: "https://api.example.com/hello")!)
        #expect(greeting == Data("hi".utf8))
    }
}

@Test("Sources/WindTunnelTesting/WithMockServer.swift, fence 2", .timeLimit(.minutes(5))) func Sources_WindTunnelTesting_WithMockServer_swift_2() async throws {
    try await withMockServer(replaying: "profile") { server in        // __Recordings__/profile.har
        _ = try await server.session.data(from: URL(string: "https://api.example.com/users/42")!)
    }
}

@Test("Sources/WindTunnelXCTest/XCTestCase+MockServer.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnelXCTest_XCTestCase_MockServer_swift_1() async throws {
    final class GreetingTests: XCTestCase {
        func testGreets() async throws {
            let server = mockServer("https://api.example.com") { Stub(.get("/hello"), returning: .text("hi")) }
            let url = URL(string: "https://api.example.com/hello")!
            let (data, _) = try await server.session.data(from: url)
            XCTAssertEqual(data, Data("hi".utf8))
        }
    }
}

@Test("Sources/WindTunnelXCTest/XCTestCase+Replaying.swift, fence 1", .timeLimit(.minutes(5))) func Sources_WindTunnelXCTest_XCTestCase_Replaying_swift_1() async throws {
    final class GreetingTests: XCTestCase {
        func testGreets() async throws {
            let server = try mockServer(replaying: "greeting", in: .folder(URL(fileURLWithPath: "Recordings")))
            _ = try await server.session.data(from: URL(string: "https://api.example.com/hello")!)
        }
    }
}

