import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct DriftTests {
    private static let json = "application/json"

    /// What a verification says when these requests have been answered by the recording.
    private func drift(
        _ entries: [HAR.Entry], using paths: [String], supplying values: [String: String] = [:],
        upstream: @escaping @Sendable (MockRequest) async throws -> MockResponse
    ) async throws -> String? {
        let recording = try Recording(entries)
        let before = try recording.text
        let server = try MockServer(
            replaying: recording.url, matching: .method, .path, supplying: values, mode: .verify,
            upstream: .custom(upstream))
        for path in paths { _ = try? await server.get(path) }
        defer { server.close() }
        do {
            try await server.verifyRecording()
            #expect(try recording.text == before)
            return nil
        } catch let error as RecordingError {
            #expect(try recording.text == before)
            return error.description
        }
    }

    @Test func `differences are told by line, and values do not matter`() async throws {
        let user = #"{"id":1,"name":"Ann","tags":["a"],"items":[{"n":1},{"n":2,"x":null}]}"#
        let entries = [
            HAR.Entry.made("GET", "/users/1", answer: user, answerType: Self.json),
            .made("GET", "/page", answer: "old"), .made("GET", "/unused", answer: "x"),
            .made("GET", "/same", answer: "1"),
            .made("GET", "/gone", status: 0, error: "URLError -1009: offline"),
            .made("GET", "/down?token=s3cret", answer: "x"),
        ]
        let sent = Box<[String]>([])
        let report = try await drift(entries, using: ["/users/1", "/page", "/same", "/gone", "/down"]) { request in
            sent.change { $0.append("\(request.path)") }
            return switch request.path {
            case "/users/1":
                .json(text: #"{"id":"7","tags":[],"items":[{"n":"a","m":1},{"n":3}],"e-mail":null}"#)
            case "/page": .json(["error": "none"], status: 404)
            case "/gone": .status(200)
            case "/down": throw URLError(.timedOut)
            default: .text("another")
            }
        }
        #expect(sent.value == ["/users/1", "/page", "/same", "/gone", "/down"])
        let timeOut = ArchivedFailure.text(URLError(.timedOut))
        let offline = ArchivedFailure.text(URLError(.notConnectedToInternet))
        #expect(
            report == """
                4 answers have drifted from the recording shop.har:

                    GET https://api.example.com/users/1    entry 1
                      $["e-mail"]   is new: null
                      $.id          is a string, recorded a number
                      $.items[*].m  is new: a number
                      $.items[*].n  is a number or a string, recorded a number
                      $.name        is missing

                    GET https://api.example.com/page    entry 2
                      status        404, recorded 200
                      content type  application/json, recorded text/plain

                    GET https://api.example.com/gone    entry 5
                      status  200, recorded \(offline)

                    GET https://api.example.com/down?token=•••    entry 6
                      failure  \(timeOut), recorded 200
                """)
    }

    @Test func `what is as it was says nothing`() async throws {
        let entries = [
            HAR.Entry.made("GET", "/a", answer: #"[{"id":1}]"#, answerType: Self.json),
            .made("GET", "/b", status: 0, error: "net::ERR_NAME_NOT_RESOLVED"), .made("GET", "/c", answer: "x"),
        ]
        let report = try await drift(entries, using: ["/a", "/b"]) { request in
            if request.path == "/b" { throw URLError(.cannotFindHost) }
            return .stream(contentType: "application/json; charset=utf-8") { body in
                try await body.write(#"[{"id":9},"#)
                try await body.sleep(for: .seconds(3_600))
                try await body.write(#"{"id":10}]"#)
            }
        }
        #expect(report == nil)
    }

    @Test func `requests are sent as they were recorded`() async throws {
        let entry = HAR.Entry.made(
            "POST", "/a?x=1", body: (Self.json, #"{"a":1}"#),
            headers: [("X-Tenant", "t"), ("Content-Type", Self.json)],
            answer: "x")
        let sent = Box<MockRequest?>(nil)
        let recording = try Recording([entry])
        let upstream = RecordingUpstream.custom { request in
            sent.change { $0 = request }
            return .text("x")
        }
        let server = try MockServer(replaying: recording.url, matching: .path, mode: .verify, upstream: upstream)
        _ = try await server.get("/a")
        try await server.verifyRecording()
        let request = try #require(sent.value)
        #expect(request.method == "POST")
        #expect(request.url == api("/a?x=1"))
        #expect(request.body == Data(#"{"a":1}"#.utf8))
        #expect(request.headers["X-Tenant"] == "t")
    }

    @Test func `a request whose secret is not known is not sent, but listed`() async throws {
        let entries = [
            HAR.Entry.made(
                "GET", "/me?access_token=%3Credacted:access_token:1%3E",
                headers: [("Authorization", "<redacted:authorization:1>")],
                answer: "x"),
            .made("POST", "/login", body: (Self.json, #"{"password":"<redacted:password:1>"}"#), answer: "x"),
            .made("GET", "/a", answer: "x"),
        ]
        let sent = Box<[String]>([])
        func report(_ values: [String: String]) async throws -> String? {
            sent.change { $0 = [] }
            let recording = try Recording(entries)
            let upstream = RecordingUpstream.custom { request in
                sent.change { $0.append("\(request.url.path) \(request.headers["Authorization"] ?? "-")") }
                return .status(204)
            }
            let server = try MockServer(
                replaying: recording.url, matching: .path, supplying: values, mode: .verify, upstream: upstream)
            for path in ["/me", "/login", "/a"] { _ = try await server.get(path) }
            let drift = try #require(await server.core.drift())
            return drift.report(command: nil)
        }
        #expect(
            try await report([:]) == """
                An answer has drifted from the recording shop.har:

                    GET https://api.example.com/a    entry 3
                      status        204, recorded 200
                      content type  none, recorded text/plain

                Not verified, since their secrets are not recorded; give them by supplying:

                    GET https://api.example.com/me?access_token=•••    entry 1: <redacted:access_token:1>, <redacted:authorization:1>
                    POST https://api.example.com/login    entry 2: <redacted:password:1>
                """)
        #expect(sent.value == ["/a -"])
        _ = try await report([
            "<redacted:authorization:1>": "Bearer t", "<redacted:access_token:1>": "k", "<redacted:password:1>": "p",
        ])
        #expect(sent.value == ["/me Bearer t", "/login -", "/a -"])
    }

    @Test(
        arguments: [
            (#"{"a":1}"#, #"{"a":2.5}"#, []), (#"{"a":null}"#, #"{"a":"x"}"#, []), ("[]", "[1]", []), ("[1]", "[]", []),
            (#"{"a":"x"}"#, #"{"a":null}"#, ["$.a is null, recorded a string"]),
            (#"[{"a":1},{}]"#, "[{}]", []), (#"[{"a":1},{"a":2}]"#, "[{}]", ["$[*].a is missing"]),
            ("[{}]", #"[{},{"a":true}]"#, ["$[*].a is new: a boolean"]),
            (#"[1,"x"]"#, #"["x"]"#, []), ("[[1]]", #"[["x"]]"#, ["$[*][*] is a string, recorded a number"]),
            ("{}", "[]", ["$ is an array, recorded an object"]), (#"{"a":{}}"#, #"{"a":{}}"#, []),
            (#"{"a b":1}"#, "{}", [#"$["a b"] is missing"#]),
        ] as [(String, String, [String])])
    func `a shape is what stands where`(_ before: String, _ after: String, _ differences: [String]) throws {
        let (before, after) = (
            Shape(try JSONParser.parse(Data(before.utf8))), Shape(try JSONParser.parse(Data(after.utf8)))
        )
        #expect(before.differences(to: after).map { "\($0.path) \($0.text)" } == differences)
    }
}
