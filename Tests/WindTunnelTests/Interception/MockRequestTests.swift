import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct MockRequestTests {
    @Test func `it shows what was sent`() {
        let request = request("/a%20b/?x=1&x=2&y#f", "PUT", headers: ["X-A": "1"], body: Data("é".utf8))
        #expect(request.method == "PUT")
        #expect(request.url.absoluteString == "https://api.example.com/a%20b/?x=1&x=2&y#f")
        #expect(request.description == "PUT https://api.example.com/a%20b/?x=1&x=2&y#f")
        #expect(request.path == "/a%20b/")
        #expect("\(request.path)" == "/a%20b/")
        #expect(request.path != "/a b/")
        #expect(request.text == "é")
        #expect(request.body == Data("é".utf8))
        #expect(request.attempt == 1)
    }

    @Test func `a URL without a path has the path of the root`() {
        #expect(request("https://api.example.com").path == "/")
        #expect(request("https://api.example.com?x=1").path == "/")
    }

    @Test func `captures are read as text or as a value`() throws {
        let path = MockRequest.Path(raw: "/users/42", captures: [("id", "42"), ("name", "Ann")])
        #expect(path["id"] == "42")
        #expect(path["other"] == nil)
        #expect(try path["id", as: Int.self] == 42)
        #expect(try path["name", as: String.self] == "Ann")
        let missing = #expect(throws: BodyFailure.self) { try path["other", as: Int.self] }
        #expect(missing?.description == "the path /users/42 has no {other}; the pattern of the stub does not name it")
        let wrong = #expect(throws: BodyFailure.self) { try path["name", as: Int.self] }
        #expect(wrong?.description == #"{name} is "Ann", which is no Int"#)
    }

    @Test func `query items are decoded, in order`() {
        let query = request("/?b=2&a=1&b=x+y%2B&c&=e&d%5B%5D=%83").query
        #expect(query["b"] == "2")
        #expect(query["c"] == "")
        #expect(query["none"] == nil)
        #expect(query.all("b") == ["2", "x y+"])
        #expect(query.all("none").isEmpty)
        #expect(query.names == ["b", "a", "c", "", "d[]"])
        #expect(query["d[]"] == "\u{FFFD}")
        #expect(query.description == "b=2&a=1&b=x y+&c=&=e&d[]=\u{FFFD}")
        #expect(request("/").query.names.isEmpty)
    }

    @Test func `headers are looked up without case`() {
        let headers = MockRequest.Headers(lines: [
            ("Accept", "a, b"), ("ACCEPT", "c"), ("Set-Cookie", "a=1, 2"), ("set-cookie", "b=2"),
            ("X-Q", #""a, \" b", c,, "#),
        ])
        #expect(headers["accept"] == "a, b, c")
        #expect(headers.all("Accept") == ["a", "b", "c"])
        #expect(headers.all("Set-Cookie") == ["a=1, 2", "b=2"])
        #expect(headers.all("X-Q") == [#""a, \" b""#, "c"])
        #expect(headers["X-None"] == nil)
        #expect(headers.all("X-None").isEmpty)
        #expect(headers.map(\.name) == ["Accept", "ACCEPT", "Set-Cookie", "set-cookie", "X-Q"])
        #expect(MockRequest.Headers(["b": "2", "a": "1"]).description == "a: 1\nb: 2")
    }

    private struct Credentials: Decodable, Equatable { var user: String }

    @Test func `the body is read as JSON or a form`() throws {
        let credentials: Credentials = try post(#"{"user":"ann"}"#).json()
        #expect(credentials == Credentials(user: "ann"))
        #expect(throws: DecodingError.self) { try post("{}").json(Credentials.self) }
        let form = try post("a=1+2&a=3", type: "application/x-www-form-urlencoded").form()
        #expect(form.all("a") == ["1 2", "3"])
        let error = #expect(throws: BodyFailure.self) { try post("{}", type: "application/json").form() }
        #expect(error?.description == "the body is application/json, not a URL-encoded form")
        #expect(request("/", "POST", body: Data([0xFF])).text == nil)
    }
}
