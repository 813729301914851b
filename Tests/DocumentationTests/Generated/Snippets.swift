// Made by Scripts/snippets from README.md, Documentation/, the catalogs and the doc comments of Sources/. Do not edit.
// swift-format-ignore-file

import Foundation
import HTTPArchive
import TestSupport
import Testing
import WindTunnelTesting
import WindTunnelXCTest
import XCTest

@Suite("README.md, fence 1", .timeLimit(.minutes(1))) struct README_md_1 {
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

@Test("README.md, fence 2", .timeLimit(.minutes(1))) func README_md_2() async throws {
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

@Suite("README.md, fence 3", .timeLimit(.minutes(1))) struct README_md_3 {
    @Suite(.mockServer("https://api.example.com"))
    struct ProfileTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
        func showsTheProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }   // a request that no stub answered would fail the test here, also if the client swallowed its error
    }
}

@Test("README.md, fence 4", .timeLimit(.minutes(1))) func README_md_4() async throws {
    final class ProfileXCTests: XCTestCase {
        func testShowsTheProfile() async throws {
            let server = mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) }
            let user = try await APIClient(session: server.session).user(42)
            XCTAssertEqual(user.name, "Ann")
        }
    }
}

@Suite("README.md, fence 5", .timeLimit(.minutes(1))) struct README_md_5 {
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

@Test("README.md, fence 6", .timeLimit(.minutes(1))) func README_md_6() async throws {
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

@Test("Documentation/Clients.md, fence 1", .timeLimit(.minutes(1))) func Documentation_Clients_md_1() async throws {
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

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMocker.md, fence 1", .timeLimit(.minutes(1))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMocker_md_1 {
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

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMocker.md, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMocker_md_2() async throws {
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

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMocker.md, fence 3", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMocker_md_3() async throws {
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

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMocker.md, fence 4", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMocker_md_4() async throws {
    let server = MockServer("https://api.example.com")
    server.stub(.get("/users/42"), returning: .json(ann))
    server.stub(.get("/users/42"), returning: .status(503)).times(1)
    let client = APIClient(session: server.session)
    await #expect(throws: (any Error).self) { try await client.user(42) }
    #expect(try await client.user(42) == ann)
    _ = server
    _ = client
}

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMockingjay.md, fence 1", .timeLimit(.minutes(1))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMockingjay_md_1 {
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

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMockingjay.md, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMockingjay_md_2() async throws {
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

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromMockingjay.md, fence 3", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromMockingjay_md_3() async throws {
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

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 1", .timeLimit(.minutes(1))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_1 {
    @Suite(.mockServer("https://api.example.com"))
    struct UserTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
        func loadsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_2() async throws {
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

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 3", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_3() async throws {
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

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 4", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_4() async throws {
    let matcher: RequestMatcher = .get("/users")
    let url = URL(string: "https://api.example.com/users/")!
    let server = MockServer { Stub(matcher, returning: .text("users")) }
    server.checks = []
    await #expect(throws: URLError.self) { try await server.session.data(from: url) }
    _ = matcher
    _ = url
    _ = server
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 5", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_5() async throws {
    let server = MockServer {
        Stub(.get("https://api.example.com/search?q=a&page=2"), returning: .text("found"))
    }
    let url = URL(string: "https://api.example.com/search?page=2&lang=en&q=a")!
    #expect(try await server.session.data(from: url).0 == Data("found".utf8))
    _ = server
    _ = url
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromOHHTTPStubs.md, fence 6", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromOHHTTPStubs_md_6() async throws {
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

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromReplay.md, fence 1", .timeLimit(.minutes(1))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromReplay_md_1 {
    @Suite
    struct ProfileTests {
        @Test(.replaying("profile", matching: .method, .path))
        func showsTheProfile() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromReplay.md, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromReplay_md_2() async throws {
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

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromTheURLProtocolMockSnippet.md, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromTheURLProtocolMockSnippet_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
    }
    let client = APIClient(session: server.session)
    #expect(try await client.user(42).name == "Ann")
    _ = server
    _ = client
}

@Suite("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromURLProtocolClasses.md, fence 1", .timeLimit(.minutes(1))) struct Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromURLProtocolClasses_md_1 {
    @Suite(.mockServer("https://api.example.com")) struct UserTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
        func loadsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromURLProtocolClasses.md, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromURLProtocolClasses_md_2() async throws {
    let one = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(User(id: 42, name: "One"))) }
    let two = MockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(User(id: 42, name: "Two"))) }
    async let first = APIClient(session: one.session).user(42)
    async let second = APIClient(session: two.session).user(42)
    #expect(try await [first.name, second.name] == ["One", "Two"])
    _ = one
    _ = two
}

@Test("Sources/WindTunnel/WindTunnel.docc/Migration/MigratingFromURLProtocolClasses.md, fence 3", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_Migration_MigratingFromURLProtocolClasses_md_3() async throws {
    let server = MockServer("https://api.example.com") { Stub(.post("/users"), .json(containing: ["name": "Ann"]), returning: .status(201)) }
    var request = URLRequest(url: URL(string: "https://api.example.com/users")!)
    request.httpMethod = "POST"
    _ = try await server.session.upload(for: request, from: JSONEncoder().encode(ann))
    #expect(try server.requests[0].json(User.self) == ann)
    _ = server
    _ = request
}

@Test("Sources/WindTunnel/WindTunnel.docc/WindTunnel.md, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_WindTunnel_docc_WindTunnel_md_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/{id}"), returning: .json(["id": 42, "name": "Ann"]))
    }
    let (data, _) = try await server.session.data(from: URL(string: "https://api.example.com/users/42")!)
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":42,"name":"Ann"}"#)
    _ = server
    _ = data
}

