import Foundation
import TestSupport
import Testing
import WindTunnel

/// What is the same request, and what is another one.
@Suite(.timeLimit(.minutes(3)))
struct ReplayMatchingTests {
    private static let targets: [(recorded: String, sent: String, isEqual: Bool)] = [
        ("/a?q=a+b", "/a?q=a%20b", true), ("/a?q=a%2Bb", "/a?q=a+b", false), ("/a?q=a%2bb", "/a?q=a%2Bb", true),
        ("/a?x[]=1", "/a?x%5B%5D=1", true), ("/a?x=1", "/a?x[]=1", false), ("/a?x=1,2", "/a?x=1&x=2", false),
        ("/a?x=1&x=2", "/a?x=2&x=1", true), ("/a?x=1&x=1", "/a?x=1", false), ("/a?x", "/a?x=", true),
        ("/a?q=(a)", "/a?q=%28a%29", true), ("/a?a=1;b=2", "/a?a=1&b=2", false),
        ("/a?x%3Dy=z", "/a?x=y%3Dz", false), ("/a?x=1%26y=2", "/a?x=1&y=2", false),
        ("/a?x=1%00y=2", "/a?x=1&y=2", false), ("/a?x=%83", "/a?x=%84", false), ("/a?x=%25", "/a?x=%2525", false),
        ("/a%2Fb", "/a/b", false), ("/a%00b", "/a/b", false), ("/%83", "/%84", false), ("/%61", "/a", true),
        ("/%26", "/&", true), ("/a%2fb", "/a%2Fb", true), ("/a", "/a/", false), ("/a#one", "/a#two", true),
        ("/a", "/A", false), ("https://API.example.com:443/a", "/a", true),
        ("https://u:p@api.example.com/a", "/a", true),
        ("http://[::1]:80/a", "http://[::1]/a", true), ("http://[::1]:8080/a", "http://[::1]/a", false),
        ("https://api.example.com", "/", true), ("/%C3%A9", "/%c3%a9", true),
    ]

    @Test(arguments: targets)
    func `targets are compared as they are meant`(_ row: (recorded: String, sent: String, isEqual: Bool)) async throws {
        let recording = try Recording([.made("GET", row.recorded, answer: "x")])
        let server = try MockServer(replaying: recording.url)
        let url = try #require(URL(string: row.sent.hasPrefix("http") ? row.sent : "\(origin)\(row.sent)"))
        #expect((await server.error(of: URLRequest(url: url)) == nil) == row.isEqual)
    }

    private func text(_ server: MockServer, _ path: String, _ body: String, _ type: String = "application/json")
        async -> String?
    {
        let request = URLRequest(path, method: "POST", headers: ["Content-Type": type], body: Data(body.utf8))
        return try? await server.session.answer(request).text
    }

