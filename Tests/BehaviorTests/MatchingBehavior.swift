import TestSupport
import Testing
import WindTunnel

/// What a stub matches.
@Suite(.timeLimit(.minutes(3)))
struct MatchingBehavior {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let matchers: [RequestMatcher]
        let fits: [Ask]
        let others: [Ask]

        init(_ name: String, _ matcher: RequestMatcher, fits: [Ask], others: [Ask]) {
            (self.name, self.matchers, self.fits, self.others) = (name, [matcher], fits, others)
        }

        var testDescription: String { name }
    }

    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x00, 0xFF])

    private static func multipart(_ disposition: String, _ text: String = "x") -> Ask {
        .post(
            "--b\r\nContent-Disposition: form-data; \(disposition)\r\nContent-Type: image/png\r\n\r\n\(text)\r\n--b--\r\n",
            type: "multipart/form-data; boundary=b")
    }

    static let targets: [Row] = [
        Row("any request", .any, fits: [.get("/a"), .post("x", to: "/b")], others: []),
        Row("a method", .method("REPORT"), fits: [Ask(method: "REPORT")], others: [.get("/a"), .post("x")]),
        Row("GET", .get("/a"), fits: [.get("/a"), .get("/a?x=1")], others: [.post("x"), .get("/b")]),
        Row("HEAD", .head("/a"), fits: [], others: [.get("/a")]),
        Row("POST", .post("/a"), fits: [.post("x")], others: [.get("/a"), Ask(method: "PUT")]),
        Row("PUT", .put("/a"), fits: [Ask(method: "PUT", body: png)], others: [.post("x")]),
        Row("PATCH", .patch("/a"), fits: [Ask(method: "PATCH", body: png)], others: [.post("x")]),
        Row("DELETE", .delete("/a"), fits: [Ask(method: "DELETE")], others: [.get("/a")]),
        Row("OPTIONS", .options("/a"), fits: [Ask(method: "OPTIONS")], others: [.get("/a")]),
        Row(
            "a method of one's own", .request("PURGE", "/cache/**"),
            fits: [Ask(method: "PURGE", target: "/cache/a/b"), Ask(method: "PURGE", target: "/cache")],
            others: [.get("/cache/a"), Ask(method: "PURGE", target: "/cached")]),
        Row(
            "any method", .any("/health"), fits: [.get("/health"), Ask(method: "DELETE", target: "/health")],
            others: [.get("/health/x")]),
        Row(
            "a captured segment", .get("/users/{id}"), fits: [.get("/users/42"), .get("/users/a%2Fb")],
            others: [.get("/users"), .get("/users/"), .get("/users/1/2")]),
        Row(
            "a wildcard inside a segment", .get("/img/*.png"), fits: [.get("/img/a.png")],
            others: [.get("/img/a.jpg"), .get("/img/x/a.png")]),
        Row(
            "any number of segments", .get("/a/**/z"), fits: [.get("/a/z"), .get("/a/b/c/z")], others: [.get("/a/b/c")]),
        Row(
            "segments after percent-decoding", .get("/café/a b"), fits: [.get("/caf%C3%A9/a%20b")],
            others: [.get("/cafe/a%20b")]),
        Row("an escaped slash", .get("/a%2Fb"), fits: [.get("/a%2Fb"), .get("/a%2fb")], others: [.get("/a/b")]),
        Row("a trailing slash", .get("/a/"), fits: [.get("/a/")], others: [.get("/a")]),
        Row("an empty path", .get("/"), fits: [.get("/"), .get("")], others: [.get("/a")]),
        Row("no fragment", .get("/a"), fits: [.get("/a#top")], others: [.get("/b#top")]),
        Row("a regular segment is a literal", .get("/a.b(c)+"), fits: [.get("/a.b(c)+")], others: [.get("/axb(c)+")]),
        Row(
            "another origin", .get("https://cdn.example.com/*.png"), fits: [.get("https://cdn.example.com/a.png")],
            others: [.get("/a.png"), .get("https://cdn.example.com/a.jpg")]),
        Row(
            "a port", .get("http://files.example.com:8080/a"), fits: [.get("http://files.example.com:8080/a")],
            others: [.get("http://files.example.com:8081/a")]),
    ]

    static let queries: [Row] = [
        Row(
            "items of the pattern", .get("/a?x=1&y=2"), fits: [.get("/a?y=2&x=1&z=3")],
            others: [.get("/a"), .get("/a?x=1"), .get("/a?x=2&y=2")]),
        Row("an item", .query("q", "a b"), fits: [.get("/a?q=a+b"), .get("/a?q=a%20b")], others: [.get("/a?q=a%2Bb")]),
        Row("a plus", .query("q", "a+b"), fits: [.get("/a?q=a%2Bb")], others: [.get("/a?q=a+b")]),
        Row("brackets", .query("ids[]", "1"), fits: [.get("/a?ids%5B%5D=1")], others: [.get("/a?ids=1")]),
        Row(
            "repeated items", .query("t", ["1", "2"]), fits: [.get("/a?t=1&t=2")],
            others: [.get("/a?t=1"), .get("/a?t=2")]
        ),
        Row(
            "an absent item", .query("page", .absent), fits: [.get("/a")],
            others: [.get("/a?page="), .get("/a?page=1")]),
        Row(
            "a present item", .query("page", .present), fits: [.get("/a?page"), .get("/a?page=1")], others: [.get("/a")]
        ),
        Row(
            "a closed query", .exactQuery(["x": "1"]), fits: [.get("/a?x=1")], others: [.get("/a?x=1&y=2"), .get("/a")]),
        Row("an empty query", .exactQuery([:]), fits: [.get("/a")], others: [.get("/a?x=1")]),
        Row("a part of a value", .query("q", .contains("ft")), fits: [.get("/a?q=swift")], others: [.get("/a?q=rust")]),
        Row("the beginning", .query("q", .prefix("sw")), fits: [.get("/a?q=swift")], others: [.get("/a?q=a%20sw")]),
        Row("the end", .query("q", .suffix("ft")), fits: [.get("/a?q=swift")], others: [.get("/a?q=fta")]),
        Row("a regex", .query("q", .matching(#/sw.*/#)), fits: [.get("/a?q=swift")], others: [.get("/a?q=my%20swift")]),
        Row(
            "a rule of one's own", .query("q", .custom("short") { $0.count < 3 }), fits: [.get("/a?q=ab")],
            others: [.get("/a?q=abc")]),
    ]

    static let headers: [Row] = [
        Row(
            "a header without case", .header("x-debug", "1"), fits: [.get("/a", ["X-DEBUG": "1"])],
            others: [.get("/a"), .get("/a", ["X-Debug": "2"])]),
        Row("a present header", .header("X-Debug"), fits: [.get("/a", ["X-Debug": "1"])], others: [.get("/a")]),
        Row(
            "an absent header", .header("Authorization", .absent), fits: [.get("/a")],
            others: [.get("/a", ["Authorization": "Bearer t"])]),
        Row(
            "the beginning of a header", .header("Authorization", .prefix("Bearer ")),
            fits: [.get("/a", ["Authorization": "Bearer t"])], others: [.get("/a", ["Authorization": "Token t"])]),
        Row(
            "a list", .header("X-List", ["a", "b"]), fits: [.get("/a", ["X-List": "a, b"])],
            others: [.get("/a", ["X-List": "a"])]),
        Row(
            "a content type", .header("Content-Type", "application/json"), fits: [.json("{}")], others: [.post("{}")]),
    ]

    static let bodies: [Row] = [
        Row("bytes", .body(png), fits: [Ask(method: "PUT", body: png)], others: [Ask(method: "PUT", body: png + png)]),
        Row("no bytes", .body(Data()), fits: [.get("/a"), .post("")], others: [.post("x")]),
        Row("text", .body("hello"), fits: [.post("hello")], others: [.post("hello!")]),
        Row("the beginning of a text", .body(.prefix("he")), fits: [.post("hello")], others: [.post("ohe")]),
        Row(
            "JSON", .json(["name": "Ann", "tags": ["a", 1, nil]]),
            fits: [.json(#"{"tags":["a",1.0,null],"name":"Ann"}"#)],
            others: [.json(#"{"name":"Ann"}"#), .json("nonsense")]),
        Row(
            "JSON as text", .json(text: #"{"a":[1,2]}"#), fits: [.json(#"{ "a": [1, 2] }"#)],
            others: [.json(#"{"a":[2,1]}"#)]),
        Row(
            "a part of JSON", .json(containing: ["name": "Ann"]), fits: [.json(#"{"name":"Ann","id":1}"#)],
            others: [.json(#"{"id":1}"#)]),
        Row(
            "loose arrays", .json(containing: ["t": [1, 2]], ignoringArrayOrder: true, ignoringExtraElements: true),
            fits: [.json(#"{"t":[3,2,1]}"#)], others: [.json(#"{"t":[3,2]}"#)]),
        Row(
            "a form", .form(["user": "ann", "password": "a b"]), fits: [.form("password=a+b&user=ann&x=1")],
            others: [.form("user=ann"), .json("{}")]),
        Row("a closed form", .exactForm(["user": "ann"]), fits: [.form("user=ann")], others: [.form("user=ann&x=1")]),
        Row(
            "a part of a multipart body", .multipart("file", filename: "a.png", contentType: "image/png"),
            fits: [multipart(#"name="file"; filename="a.png""#)],
            others: [multipart(#"name="file"; filename="b.png""#), .post("x")]),
        Row(
            "a field of a multipart body", .multipart("title", "hello"),
            fits: [multipart(#"name="title""#, "hello")], others: [multipart(#"name="title""#, "bye")]),
        Row(
            "a GraphQL operation", .graphQL("GetUser", variables: ["id": 42]),
            fits: [.json(#"{"query":"query GetUser($id: ID) { a }","variables":{"id":42,"x":1}}"#)],
            others: [.json(#"{"query":"query GetUser($id: ID) { a }","variables":{"id":43}}"#)]),
        Row(
            "a check of one's own", .custom("small") { $0.body.count < 4 }, fits: [.post("abc"), .get("/a")],
            others: [.post("abcd")]),
    ]

    static let compositions: [Row] = [
        Row(
            "both", .get("/a") && .header("X"), fits: [.get("/a", ["X": "1"])],
            others: [.get("/a"), .get("/b", ["X": "1"])]),
        Row("one of two", .get("/a") || .get("/b"), fits: [.get("/a"), .get("/b")], others: [.get("/c")]),
        Row("not", !.header("X"), fits: [.get("/a")], others: [.get("/a", ["X": "1"])]),
        Row(
            "nested", .any("/a") && !(.body("x") || .body("y")), fits: [.post("z"), .get("/a")],
            others: [.post("x"), .post("y"), .get("/b")]),
    ]

    static let rows = targets + queries + headers + bodies + compositions

    @Test(arguments: Transport.allCases, rows)
    func `a stub answers what its matcher describes and nothing else`(_ transport: Transport, _ row: Row) async throws {
        let server = MockServer(origin) {
            Stub(row.matchers[0], returning: .text("fits"))
            Stub(.any, returning: .text("other"))
        }
        // On a socket these hosts are known because a stub names them.
        server.stub(.request("NONE", "https://cdn.example.com/"), returning: .status(200))
        server.stub(.request("NONE", "http://files.example.com:8080/"), returning: .status(200))
        try await transport.with(server) { client in
            for ask in row.fits { #expect(await client.outcome(ask) == "200 fits", "\(ask)") }
            for ask in row.others { #expect(await client.outcome(ask) == "200 other", "\(ask)") }
        }
        #expect(server.faults.isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func `all matchers of a stub must hold`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.post("/a"), .header("X", "1"), .query("q", "2"), .body("b"), returning: .text("all"))
            Stub(.any, returning: .text("rest"))
        }
        try await transport.with(server) { client in
            var ask = Ask.post("b", to: "/a?q=2")
            #expect(await client.outcome(ask) == "200 rest")
            ask.headers["X"] = "1"
            #expect(await client.outcome(ask) == "200 all")
            ask.body = Data("c".utf8)
            #expect(await client.outcome(ask) == "200 rest")
        }
    }

    @Test(arguments: Transport.allCases)
    func `the first of a block wins, and what is added later wins over it`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/a"), returning: .text("first"))
            Stub(.get("/a"), returning: .text("second"))
        }
        try await transport.with(server) { client in
            #expect(await client.outcome("/a") == "200 first")
            let later = server.stub(.get("/a"), returning: .text("later"))
            #expect(await client.outcome("/a") == "200 later")
            later.remove()
            #expect(await client.outcome("/a") == "200 first")
            server.add {
                Stub(.get("/a"), returning: .text("block 1"))
                Stub(.get("/a"), returning: .text("block 2"))
            }
            #expect(await client.outcome("/a") == "200 block 1")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a bad pattern matches nothing, and is told`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/users/{id"), returning: .text("bad"))
            Stub(.any, returning: .text("rest"))
        }
        try await transport.with(server) { client in
            #expect(await client.outcome("/users/1") == "200 rest")
            #expect(await client.outcome("/users/%7Bid") == "200 rest")
        }
        #expect(server.faults.count == 1)
        #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
    }
}