@Test("Sources/HTTPArchive/JSON/JSONValue.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_JSON_JSONValue_swift_1() async throws {
    let initiator: HAR.JSONValue = ["type": "script", "lineNumber": 12]
    if case .object(let members) = initiator { print(members["type"] == "script") }
    _ = initiator
}

@Test("Sources/HTTPArchive/JSON/JSONValue.swift, fence 2", .timeLimit(.minutes(1))) func Sources_HTTPArchive_JSON_JSONValue_swift_2() async throws {
    let large = HAR.JSONNumber(UInt64.max)
    print(large.text)          // 18446744073709551615
    print(HAR.JSONNumber(1.0)!.int == 1)
    _ = large
}

@Test("Sources/HTTPArchive/Reading/HAR+Problem.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Reading_HAR_Problem_swift_1() async throws {
    for problem in reading.problems { print(problem) }     // entry 3: response is missing
}

@Test("Sources/HTTPArchive/Reading/HARFile.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Reading_HARFile_swift_1() async throws {
    let file = try HAR.File(contentsOf: harURL)
    for index in 0..<file.count where file.method(at: index) == "POST" {
        print(file.url(at: index), file.read(at: index).entry?.response.status ?? 0)
    }
    _ = file
}

@Test("Sources/HTTPArchive/Redacting/HAR+Redaction.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Redacting_HAR_Redaction_swift_1() async throws {
    let rules = HAR.Redaction.standard.redacting(headers: "X-Tenant").redacting(fields: "iban").keeping("session")
    try archive.redacted(rules).write(to: harURL)
    _ = rules
}