    @Test func `an entry with the body of the request is better than one without a body`() async throws {
        let json = "application/json"
        let recording = try Recording([
            .made("POST", "/a", answer: "none"), .made("POST", "/a", body: (json, #"{"a":1,"b":2}"#), answer: "body"),
        ])
        let server = try MockServer(replaying: recording.url)
        #expect(await text(server, "/a", #"{ "b": 2, "a": 1 }"#) == "body")
        #expect(await text(server, "/a", #"{"a":3}"#) == "none")
        #expect(await text(server, "/a", "") == "none")
    }

    @Test func `a search that has a query is no GraphQL`() async throws {
        let json = "application/json"
        let recording = try Recording([
            .made("POST", "/a", body: (json, #"{"query":"shoes","page":1}"#), answer: "1"),
            .made("POST", "/a", body: (json, #"{"query":"shoes","page":2}"#), answer: "2"),
            .made("POST", "/b", body: (json, #"{"query":"red  shoes"}"#), answer: "b"),
        ])
        let server = try MockServer(replaying: recording.url)
        #expect(await text(server, "/a", #"{"page":2, "query":"shoes"}"#) == "2")
        #expect(await text(server, "/a", #"{"page":1, "query":"shoes"}"#) == "1")
        #expect(await text(server, "/a", #"{"query":"shoes","page":3}"#) == nil)
        #expect(await text(server, "/b", #"{"query":"red shoes"}"#) == nil)
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "user=%@&password=%@"),
        (
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\n%@\r\n--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n%@\r\n--x--\r\n"
        ),
        ("application/json", #"{"user":"%@","password":"%@"}"#),
    ])
    func `secrets match whatever they are, also the second of a recording`(_ type: String, _ form: String) async throws
    {
        func body(_ user: String, _ password: String) -> String {
            let parts = form.components(separatedBy: "%@")
            return parts[0] + user + parts[1] + password + parts[2]
        }
        let recording = try Recording()
        let upstream = RecordingUpstream.custom { .text($0.text?.contains("ann") == true ? "ann" : "bo") }
        let recorder = try MockServer(recordingTo: recording.url, upstream: upstream)
        _ = await text(recorder, "/login", body("ann", "an0ther-s3cret"), type)
        _ = await text(recorder, "/login", body("bo", "b0-s3cret"), type)
        recorder.close()
        #expect(try !recording.text.contains("b0-s3cret"))
        let replay = try MockServer(replaying: recording.url)
        #expect(await text(replay, "/login", body("bo", "changed-s1nce"), type) == "bo")
        #expect(await text(replay, "/login", body("ann", "changed-s1nce"), type) == "ann")
        #expect(await text(replay, "/login", body("eve", "changed-s1nce"), type) == nil)
    }

    @Test(arguments: [
        (#"$["a]b"]"#, #"{"a]b":1}"#), (#"$['it\'s']"#, #"{"it's":1}"#), (#"$["\u0061\"b"]"#, #"{"a\"b":1}"#),
        ("$[0]", "[1,5]"), ("$.items[*]['n']", #"{"items":[{"n":1}]}"#),
    ])
    func `paths lead to names of all kinds`(_ path: String, _ body: String) async throws {
        let recording = try Recording([.made("POST", "/a", body: ("application/json", body), answer: "x")])
        let server = try MockServer(replaying: recording.url, matching: .method, .url, .json(ignoring: [path]))
        #expect(server.faults.isEmpty)
        #expect(await text(server, "/a", body.replacingOccurrences(of: "1", with: "2")) == "x")
        #expect(await text(server, "/a", body.replacingOccurrences(of: "1", with: #"2,"more":3"#)) == nil)
    }

    @Test(arguments: [
        "", "$", "id", "$.", "$..id", "$[", "$[-1]", "$[+1]", "$[a]", #"$["a""#, #"$["a"b]"#, #"$["a\q"]"#, "$[]",
    ])
    func `what is no path is told`(_ path: String) throws {
        let recording = try Recording([.made("GET", "/a", answer: "x")])
        let server = try MockServer(replaying: recording.url, matching: .json(ignoring: [path]))
        #expect(server.faults.count == 1)
        #expect(server.faults.first?.message.hasSuffix(#" is no JSON path; write it like "$.items[*].id""#) == true)
    }

    @Test func `values are supplied for placeholders and nothing else`() async throws {
        let recording = try Recording([
            .made("GET", "/a", answer: #"{"token":"<redacted:token:1>"}"#, answerType: "application/json")
        ])
        let server = try MockServer(
            replaying: recording.url, supplying: ["token": "x", "<redacted:token:1>": #"a"b"#, "": "y"])
        #expect(try await server.get("/a").text == #"{"token":"a\"b"}"#)
        #expect(
            server.faults.map(\.message)
                == ["\"\"", "\"token\""].map {
                    "\($0) is no placeholder; write it as the recording has it: \"<redacted:access_token:1>\""
                })
    }

    @Test(arguments: [Double.infinity, 1e300, .nan, -1, .greatestFiniteMagnitude])
    func `no scale and no recorded time is too much`(_ scale: Double) async throws {
        let recording = try Recording([
            .made("GET", "/a", answer: "x", time: 1e12), .made("GET", "/b", answer: "y", time: -5),
        ])
        let server = try MockServer(
            replaying: recording.url, timing: .recorded(scale: scale), clock: .immediate)
        #expect(try await server.get("/b").text == "y")
        // Nobody waits for so long.
        #expect(await server.error(of: "/a")?.code == (scale > 0 ? .timedOut : nil))
    }

    @Test func `who asks without conditions gets no answer that nothing has changed`() async throws {
        let recording = try Recording([
            .made("GET", "/a", answer: "v1", answerHeaders: [("ETag", "\"1\"")]),
            .made("GET", "/a", headers: [("If-None-Match", "\"1\"")], status: 304),
        ])
        let server = try MockServer(replaying: recording.url)
        for _ in 0..<2 { #expect(try await server.get("/a").text == "v1") }
        let request = URLRequest("/a", headers: ["If-None-Match": "\"1\""])
        for _ in 0..<2 { #expect(try await server.session.answer(request).status == 304) }
    }

    @Test func `thousands of bodies to one URL answer each its own, and soon`() async throws {
        let json = "application/json"
        let recording = try Recording(
            (0..<5_000).map { .made("POST", "/a", body: (json, #"{"n":\#($0)}"#), answer: "\($0)") }
                + [.made("POST", "/a", answer: "none")])
        let server = try MockServer(replaying: recording.url)
        for number in [4_999, 0, 4_000, 17, 4_999] + Array(1_000..<1_300) {
            #expect(await text(server, "/a", #"{ "n": \#(number).0 }"#) == "\(number)")
        }
        #expect(await text(server, "/a", #"{"n":-1}"#) == "none")
        #expect(await text(server, "/a", "plain", "text/plain") == "none")
    }

    @Test func `a hundred thousand entries of one URL answer each in its turn, and soon`() async throws {
        let count = 100_000
        let line =
            #"{"request":{"method":"GET","url":"\#(origin)/n"},"response":{"status":200,"content":{"text":"%"}}}"#
        let entries = (0..<count).map { line.replacingOccurrences(of: "%", with: "\($0)") }
        let recording = try Recording()
        try Data(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#.utf8).write(to: recording.url)
        let server = try MockServer(replaying: recording.url, order: .once)
        // Were all of them read for each answer, this would take an hour.
        for number in 0..<1_000 { #expect(try await server.get("/n").text == "\(number)") }
    }
}
