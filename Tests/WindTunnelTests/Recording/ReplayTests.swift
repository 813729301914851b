import Foundation
import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ReplayTests {
    private func texts(_ server: MockServer, _ paths: String...) async throws -> [String] {
        var texts: [String] = []
        for path in paths { texts.append(try await server.get(path).text) }
        return texts
    }

    private let users = [
        HAR.Entry.made("GET", "/users/1", answer: "first"), .made("GET", "/users/2", answer: "other"),
        .made("GET", "/users/1", answer: "second"),
    ]

    @Test func `entries answer in order, and the last one repeats`() async throws {
        let recording = try Recording(users)
        let server = try MockServer(replaying: recording.url)
        #expect(
            try await texts(server, "/users/1", "/users/1", "/users/1", "/users/2", "/users/2")
                == ["first", "second", "second", "other", "other"])
        #expect(server.exchanges[1].stubDescription == "entry 3 of shop.har")
        try server.verifyNothingUnexpected()
    }

    @Test func `entries may answer once each, or the first for ever`() async throws {
        let recording = try Recording(users)
        let once = try MockServer(replaying: recording.url, order: .once)
        #expect(try await texts(once, "/users/1", "/users/1") == ["first", "second"])
        let report = try #require(await once.error(of: "/users/1")).localizedDescription
        #expect(
            report == """
                Unexpected request: GET https://api.example.com/users/1

                The closest of 3 entries of shop.har:

                    GET https://api.example.com/users/1    entry 1
                      matches   GET /users/1
                      used up   each entry answers once

                To add it, run the test with WINDTUNNEL_RECORD=new.

                The request:

                    GET https://api.example.com/users/1

                To answer it, add:

                    Stub(.get("https://api.example.com/users/1"), returning: .status(200))

                """)
        let any = try MockServer(replaying: recording.url, order: .any)
        #expect(try await texts(any, "/users/1", "/users/1") == ["first", "first"])
    }

    @Test func `what was not recorded is unexpected, and the closest entry is shown`() async throws {
        let recording = try Recording([.made("GET", "/users?page=1&token=s3cret", answer: "a")])
        let server = try MockServer(replaying: recording.url)
        let report = try #require(await server.error(of: "/users?page=2")).localizedDescription
        #expect(
            report.contains(
                """
                The only entry of shop.har:

                    GET https://api.example.com/users?page=1&token=•••    entry 1
                      matches   GET /users
                      differs   query page is "2", expected "1"

                """))
    }

    @Test(arguments: [
        ("/s?b=2&a=1", true), ("/s?a=1&b=2", true), ("/s?a=1", false), ("/s?a=1&b=2&c=3", false),
        ("/%73?a=%31&b=2", true),
        ("/s/?a=1&b=2", false), ("http://api.example.com/s?a=1&b=2", false),
        ("https://API.example.com:443/s?b=2&a=1", true),
    ])
    func `a URL is compared decoded, the query in any order`(_ path: String, _ isAnswered: Bool) async throws {
        let recording = try Recording([.made("GET", "/s?a=1&b=2", answer: "x")])
        let server = try MockServer(replaying: recording.url)
        #expect((await server.error(of: path) == nil) == isAnswered)
    }

    struct Body: Sendable, CustomTestStringConvertible {
        let recorded: (type: String, text: String)
        let sent: (type: String, text: String)
        let isEqual: Bool
        var testDescription: String { "\(recorded.text) and \(sent.text)" }
    }

    private static let json = "application/json"
    private static let form = "application/x-www-form-urlencoded"
    private static func part(_ boundary: String, _ text: String) -> (type: String, text: String) {
        (
            "multipart/form-data; boundary=\(boundary)",
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text)\r\n--\(boundary)--\r\n"
        )
    }

    private static let bodies = [
        Body(recorded: (json, #"{"a":1,"b":[2]}"#), sent: (json, #"{ "b": [2.0], "a": 1 }"#), isEqual: true),
        Body(recorded: (json, #"{"a":1}"#), sent: (json, #"{"a":2}"#), isEqual: false),
        Body(recorded: (form, "a=1&b=x+y"), sent: (form, "b=x%20y&a=1"), isEqual: true),
        Body(recorded: (form, "a=1"), sent: (form, "a=1&a=1"), isEqual: false),
        Body(recorded: part("one", "x"), sent: part("two", "x"), isEqual: true),
        Body(recorded: part("one", "x"), sent: part("one", "y"), isEqual: false),
        Body(
            recorded: (json, #"{"query":"query A { a }","variables":{"id":1}}"#),
            sent: (json, #"{"query":"query A {\n  a\n}","operationName":"A","variables":{"id":1}}"#), isEqual: true),
        Body(
            recorded: (json, #"{"query":"query A { a }","variables":{"id":1}}"#),
            sent: (json, #"{"query":"query A { a }","variables":{"id":2}}"#), isEqual: false),
        Body(recorded: ("text/plain", "x"), sent: ("text/plain", "x"), isEqual: true),
        Body(recorded: ("text/plain", "x"), sent: ("text/plain", "y"), isEqual: false),
        Body(recorded: ("text/plain", "x"), sent: ("text/plain", ""), isEqual: false),
        Body(recorded: ("text/plain", ""), sent: ("text/plain", "whatever"), isEqual: true),
    ]

    @Test(arguments: bodies)
    func `bodies are compared by what they say`(_ row: Body) async throws {
        let recording = try Recording([.made("POST", "/a", body: row.recorded, answer: "x")])
        let server = try MockServer(replaying: recording.url)
        let request = URLRequest(
            "/a", method: "POST", headers: ["Content-Type": row.sent.type], body: Data(row.sent.text.utf8))
        #expect((await server.error(of: request) == nil) == row.isEqual)
    }

    @Test func `of entries that differ in their bodies alone each answers its own`() async throws {
        let recording = try Recording(
            ["A", "B"].map {
                .made("POST", "/graphql", body: (Self.json, #"{"query":"query \#($0) { x }"}"#), answer: $0)
            })
        let server = try MockServer(replaying: recording.url)
        for name in ["B", "A", "B"] {
            let request = URLRequest(
                "/graphql", method: "POST", headers: ["Content-Type": Self.json],
                body: Data(#"{"query":"query \#(name) { x }"}"#.utf8))
            #expect(try await server.session.answer(request).text == name)
        }
    }

    @Test func `rules say what counts`() async throws {
        let recording = try Recording([
            .made(
                "POST", "/a?ts=1&q=x", body: (Self.json, #"{"id":1,"items":[{"at":5,"n":1}]}"#),
                headers: [("X-Tenant", "t")],
                answer: "x")
        ])
        func isAnswered(_ path: String, _ body: String, _ rules: ReplayRule...) async throws -> Bool {
            // Variadic parameters cannot be handed on.
            let server: MockServer =
                switch rules.count {
                case 1: try MockServer(replaying: recording.url, matching: rules[0])
                case 2: try MockServer(replaying: recording.url, matching: rules[0], rules[1])
                default: try MockServer(replaying: recording.url, matching: rules[0], rules[1], rules[2])
                }
            let request = URLRequest(
                path, method: "POST", headers: ["Content-Type": Self.json, "X-Tenant": "t"], body: Data(body.utf8))
            return await server.error(of: request) == nil
        }
        #expect(try await isAnswered("/a?ts=2&q=x", "{}", .method, .path, .query(ignoring: ["ts"])))
        #expect(try await !isAnswered("/a?ts=2&q=y", "{}", .method, .path, .query(ignoring: ["ts"])))
        #expect(try await isAnswered("https://other.example.com/a", "{}", .path))
        let other = #"{"id":2,"items":[{"at":6,"n":1}]}"#
        #expect(try await isAnswered("/b", other, .method, .json(ignoring: ["$.id", "$.items[*].at"])))
        #expect(try await !isAnswered("/b", other, .method, .json(ignoring: "$.id")))
        #expect(try await isAnswered("/b", "", .header("X-Tenant")))
        let fault = try MockServer(replaying: recording.url, matching: .json(ignoring: ["id"]))
        #expect(fault.faults.map(\.message) == [#""id" is no JSON path; write it like "$.items[*].id""#])
    }

    @Test func `redirects are followed through entries, and cookies come back`() async throws {
        let recording = try Recording([
            .made("GET", "/old", status: 302, answerHeaders: [("Location", "/new"), ("Set-Cookie", "sid=1")]),
            .made("GET", "/new", answer: "here"),
        ])
        let server = try MockServer(replaying: recording.url)
        let answer = try await server.get("/old")
        #expect(answer.text == "here")
        #expect(answer.response.url == api("/new"))
        _ = try await server.get("/new")
        #expect(server.requests.last?.headers["Cookie"] == "sid=1")
        #expect(server.exchanges.first?.hops.map(\.statusCode) == [302])
    }

    @Test func `a failure of the network is the same failure again`() async throws {
        let recording = try Recording([
            .made("GET", "/a", status: 0, error: "URLError -1009: offline"),
            .made("GET", "/b", status: 0, error: "net::ERR_NAME_NOT_RESOLVED"),
        ])
        let server = try MockServer(replaying: recording.url)
        #expect(await server.error(of: "/a")?.code == .notConnectedToInternet)
        #expect(await server.error(of: "/b")?.code == .cannotFindHost)
        #expect(server.skippedEntries.isEmpty)
        try server.verifyNothingUnexpected()
    }

    @Test func `entries without a usable answer are passed over and listed`() async throws {
        let recording = try Recording([
            .made("GET", "/a", status: 0), .made("GET", "/a", answer: "x"), .made("GET", "/b", status: 0),
        ])
        let server = try MockServer(replaying: recording.url)
        #expect(try await texts(server, "/a", "/a") == ["x", "x"])
        #expect(
            server.skippedEntries.map(\.description) == [
                "entry 1: no response (status 0)", "entry 3: no response (status 0)",
            ])
        #expect(
            await server.error(of: "/b")?.localizedDescription.contains("it has no usable answer: no response") == true)
    }

    @Test func `head and body agree, whatever the archive says`() async throws {
        let recording = try Recording([
            .made(
                "GET", "/a", answer: "plain",
                answerHeaders: [
                    ("Content-Encoding", "gzip"), ("Content-Length", "3"), ("Transfer-Encoding", "chunked"),
                ])
        ])
        let server = try MockServer(replaying: recording.url)
        let answer = try await server.get("/a")
        #expect(answer.text == "plain")
        #expect(answer.header("Content-Length") == "5")
        #expect(answer.header("Content-Encoding") == nil)
    }

    @Test func `recorded times are taken when they are asked for`() async throws {
        let recording = try Recording([.made("GET", "/a", answer: "x", time: 2_000)])
        let clock = ManualClock()
        let instant = try MockServer(replaying: recording.url)
        #expect(try await instant.get("/a").text == "x")
        let server = try MockServer(replaying: recording.url, timing: .recorded(scale: 0.5), clock: .clock(clock))
        async let answer = server.get("/a")
        _ = try await server.nextRequest()
        await clock.advance(by: .milliseconds(999))
        #expect(server.exchanges.map(\.description) == ["GET \(origin)/a → pending"])
        await clock.advance(by: .milliseconds(1))
        #expect(try await answer.text == "x")
    }

    @Test func `stubs win over the recording`() async throws {
        let recording = try Recording(users)
        let server = try MockServer(replaying: recording.url) {
            Stub(.get("\(origin)/users/1"), returning: .text("stub")).times(1)
        }
        #expect(try await texts(server, "/users/1", "/users/1", "/users/1") == ["stub", "first", "second"])
    }

    @Test func `a recording answers over a socket as well`() async throws {
        let recording = try Recording(users)
        let server = try MockServer(replaying: recording.url)
        let base = try await server.listen()
        let (data, _) = try await URLSession.shared.data(from: base.appendingPathComponent("users/2"))
        #expect(String(decoding: data, as: UTF8.self) == "other")
        await server.stopListening()
    }

    @Test func `a recording that is missing or no archive says what to do`() throws {
        let recording = try Recording()
        let path = recording.url.path
        let missing = #expect(throws: RecordingError.self) { try MockServer(replaying: recording.url, mode: .never) }
        #expect(
            missing?.description
                == "there is no recording \(path). To make it, run the test with WINDTUNNEL_RECORD=missing")
        try Data("<html>".utf8).write(to: recording.url)
        let broken = #expect(throws: RecordingError.self) { try MockServer(replaying: recording.url) }
        #expect(broken?.description.hasPrefix("the recording \(path) cannot be read: ") == true)
    }

    @Test func `many requests at once get each entry in its turn`() async throws {
        let recording = try Recording((0..<64).map { .made("GET", "/n", answer: "\($0)") })
        let server = try MockServer(replaying: recording.url, order: .once)
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 { group.addTask { try await server.get("/n").text } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers.count == 64)
    }
}