@Test("Sources/HTTPArchive/Redacting/HAR+Redaction.swift, fence 2", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Redacting_HAR_Redaction_swift_2() async throws {
    try archive.redacted().write(to: harURL)
}

@Test("Sources/HTTPArchive/Redacting/HAR+Redaction.swift, fence 3", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Redacting_HAR_Redaction_swift_3() async throws {
    var redactor = HAR.Redactor(.standard)
    var stream = HAR.Writer()
    for entry in entries { redactor.learn(entry) }
    handle.write(stream.begin(HAR.Log()))
    for entry in entries { handle.write(stream.append(redactor.redacted(entry))) }
    handle.write(stream.end())
    _ = redactor
    _ = stream
}

@Test("Sources/HTTPArchive/Redacting/HAR+Redaction.swift, fence 4", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Redacting_HAR_Redaction_swift_4() async throws {
    let restored = entry.restoring(["<redacted:authorization:1>": "s3cret"])
    _ = restored
}

@Test("Sources/HTTPArchive/Replaying/HAR+Answer.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Replaying_HAR_Answer_swift_1() async throws {
    let answer = try entry.answer()
    print(answer.status, answer.headers.first("Content-Type") ?? "", answer.body.count)
    _ = answer
}

@Test("Sources/HTTPArchive/Values/HAR+Bodies.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Values_HAR_Bodies_swift_1() async throws {
    let body = entry.response.content.body ?? Data()
    _ = body
}

@Test("Sources/HTTPArchive/Values/HAR+Fields.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Values_HAR_Fields_swift_1() async throws {
    let type = entry.response.headers.first("Content-Type")
    _ = type
}

@Test("Sources/HTTPArchive/Values/HAR.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Values_HAR_swift_1() async throws {
    var archive = try HAR(contentsOf: harURL)
    archive.log.entries.removeAll { $0.response.status == 0 }
    try archive.write(to: harURL)
    _ = archive
}

@Test("Sources/HTTPArchive/Values/Timestamp.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Values_Timestamp_swift_1() async throws {
    let started: HAR.Timestamp = "2026-03-01T10:00:00.123456+02:00"
    print(started.date!.timeIntervalSince1970)
    _ = started
}

@Test("Sources/HTTPArchive/Writing/HAR+Writer.swift, fence 1", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Writing_HAR_Writer_swift_1() async throws {
    var writer = HAR.Writer()
    handle.write(writer.begin(HAR.Log()))
    for entry in entries { handle.write(writer.append(entry)) }
    handle.write(writer.end())
    _ = writer
}

@Test("Sources/HTTPArchive/Writing/HAR+Writer.swift, fence 2", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Writing_HAR_Writer_swift_2() async throws {
    let text = String(decoding: archive.encoded(), as: UTF8.self)
    _ = text
}

@Test("Sources/HTTPArchive/Writing/HAR+Writer.swift, fence 3", .timeLimit(.minutes(1))) func Sources_HTTPArchive_Writing_HAR_Writer_swift_3() async throws {
    try archive.write(to: harURL)
}

@Test("Sources/WindTunnel/Compatibility/URLProtocolMock.swift, fence 1", .exclusiveMockURLs, .timeLimit(.minutes(1))) func Sources_WindTunnel_Compatibility_URLProtocolMock_swift_1() async throws {
    let url = URL(string: "https://api.example.com/users")!
    let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    URLProtocolMock.mockURLs = [url: (nil, Data("[]".utf8), response)]
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [URLProtocolMock.self]
    _ = url
    _ = response
    _ = configuration
}

@Test("Sources/WindTunnel/Interception/MockRequest+Body.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Interception_MockRequest_Body_swift_1() async throws {
    struct Credentials: Decodable { var user: String }
    let stub = Stub(.post("/login")) { request in
        let credentials: Credentials = try request.json()
        return .text("hello \(credentials.user)")
    }
    _ = stub
}

@Test("Sources/WindTunnel/Interception/MockRequest.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Interception_MockRequest_swift_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/{id}")) { request in
            .text("user \(request.path["id"] ?? "")")
        }
    }
    #expect(server.faults.isEmpty)
}

@Test("Sources/WindTunnel/Interception/SharedSession.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Interception_SharedSession_swift_1() async throws {
    let server = MockServer { Stub(.any("/health"), returning: .status(200)) }
    try await server.interceptingSharedSession {
        _ = try await URLSession.shared.data(from: URL(string: "https://api.example.com/health")!)
    }
    _ = server
}

@Test("Sources/WindTunnel/Journal/EventHub.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Journal_EventHub_swift_1() async throws {
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

@Test("Sources/WindTunnel/Journal/MockServer+Checks.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Journal_MockServer_Checks_swift_1() async throws {
    let server = MockServer("https://api.example.com")
    server.checks.remove(.unexpectedRequests)      // this test provokes one
    _ = server
}

@Test("Sources/WindTunnel/Journal/MockServer+Log.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Journal_MockServer_Log_swift_1() async throws {
    let server = MockServer("https://api.example.com")
    server.log = .brief
    _ = server
}

@Test("Sources/WindTunnel/Journal/Verification.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Journal_Verification_swift_1() async throws {
    let server = MockServer()
    try server.verify(.post("/login"), times: 0)
    _ = server
}

@Test("Sources/WindTunnel/Listening/MockServer+Listening.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Listening_MockServer_Listening_swift_1() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/users"), returning: .json([])) }
    let baseURL = try await server.listen()
    let (data, _) = try await URLSession(configuration: .ephemeral).data(from: URL(string: "\(baseURL)/users")!)
    await server.stopListening()
    _ = server
    _ = baseURL
    _ = data
}

@Test("Sources/WindTunnel/Matching/RequestMatcher+Body.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Matching_RequestMatcher_Body_swift_1() async throws {
    let small: RequestMatcher = .custom("body is small") { request in request.body.count < 100 }
    _ = small
}

