import Testing

@testable import WindTunnel

/// Faults that were reported, whoever asked for them; tests look for their own place only.
private enum FaultLog {
    private static let reported: Locked<[StubFault]> = {
        let log = Locked<[StubFault]>([])
        let previous = MockServer.issueReporter
        MockServer.issueReporter = { fault in
            log.withLock { $0.append(fault) }
            previous?(fault)
        }
        return log
    }()

    static func start() { _ = reported }

    static func faults(at line: Int) -> [String] {
        reported.withLock { log in
            log.filter { $0.location.fileID == #fileID && $0.location.line == line }.map(\.message)
        }
    }
}

@Suite(.timeLimit(.minutes(3)))
struct PatternFaultTests {
    private static let malformed: [(String, String)] = [
        ("", #"it must begin with a slash or be a whole URL; did you mean "/"?"#),
        ("users", #"it must begin with a slash or be a whole URL; did you mean "/users"?"#),
        (" /users", #"it must begin with a slash or be a whole URL; did you mean "/users"?"#),
        ("*/users/*", #"it must begin with a slash or be a whole URL; did you mean "/*/users/*"?"#),
        ("?a=1", #"it must begin with a slash or be a whole URL; did you mean "/?a=1"?"#),
        (
            "//cdn.example.com/a",
            #"it must begin with a slash or be a whole URL; did you mean "https://cdn.example.com/a"?"#
        ),
        (
            "mailto:ann@example.com",
            #"it must begin with a slash or be a whole URL; did you mean "/mailto:ann@example.com"?"#
        ),
        ("/users/{id", "it has a { without a }"),
        ("/users/id}", "it has a } without a {"),
        ("/users/{a{b}}", "{a{b} is no name; write {id}"),
        ("/users/{}", "{} is no name; write {id}"),
        ("/users/{a b}", "{a b} is no name; write {id}"),
        ("/{id}/friends/{id}", "{id} stands twice"),
        ("/{a}{b}", "nothing separates {b} from what stands before it"),
        ("/*{b}", "nothing separates {b} from what stands before it"),
        ("/a**", "** stands for whole segments and must stand alone between slashes"),
        ("/a**b/c", "** stands for whole segments and must stand alone between slashes"),
        ("/***", "** stands for whole segments and must stand alone between slashes"),
        ("1http://a.example/", #""1http" is no scheme"#),
        ("ht tp://a.example/", #""ht tp" is no scheme"#),
        ("://a.example/", #""" is no scheme"#),
        ("https://a.example:http/", "the port is no number"),
        ("https://a.example:-1/", "the port is no number"),
        ("https://a.example:+80/", "the port is no number"),
        ("https://a.example:65536/", "the port is not in 0...65535"),
        ("https://a.example:99999999999999999999/", "the port is not in 0...65535"),
        ("https:///users", "it has no host"),
        ("https://?a=1", "it has no host"),
        ("https://a b.example/", #""a b.example" is no host"#),
        ("https://{tenant}.example.com/", "a host takes * inside a label and nothing else"),
        ("https://**.example.com/", "a host takes * inside a label and nothing else"),
    ]

    @Test(arguments: malformed)
    func `a malformed pattern is told at its line and matches nothing`(_ pattern: String, _ reason: String) async {
        FaultLog.start()
        let server = MockServer("https://api.example.com") {}
        let line = #line + 1
        server.stub(.get(pattern), returning: .text("matched"))
        let expected = "the pattern \(SourceText.quoted(pattern)) cannot be read: \(reason)"
        #expect(server.faults.map(\.description) == ["PatternFaultTests.swift:\(line): \(expected)"])
        #expect(FaultLog.faults(at: line).contains(expected))
        for url in ["/", "/users", "/users/1", "https://a.example/"] {
            #expect(await answer(server, request(url)).hasPrefix("Unexpected request: GET "))
        }
    }

    @Test(arguments: malformed)
    func `a malformed pattern inside a composition matches nothing either`(_ pattern: String, _ reason: String) async {
        let expected = "the pattern \(SourceText.quoted(pattern)) cannot be read: \(reason)"
        let bad = RequestMatcher.get(pattern)
        for matcher in [
            !bad, !(!bad), bad || .any, .any || bad, bad && .any, !(bad && .header("X")), !(bad || .header("X")),
        ] {
            let server = MockServer("https://api.example.com") { Stub(matcher, returning: .text("matched")) }
            #expect(server.faults.map(\.message) == [expected])
            #expect(await answer(server, request("/users")).hasPrefix("Unexpected request: GET "))
        }
        differs(bad, request("/users"), expected).check()
        differs(!bad, request("/users"), expected).check()
        differs(!(!bad), request("/users"), expected).check()
    }

    @Test func `the stubs beside a malformed one go on answering`() async {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/{"), returning: .text("bad"))
            Stub(.get("/{id}"), returning: .text("good"))
        }
        #expect(await answer(server, request("/1")) == "good")
    }

    @Test func `each fault of a block stands in the order of the block`() {
        let line = #line + 2
        let server = MockServer {
            Stub(.get("a"), returning: .status(200))
            Stub(.get("/{"), returning: .status(200))
        }
        #expect(server.faults.map(\.location.line) == [line, line + 1])
        #expect(
            server.faults.map(\.message) == [
                #"the pattern "a" cannot be read: it must begin with a slash or be a whole URL; did you mean "/a"?"#,
                #"the pattern "/{" cannot be read: it has a { without a }"#,
            ])
    }

    @Test(arguments: ["", "GE T", "GET/", "GÉT", "A\r\nB"])
    func `what is no method is a fault`(_ method: String) async {
        for matcher in [RequestMatcher.request(method, "/a"), .method(method), !.method(method)] {
            let server = MockServer { Stub(matcher, returning: .text("matched")) }
            #expect(server.faults.map(\.message) == ["\(SourceText.quoted(method)) is no HTTP method"])
            #expect(await answer(server, request("/a")).hasPrefix("Unexpected request: GET "))
        }
    }

    @Test(arguments: [
        (
            "api.example.com",
            "\"api.example.com\" is no origin: it has no scheme; did you mean \"https://api.example.com\"?"
        ),
        (
            "localhost:8080",
            "\"localhost:8080\" is no origin: it has no scheme; did you mean \"https://localhost:8080\"?"
        ),
        ("/v1", "\"/v1\" is no origin; write it like \"https://api.example.com\""),
        ("https://*.example.com", "\"https://*.example.com\" is no origin; write it like \"https://api.example.com\""),
        ("https://a.example/{v}", "\"https://a.example/{v}\" is no origin: it has a pattern or a query"),
        ("https://a.example/?v=1", "\"https://a.example/?v=1\" is no origin: it has a pattern or a query"),
    ])
    func `a server with a malformed origin has no stubs`(_ origin: String, _ reason: String) async {
        let line = #line + 1
        let server = MockServer(origin) { Stub(.get("/a"), returning: .text("matched")) }
        #expect(server.faults.map(\.description) == ["PatternFaultTests.swift:\(line): \(reason)"])
        #expect(await answer(server, request("/a")).hasPrefix("Unexpected request: GET "))
    }

    @Test func `a literal that names a key twice is a fault, never a trap`() {
        let server = MockServer {
            Stub(.json(["a": 1, "a": 2]), returning: .status(200))
            Stub(.json(containing: ["b": ["a": "x", "a": "y"]]), returning: .status(200))
            Stub(.graphQL("Q", variables: ["id": 1, "id": 2]), returning: .status(200))
            Stub(.json(text: "{"), returning: .status(200))
            Stub(.json(["x": .value(Double.nan)]), returning: .status(200))
        }
        #expect(
            server.faults.map(\.message).prefix(4) == [
                #"the key "a" is written twice"#, #"the key "a" is written twice"#, #"the key "id" is written twice"#,
                "the text is no JSON: expected a key at line 1, column 2",
            ])
        #expect(server.faults.last?.message.hasPrefix("Double does not encode to JSON: ") == true)
        #expect(server.requests(.json(["a": 1, "a": 2])).isEmpty)
    }
}
