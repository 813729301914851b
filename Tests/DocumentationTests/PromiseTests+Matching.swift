import Foundation
import Testing
import WindTunnelTesting

private let pngURL = temporaryFile("PNG", "png")

/// The promised spellings, letter for letter.
// swift-format-ignore
@StubBuilder private func fence() -> [Stub] {
    Stub(.get("/users/{id}"), .query("expand", "true"), returning: .json(ann))
    Stub(.post("/users"), .json(["name": "Ann", "tags": ["a", 1, nil]]), returning: .json(ann, status: 201))
    Stub(.post("/users"), .json(containing: ["name": "Ann"]), returning: .status(201))
    Stub(.post("/login"), .form(["user": "ann", "password": "x"]), returning: .status(204))
    Stub(.put("/avatar"), .header("Content-Type", "image/png"), .body(png), returning: .status(200))
    Stub(.post("/upload"), .multipart("file", filename: "a.png", contentType: "image/png"), returning: .status(201))
    Stub(.request("PURGE", "/cache/**"), returning: .status(200))
    Stub(.graphQL("GetUser", variables: ["id": 42]), returning: .json(["data": ["user": ["id": 42]]]))
    Stub(.get("https://cdn.example.com/*.png"), returning: .file(pngURL))
    Stub(.get("/search"), .query("q", .matching(#/swift.*/#)), .query("page", .absent), returning: .json([]))
    Stub(.header("Authorization", .absent), returning: .status(401))
    Stub(.get("/a") || .get("/b"), !.header("X-Debug"), returning: .text("x"))
    Stub(.custom("body is small") { request in request.body.count < 100 }, returning: .status(200))
    Stub(.any("/health"), returning: .status(200))                   // any method; also .head, .patch, .options
    Stub(.any, returning: .status(404))
}

/// A request, and the stub of the fence that must answer it.
private struct Case: Sendable, CustomTestStringConvertible {
    var sent: Sent
    var status: Int
    var body: String?
    var stub: String
    var testDescription: String { "\(sent.testDescription) → \(stub)" }

    init(_ sent: Sent, _ status: Int, _ body: String? = nil, by stub: String) {
        (self.sent, self.status, self.body, self.stub) = (sent, status, body, stub)
    }
}

private let auth = ["Authorization": "t"]
private let big = String(repeating: "x", count: 100)
private let small = #"Stub(.custom("body is small"))"#
private let open = #"Stub(.header("Authorization", .absent))"#
private let exact = #"Stub(.post("/users"), .json(["name": "Ann", "tags": ["a", 1, nil]]))"#
private let containing = #"Stub(.post("/users"), .json(containing: ["name": "Ann"]))"#
private let login = #"Stub(.post("/login"), .form(["user": "ann", "password": "x"]))"#
private let avatar =
    #"Stub(.put("/avatar"), .header("Content-Type", "image/png"), .body(Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))"#
private let upload = #"Stub(.post("/upload"), .multipart("file", filename: "a.png", contentType: "image/png"))"#
private let graphQL = #"Stub(.graphQL("GetUser", variables: ["id": 42]))"#
private let users = #"Stub(.get("/users/{id}"), .query("expand", "true"))"#
private let cdn = #"Stub(.get("https://cdn.example.com/*.png"))"#
private let search = #"Stub(.get("/search"), .query("q", .matching(#/swift.*/#)), .query("page", .absent))"#
private let either = #"Stub(.get("/a") || .get("/b"), !.header("X-Debug"))"#

private func json(_ text: String) -> Sent { Sent("POST", "/users", ["Content-Type": "application/json"], text) }

private func form(_ text: String) -> Sent {
    Sent("POST", "/login", ["Content-Type": "application/x-www-form-urlencoded"], text)
}

private func part(_ disposition: String, _ type: String = "image/png") -> Sent {
    let text = "--b\r\nContent-Disposition: form-data; \(disposition)\r\nContent-Type: \(type)\r\n\r\nPNG\r\n--b--\r\n"
    return Sent("POST", "/upload", ["Content-Type": "multipart/form-data; boundary=b"], text)
}

private func query(_ text: String) -> Sent { Sent("POST", "/graphql", ["Content-Type": "application/json"], text) }

/// For each line of the fence what it takes, and what passes it by.
private let cases: [Case] = [
    Case(Sent("GET", "/users/42?expand=true"), 200, #"{"id":42,"name":"Ann"}"#, by: users),
    Case(Sent("GET", "/users/42?x=1&expand=true"), 200, by: users),
    Case(Sent("GET", "/users/42"), 401, by: open),
    Case(Sent("GET", "/users/42/x?expand=true"), 401, by: open),
    Case(json(#"{"tags":["a",1.0,null],"name":"Ann"}"#), 201, #"{"id":42,"name":"Ann"}"#, by: exact),
    Case(json(#"{"name":"Ann","tags":[1,"a",null]}"#), 201, "", by: containing),
    Case(json(#"{"name":"Ann","age":7}"#), 201, "", by: containing),
    Case(json(#"{"name":"Bo"}"#), 401, by: open),
    Case(form("password=x&user=ann&more=1"), 204, by: login),
    Case(form("password=y&user=ann"), 401, by: open),
    Case(Sent("PUT", "/avatar", ["content-type": "image/png"], png), 200, by: avatar),
    Case(Sent("PUT", "/avatar", ["content-type": "image/png"], png.dropLast()), 401, by: open),
    Case(Sent("PUT", "/avatar", ["content-type": "image/gif"], png), 401, by: open),
    Case(part(#"name="file"; filename="a.png""#), 201, by: upload),
    Case(part(#"name="file"; filename="b.png""#), 401, by: open),
    Case(part(#"name="file"; filename="a.png""#, "image/gif"), 401, by: open),
    Case(part(#"name="other"; filename="a.png""#), 401, by: open),
    Case(Sent("PURGE", "/cache/a/b/c"), 200, by: #"Stub(.request("PURGE", "/cache/**"))"#),
    Case(Sent("PURGE", "/cache"), 200, by: #"Stub(.request("PURGE", "/cache/**"))"#),
    Case(Sent("POST", "/cache/a"), 401, by: open),
    Case(
        query(#"{"query":"query GetUser($id: ID!) { user(id: $id) { id } }","variables":{"id":42}}"#),
        200, #"{"data":{"user":{"id":42}}}"#, by: graphQL),
    Case(
        query(#"{"query":"{ user { id } }","operationName":"GetUser","variables":{"id":42,"x":1}}"#), 200, by: graphQL),
    Case(query(#"{"query":"query GetUser { user { id } }","variables":{"id":43}}"#), 401, by: open),
    Case(query(#"{"query":"query Other { user { id } }","variables":{"id":42}}"#), 401, by: open),
    Case(Sent("GET", "https://cdn.example.com/logo.png"), 200, "PNG", by: cdn),
    Case(Sent("GET", "https://cdn.example.com/icons/logo.png"), 401, by: open),
    Case(Sent("GET", "https://cdn.example.com/logo.gif"), 401, by: open),
    Case(Sent("GET", "/logo.png"), 401, by: open),
    Case(Sent("GET", "/search?q=swift+testing"), 200, "[]", by: search),
    Case(Sent("GET", "/search?q=a+swift"), 401, by: open),
    Case(Sent("GET", "/search?q=swift&page="), 401, by: open),
    Case(Sent("GET", "/anything"), 401, by: open),
    Case(Sent("GET", "/a", auth), 200, "x", by: either),
    Case(Sent("GET", "/b", auth), 200, "x", by: either),
    Case(Sent("GET", "/a", ["Authorization": "t", "x-debug": ""]), 200, "", by: small),
    Case(Sent("GET", "/c", auth), 200, "", by: small),
    Case(Sent("POST", "/health", auth, big), 200, by: #"Stub(.any("/health"))"#),
    Case(Sent("PUT", "/health", auth, big), 200, by: #"Stub(.any("/health"))"#),
    Case(Sent("POST", "/elsewhere", auth, big), 404, by: "Stub(.any)"),
]

@Suite("promised spellings: matching", .timeLimit(.minutes(3)))
struct PromisedMatching {
    @Test("every line of the fence takes what it says, and nothing else", arguments: cases)
    fileprivate func fenceLine(_ expected: Case) async throws {
        let server = MockServer("https://api.example.com") { fence() }
        let reply = try await server.session.send(expected.sent)
        #expect(reply.status == expected.status)
        if let body = expected.body { #expect(reply.text == body) }
        #expect(server.exchanges.first?.stubDescription == expected.stub)
        #expect(server.faults.isEmpty)
    }

    @Test("`.head`, `.patch`, `.options` and `.delete` are there too")
    func methods() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.head("/h"), returning: .status(201))
            Stub(.patch("/h"), returning: .status(202))
            Stub(.options("/h"), returning: .status(203))
            Stub(.delete("/h"), returning: .status(205))
        }
        for (method, status) in ["HEAD": 201, "PATCH": 202, "OPTIONS": 203, "DELETE": 205] {
            #expect(try await server.session.send(Sent(method, "/h")).status == status)
        }
    }

    @Test(
        "URLs: scheme, host and port are normalised, paths compared decoded, segment by segment",
        arguments: [
            ("HTTPS://API.example.com:443/a%62", true), ("https://api.example.com/ab#part", true),
            ("https://api.example.com/ab/", false), ("https://api.example.com:444/ab", false),
            ("http://api.example.com/ab", false), ("https://api.example.com/AB", false),
        ])
    func urls(_ url: String, _ matches: Bool) async throws {
        let server = MockServer("https://api.example.com", unhandled: .respond(.status(404))) {
            Stub(.get("/ab"), returning: .status(200))
        }
        #expect(try await server.session.get(url).status == (matches ? 200 : 404))
    }

    @Test(
        "path patterns: `{name}` one segment, `*` inside one, `**` any number, the rest is literal",
        arguments: [
            ("/users/{id}", "/users/a%2Fb", true), ("/users/{id}", "/users/a/b", false),
            ("/users/{id}", "/users/", false), ("/*.png", "/a.png", true), ("/*.png", "/a/b.png", false),
            ("/a/**", "/a/b/c", true),
            ("/a/**/z", "/a/z", true), ("/a/**/z", "/a/b/c/z", true), ("/a/**/z", "/a/b", false),
            ("/a.c", "/abc", false),
        ])
    func patterns(_ pattern: String, _ path: String, _ matches: Bool) async throws {
        let server = MockServer("https://api.example.com", unhandled: .respond(.status(404))) {
            Stub(.get(pattern), returning: .status(200))
        }
        #expect(try await server.session.get(path).status == (matches ? 200 : 404))
    }

    @Test(
        "queries: items by decoded value, in any order, repeated names kept",
        arguments: [
            ("/s?a=1&t=1&t=2", 1), ("/s?t=2&a=1&t=1", 1), ("/s?a=1&t=1", 2), ("/s?a=1+2%2B3", 3), ("/s?a%5B%5D=x", 4),
            ("/s", 5), ("/s?b=2", 404),
        ])
    func queries(_ target: String, _ answer: Int) async throws {
        let server = MockServer("https://api.example.com", unhandled: .respond(.text("404"))) {
            Stub(.get("/s?a=1"), .query("t", ["1", "2"]), returning: .text("1"))
            Stub(.get("/s?a=1"), returning: .text("2"))
            Stub(.get("/s"), .query("a", "1 2+3"), returning: .text("3"))
            Stub(.get("/s"), .query("a[]", "x"), returning: .text("4"))
            Stub(.get("/s"), .exactQuery([:]), returning: .text("5"))
        }
        #expect(try await server.session.get(target).text == "\(answer)")
    }

    @Test(
        "value matchers",
        arguments: [
            ("abc", ValueMatcher.contains("b"), true), ("abc", .contains("x"), false), ("abc", .prefix("ab"), true),
            ("abc", .prefix("bc"), false), ("abc", .suffix("bc"), true), ("abc", .suffix("ab"), false),
            ("abc", .matching(#/a.c/#), true), ("abcd", .matching(#/a.c/#), false), ("", .present, true),
            (nil, .present, false), (nil, .absent, true), ("", .absent, false), ("abc", "abc", true),
            ("ABC", "abc", false),
            ("abc", .custom("has three letters") { $0.count == 3 }, true),
            ("ab", .custom("has three letters") { $0.count == 3 }, false),
        ] as [(String?, ValueMatcher, Bool)])
    func values(_ value: String?, _ matcher: ValueMatcher, _ holds: Bool) async throws {
        let server = MockServer("https://api.example.com", unhandled: .respond(.status(404))) {
            Stub(.get("/s"), .query("q", matcher), returning: .status(200))
        }
        #expect(try await server.session.get("/s" + (value.map { "?q=\($0)" } ?? "")).status == (holds ? 200 : 404))
    }

    @Test("headers: names without case, several values as a list")
    func headers() async throws {
        let server = MockServer("https://api.example.com", unhandled: .respond(.status(404))) {
            Stub(.get("/h"), .header("accept", ["a", "b"]), returning: .status(200))
        }
        #expect(try await server.session.send(Sent("GET", "/h", ["ACCEPT": "a, b"])).status == 200)
        #expect(try await server.session.send(Sent("GET", "/h", ["ACCEPT": "b, a"])).status == 404)
    }

    @Test("inside one block the first that matches wins; a stub added later wins over all earlier ones")
    func choice() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a"), returning: .text("first"))
            Stub(.get("/a"), returning: .text("second"))
        }
        #expect(try await server.session.get("/a").text == "first")
        server.add {
            Stub(.get("/a"), returning: .text("third"))
            Stub(.get("/a"), returning: .text("fourth"))
        }
        #expect(try await server.session.get("/a").text == "third")
    }

    @Test("a bad pattern matches nothing, and its line is reported as soon as it is added")
    func badPattern() async throws {
        let line = #line + 2
        let server = faulty {
            Stub(.get("/users/{id"), returning: .status(200))
        }
        server.checks = []
        #expect(server.faults.map(\.location.line) == [line])
        #expect(server.faults.first?.description.hasPrefix("PromiseTests+Matching.swift:\(line): ") == true)
        let error = try await server.session.failure("/users/1")
        #expect(error.localizedDescription.contains("PromiseTests+Matching.swift:\(line)"))
    }
}