@Test("Sources/WindTunnel/Matching/RequestMatcher.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Matching_RequestMatcher_swift_1() async throws {
    let matcher: RequestMatcher = .get("/users/{id}") && !.header("X-Debug")
    _ = matcher
}

@Test("Sources/WindTunnel/Recording/MockServer+Recording.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Recording_MockServer_Recording_swift_1() async throws {
    let server = try MockServer(replaying: harURL, matching: .method, .path)
    _ = server
}

@Test("Sources/WindTunnel/Recording/MockServer+Recording.swift, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_Recording_MockServer_Recording_swift_2() async throws {
    let server = try MockServer(recordingTo: harURL, upstream: .network)
    _ = server
}

@Test("Sources/WindTunnel/Recording/ReplayRule.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Recording_ReplayRule_swift_1() async throws {
    let rules: [ReplayRule] = [.method, .path, .query(ignoring: ["ts"])]
    _ = rules
}

@Test("Sources/WindTunnel/Recording/ScopeRecording.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Recording_ScopeRecording_swift_1() async throws {
    let server = try MockServer(replaying: harURL, mode: .verify)
    try await server.verifyRecording()
    _ = server
}

@Test("Sources/WindTunnel/Responding/MockResponse+Compression.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Responding_MockResponse_Compression_swift_1() async throws {
    let page: MockResponse = .json(["id": 1]).compressed(.gzip)
    let feed: MockResponse = .events("one", "two").compressed(.deflate)
    _ = page
    _ = feed
}

@Test("Sources/WindTunnel/Responding/MockResponse+Faults.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Responding_MockResponse_Faults_swift_1() async throws {
    let broken: MockResponse = .fault(.reset)
    let stuck: MockResponse = .json(["id": 1]).fault(.stall(after: 4))
    _ = broken
    _ = stuck
}

@Test("Sources/WindTunnel/Responding/MockResponse+Streams.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Responding_MockResponse_Streams_swift_1() async throws {
    let words: MockResponse = .stream(contentType: "text/plain") { body in
        for word in ["a", "b"] {
            try await body.write(word)
            try await body.sleep(for: .milliseconds(20))
        }
    }
    _ = words
}

@Test("Sources/WindTunnel/Responding/MockResponse+Streams.swift, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_Responding_MockResponse_Streams_swift_2() async throws {
    let feed: MockResponse = .events { emit in
        try await emit("one")
        try await emit.sleep(for: .seconds(1))
        try await emit(.init("two", id: "2"))
    }
    _ = feed
}

@Test("Sources/WindTunnel/Responding/MockResponse.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Responding_MockResponse_swift_1() async throws {
    let response: MockResponse = .json(["id": 1], status: 201).header("ETag", "\"1\"").delayed(by: .seconds(2))
    _ = response
}

@Test("Sources/WindTunnel/Responding/Stub+Credentials.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Responding_Stub_Credentials_swift_1() async throws {
    let session = MockServer {
        Stub(.get("/me"), returning: .json(["name": "Ann"])).requiring(.digest(user: "ann", password: "pw"))
    }.session
    let (data, _) = try await session.data(from: URL(string: "https://ann:pw@api.example.com/me")!)
    _ = session
    _ = data
}

@Test("Sources/WindTunnel/Responding/WebSocketAnswer.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Responding_WebSocketAnswer_swift_1() async throws {
    let chat = Stub.webSocket("/chat") { socket in
        try await socket.send("welcome")
        for try await message in socket { try await socket.send("you said \(message)") }
    }
    _ = chat
}

@Test("Sources/WindTunnel/Stubbing/MockServer.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Stubbing_MockServer_swift_1() async throws {
    let server = MockServer("https://api.example.com") {
        Stub(.get("/users/{id}")) { request in
            .json(["id": 42, "name": "Ann"])
        }
    }
    let (data, _) = try await server.session.data(from: URL(string: "https://api.example.com/users/42")!)
    _ = server
    _ = data
}

@Test("Sources/WindTunnel/Stubbing/MockServer.swift, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_Stubbing_MockServer_swift_2() async throws {
    let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
    let (body, response) = try await server.respond(to: URLRequest(url: URL(string: "https://api.example.com/a")!))
    _ = server
    _ = body
    _ = response
}

@Test("Sources/WindTunnel/Stubbing/Stub.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Stubbing_Stub_swift_1() async throws {
    let stub = Stub(.get("/users/{id}"), .query("expand", "true"), returning: .json(["id": 1]))
    _ = stub
}

