import Testing

@testable import WindTunnel

/// One request of each kind through a real session.
@Suite(.timeLimit(.minutes(3)))
struct MatchingEndToEndTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47])

    /// One block of the stubs that the first page of the documentation shows.
    private static func server() -> MockServer {
        MockServer("https://api.example.com") {
            Stub(.get("/users/{id}"), .query("expand", "true")) { request in .text("user \(request.path["id"] ?? "")") }
            Stub(.post("/users"), .json(["name": "Ann", "tags": ["a", 1, nil]]), returning: .text("equal"))
            Stub(.post("/users"), .json(containing: ["name": "Ann"]), returning: .text("subset"))
            Stub(.post("/login"), .form(["user": "ann", "password": "x"]), returning: .text("form"))
            Stub(.put("/avatar"), .header("Content-Type", "image/png"), .body(png), returning: .text("bytes"))
            Stub(
                .post("/upload"), .multipart("file", filename: "a.png", contentType: "image/png"),
                returning: .text("part"))
            Stub(.request("PURGE", "/cache/**"), returning: .text("purged"))
            Stub(.graphQL("GetUser", variables: ["id": 42]), returning: .text("graphql"))
            Stub(.get("https://cdn.example.com/*.png"), returning: .text("png"))
            Stub(
                .get("/search"), .query("q", .matching(#/swift.*/#)), .query("page", .absent), returning: .text("found")
            )
            Stub(.get("/a") || .get("/b"), !.header("X-Debug"), returning: .text("either"))
            Stub(.custom("body is small") { $0.body.count < 10 && $0.method == "PATCH" }, returning: .text("small"))
            Stub(.any("/health"), returning: .text("healthy"))
            Stub(.get("/exact"), .exactQuery(["a": "1 2"]), returning: .text("exact"))
            Stub(.get("/café/%2F/%83"), returning: .text("decoded"))
            Stub(.header("Authorization", .absent), returning: .text("who?"))
            Stub(.any, returning: .text("rest"))
        }
    }

    private static let multipart = post(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n",
        type: "multipart/form-data; boundary=b", to: "/upload")

    @Test(arguments: [
        (request("/users/42?expand=true"), "user 42"),
        (request("/users/a%2Fb?x=1&expand=true#top"), "user a/b"),
        (post(#"{"tags":["a",1.0,null],"name":"Ann"}"#, to: "/users"), "equal"),
        (post(#"{"name":"Ann"}"#, to: "/users"), "subset"),
        (post("password=x&user=ann", type: "application/x-www-form-urlencoded", to: "/login"), "form"),
        (request("/avatar", "PUT", headers: ["content-type": "image/png"], body: png), "bytes"),
        (multipart, "part"),
        (request("/cache/a/b", "PURGE"), "purged"),
        (post(#"{"query":"query GetUser($id: ID) { a }","variables":{"id":42}}"#, to: "/graphql"), "graphql"),
        (request("HTTPS://CDN.example.com:443/a.png"), "png"),
        (request("/search?q=swift+6"), "found"),
        (request("/search?q=swift&page=2"), "who?"),
        (request("/b"), "either"),
        (request("/b", headers: ["X-Debug": "1"]), "who?"),
        (request("/x", "PATCH", body: Data("abc".utf8)), "small"),
        (request("/health", "HEAD"), ""),
        (request("/health", "OPTIONS"), "healthy"),
        (request("/exact?a=1+2"), "exact"),
        (request("/exact?a=1+2&b"), "who?"),
        (request("/caf%C3%A9/%2f/%83"), "decoded"),
        (request("/caf%C3%A9///%83"), "who?"),
        (request("/other", headers: ["Authorization": "Bearer t"]), "rest"),
    ])
    func `each request finds its stub`(_ request: MockRequest, _ expected: String) async {
        let server = Self.server()
        var sent = request.urlRequest
        sent.httpBody = request.body.isEmpty ? nil : request.body
        #expect(await answer(server, MockRequest(sent)) == expected)
        #expect(server.faults.isEmpty)
        #expect(server.requests.map(\.body) == [request.body])
    }

    @Test func `three conditions on one streamed body all see it`() async throws {
        let body = Data(repeating: 0x61, count: 100_000)
        let server = MockServer("https://api.example.com") {
            Stub(.post("/"), .body(.prefix("b")), returning: .text("1"))
            Stub(.post("/"), .json([:]), returning: .text("2"))
            Stub(.post("/"), .body(body)) { request in .text("\(request.body.count)") }
        }
        var request = URLRequest(url: URL(string: "https://api.example.com/")!)
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: body)
        let (data, _) = try await server.session.data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "100000")
    }

    @Test func `a request that nothing fits is told why`() async {
        let server = MockServer("https://api.example.com") {
            Stub(.post("/users"), .json(["name": "Ann"]), returning: .status(200))
        }
        var sent = post(#"{"name":"Bo"}"#, type: "application/json", to: "/users").urlRequest
        sent.httpBody = Data(#"{"name":"Bo"}"#.utf8)
        let report = await answer(server, MockRequest(sent))
        #expect(report.hasPrefix("Unexpected request: POST https://api.example.com/users\n"))
        #expect(report.contains(#"      differs   json body: $.name is "Bo", expected "Ann""#))
    }
}