@Test("Sources/WindTunnel/Stubbing/StubHandle.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Stubbing_StubHandle_swift_1() async throws {
    let server = MockServer("https://api.example.com")
    let login = server.stub(.post("/login"), returning: .status(204)).times(1)
    #expect(!login.isUsed)
    _ = server
    _ = login
}

@Test("Sources/WindTunnel/Support/JSON/JSONLiteral.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Support_JSON_JSONLiteral_swift_1() async throws {
    let id = 42
    let user: JSONLiteral = ["id": .value(id), "name": "Ann", "tags": ["a", 1, nil]]
    _ = id
    _ = user
}

@Test("Sources/WindTunnel/Support/ManualClock.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnel_Support_ManualClock_swift_1() async throws {
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

@Test("Sources/WindTunnel/Support/ManualClock.swift, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnel_Support_ManualClock_swift_2() async throws {
    let clock = ManualClock()
    let retry = Task { try await clock.sleep(for: .seconds(2)) }
    let pause = try await clock.nextSleep()
    await clock.advance(by: pause)
    try await retry.value
    _ = clock
    _ = retry
    _ = pause
}

@Test("Sources/WindTunnelTesting/CurrentServer.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnelTesting_CurrentServer_swift_1() async throws {
    try await withMockServer("https://api.example.com") { server in
        #expect(MockServer.current === server)
    }
}

@Suite("Sources/WindTunnelTesting/MockServerTrait.swift, fence 1", .timeLimit(.minutes(1))) struct Sources_WindTunnelTesting_MockServerTrait_swift_1 {
    @Suite(.mockServer("https://api.example.com"))
    struct GreetingTests {
        @Test(.mockServer { Stub(.get("/hello"), returning: .text("hi")) })
        func greets() async throws {
            let url = URL(string: "https://api.example.com/hello")!
            #expect(try await MockServer.current.session.data(from: url).0 == Data("hi".utf8))
        }
    }
}

@Suite("Sources/WindTunnelTesting/ReplayingTrait.swift, fence 1", .timeLimit(.minutes(1))) struct Sources_WindTunnelTesting_ReplayingTrait_swift_1 {
    @Test(.replaying("profile", matching: .method, .path, .query(ignoring: ["ts"])))
    func showsTheProfile() async throws {
        let url = URL(string: "https://api.example.com/users/42?ts=1764510000")!
        let (data, _) = try await MockServer.current.session.data(from: url)
        #expect(data == Data(#"{"id":42,"name":"Ann"}"#.utf8))
    }
}

@Test("Sources/WindTunnelTesting/WithMockServer.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnelTesting_WithMockServer_swift_1() async throws {
    try await withMockServer("https://api.example.com") {
        Stub(.get("/hello"), returning: .text("hi"))
    } run: { server in
        let (greeting, _) = try await server.session.data(from: URL(string: "https://api.example.com/hello")!)
        #expect(greeting == Data("hi".utf8))
    }
}

@Test("Sources/WindTunnelTesting/WithMockServer.swift, fence 2", .timeLimit(.minutes(1))) func Sources_WindTunnelTesting_WithMockServer_swift_2() async throws {
    try await withMockServer(replaying: "profile") { server in        // __Recordings__/profile.har
        _ = try await server.session.data(from: URL(string: "https://api.example.com/users/42")!)
    }
}

@Test("Sources/WindTunnelXCTest/XCTestCase+MockServer.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnelXCTest_XCTestCase_MockServer_swift_1() async throws {
    final class GreetingTests: XCTestCase {
        func testGreets() async throws {
            let server = mockServer("https://api.example.com") { Stub(.get("/hello"), returning: .text("hi")) }
            let url = URL(string: "https://api.example.com/hello")!
            let (data, _) = try await server.session.data(from: url)
            XCTAssertEqual(data, Data("hi".utf8))
        }
    }
}

@Test("Sources/WindTunnelXCTest/XCTestCase+Replaying.swift, fence 1", .timeLimit(.minutes(1))) func Sources_WindTunnelXCTest_XCTestCase_Replaying_swift_1() async throws {
    final class GreetingTests: XCTestCase {
        func testGreets() async throws {
            let server = try mockServer(replaying: "greeting", in: .folder(URL(fileURLWithPath: "Recordings")))
            _ = try await server.session.data(from: URL(string: "https://api.example.com/hello")!)
        }
    }
}

