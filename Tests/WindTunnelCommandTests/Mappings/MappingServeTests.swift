import Foundation
import TestSupport
import Testing

/// Mappings served by the program to curl.
@Suite(.timeLimit(.minutes(3)))
struct MappingServeTests {
    @Test func `the example is served as it is written`() async throws {
        try await Program.running(["serve", "Examples/mappings"]) { serve in
            let address = await serve.address()
            let order = [
                "-H", "Content-Type: application/json", "-d", #"{"product":7,"count":2,"gift":true}"#, "/orders",
            ]
            let asked: [([String], String)] = [
                (["/products"], #"[{"id":7,"name":"Wind sock"},{"id":8,"name":"Anemometer"}]"#),
                (["/products?q=a+SOCK"], #"[{"id":7,"name":"Wind sock"}]"#),
                (["/products/12"], "{ \"id\": 7, \"name\": \"Wind sock\", \"price\": 24.5 }\n"),
                (["/orders"], "[]"), (order, ""),
                (["/orders"], #"[{"order":1,"product":7,"state":"open"}]"#),
                (["/orders?all"], #"{"error":"there is nothing here"}"#),
            ]
            for (arguments, answer) in asked {
                let sent = ["-s"] + arguments.dropLast() + [address + (arguments.last ?? "")]
                try await same(Tool.run("curl", sent), answer, "\(arguments)")
            }
            let folder = "Examples/mappings/mappings"
            let lines = [
                #"GET \#(address)/products → 200, "all products" of \#(folder)/products.json $.mappings[0]"#,
                #"GET \#(address)/products?q=a+SOCK → 200, "search" of \#(folder)/products.json $.mappings[2]"#,
                #"GET \#(address)/products/12 → 200, "one product" of \#(folder)/products.json $.mappings[1]"#,
                "GET \(address)/orders → 200, \(folder)/orders.json $.mappings[0]",
                "POST \(address)/orders → 201, \(folder)/orders.json $.mappings[1]",
                "GET \(address)/orders → 200, \(folder)/orders.json $.mappings[2]",
                "GET \(address)/orders?all → 404, \(folder)/everything-else.json",
            ]
            for line in lines { #expect(await serve.line() == line) }
            #expect(await serve.end(SIGINT) == 0)
            #expect(serve.rest(of: serve.errors) == "")
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let request: String
        /// What curl is given, the path last.
        let fits: [[String]]
        let others: [[String]]

        init(_ request: String, fits: [[String]], others: [[String]]) {
            (self.request, self.fits, self.others) = (request, fits, others)
        }

        var testDescription: String { request }
    }

    private static let targets = [
        Case("{}", fits: [["/"], ["-X", "PURGE", "/a?b"]], others: []),
        Case(#"{"method": "ANY", "urlPath": "/a"}"#, fits: [["/a"], ["-X", "PUT", "/a?b=1"]], others: [["/a/"]]),
        Case(#"{"method": "get"}"#, fits: [["/a"]], others: [["-X", "POST", "/a"]]),
        Case(
            #"{"method": "GET_OR_HEAD", "urlPath": "/a"}"#, fits: [["/a"], ["-I", "/a"]],
            others: [["-X", "POST", "/a"]]),
        Case(
            #"{"method": {"oneOf": ["PUT", "PATCH"]}}"#, fits: [["-X", "PUT", "/"], ["-X", "PATCH", "/"]],
            others: [["/"]]),
        Case(#"{"method": {"noneOf": ["PUT", "GET"]}}"#, fits: [["-X", "PATCH", "/"]], others: [["/"]]),
        Case(
            #"{"url": "/a b*{c}?x=1&y=%20"}"#, fits: [["/a%20b*%7Bc%7D?x=1&y=%20"], ["/a%20b%2A%7Bc%7D?y=+&x=1"]],
            others: [["/a%20bb%7Bc%7D?x=1&y=%20"], ["/a%20b*%7Bc%7D?x=1"], ["/a%20b*%7Bc%7D?x=1&y=%20&z"]]),
        Case(#"{"url": "/a"}"#, fits: [["/a"]], others: [["/a?b=1"], ["/A"]]),
        Case(
            #"{"urlPattern": "/a/[0-9]+\\?b=.*"}"#, fits: [["/a/12?b=1"], ["/a/1?b="]],
            others: [["/a/12"], ["/x/a/12?b=1"], ["/a/x?b=1"]]),
        Case(
            #"{"urlPathPattern": "/a/[0-9]+"}"#, fits: [["/a/12"], ["/a/1?b=1"]], others: [["/a/1/"], ["/b/a/1"]]),
        Case(
            #"{"urlPathTemplate": "/a/{id}/b/{name}", "pathParameters": {"name": {"equalTo": "x y"}}}"#,
            fits: [["/a/1/b/x%20y"], ["/a/1/b/x%20y?z"]], others: [["/a/1/b/x"], ["/a/1/b"], ["/a//b/x%20y"]]),
        Case(
            #"{"urlPath": "/a", "host": {"equalTo": "api.example.com"}}"#,
            fits: [["-H", "Host: api.example.com", "/a"], ["/__origin/api.example.com/a"]],
            others: [["/a"], ["-H", "Host: api.example.com", "/b"]]),
        Case(
            #"{"host": "api.example.com", "port": 8443, "scheme": "https"}"#,
            fits: [["-H", "Host: api.example.com:8443", "/a/b"]], others: [["/a/b"]]),
    ]

    private static let parts = [
        Case(
            #"{"queryParameters": {"a": {"equalTo": "x y"}, "b": {"absent": true}}}"#,
            fits: [["/?a=x+y"], ["/?a=1&a=x%20y"]], others: [["/?a=x"], ["/?a=x+y&b"], ["/"]]),
        Case(
            #"{"queryParameters": {"a": {"doesNotContain": "x"}}}"#, fits: [["/"], ["/?a=y"], ["/?a=x&a=y"]],
            others: [["/?a=x"]]),
        Case(
            #"{"queryParameters": {"a": {"hasExactly": [{"equalTo": "1"}, {"matches": "[23]"}]}}}"#,
            fits: [["/?a=1&a=2"], ["/?a=3&a=1"]], others: [["/?a=1"], ["/?a=1&a=2&a=3"], ["/?a=1&a=4"], ["/"]]),
        Case(
            #"{"queryParameters": {"a": {"includes": [{"equalTo": "1"}, {"equalTo": "2"}]}}}"#,
            fits: [["/?a=3&a=2&a=1"]], others: [["/?a=1&a=3"]]),
        Case(
            #"{"headers": {"x-a": {"equalTo": "B", "caseInsensitive": true}}}"#, fits: [["-H", "X-A: b", "/"]],
            others: [["-H", "X-A: c", "/"], ["/"]]),
        Case(
            #"{"headers": {"X-A": {"or": [{"absent": true}, {"contains": "b"}]}}}"#,
            fits: [["/"], ["-H", "X-A: abc", "/"]], others: [["-H", "X-A: c", "/"]]),
        Case(
            #"{"headers": {"X-A": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}}}"#,
            fits: [["-H", "X-A: 1", "-H", "X-A: 2", "/"]], others: [["-H", "X-A: 1", "/"]]),
        Case(
            #"{"cookies": {"s": {"matches": "[0-9]+"}, "t": {"absent": true}}}"#,
            fits: [["-b", "a=b; s=12", "/"]], others: [["-b", "s=x", "/"], ["-b", "s=1; t=2", "/"], ["/"]]),
        Case(
            #"{"cookies": {"t": {"absent": true}}}"#, fits: [["/"], ["-b", "a=t", "/"]], others: [["-b", "t=", "/"]]),
        Case(
            #"{"basicAuthCredentials": {"username": "ann", "password": "p:w"}}"#, fits: [["-u", "ann:p:w", "/"]],
            others: [["-u", "ann:x", "/"], ["/"]]),
        Case(
            #"{"formParameters": {"a": {"equalTo": "x y"}, "b": {"absent": true}}}"#,
            fits: [["-d", "c=1&a=x+y", "/"]], others: [["-d", "a=x", "/"], ["-d", "a=x+y&b=1", "/"]]),
    ]

    private static let bodies = [
        Case(
            #"{"bodyPatterns": [{"contains": "a"}, {"contains": "b"}]}"#, fits: [["-d", "xbay", "/"]],
            others: [["-d", "a", "/"], ["/"]]),
        Case(#"{"bodyPatterns": [{"equalTo": "a b"}]}"#, fits: [["-d", "a b", "/"]], others: [["-d", "a", "/"]]),
        Case(#"{"bodyPatterns": [{"absent": true}]}"#, fits: [["/"]], others: [["-d", "a", "/"]]),
        Case(
            #"{"bodyPatterns": [{"not": {"contains": "a"}}]}"#, fits: [["/"], ["-d", "b", "/"]],
            others: [["-d", "a", "/"]]),
        Case(
            #"{"bodyPatterns": [{"binaryEqualTo": "YWI="}]}"#, fits: [["-d", "ab", "/"]], others: [["-d", "abc", "/"]]),
        Case(
            #"{"bodyPatterns": [{"equalToJson": {"a": [1, 2]}, "ignoreArrayOrder": true}]}"#,
            fits: [["-d", #"{"a":[2,1]}"#, "/"]], others: [["-d", #"{"a":[2,1],"b":1}"#, "/"]]),
        Case(
            #"{"bodyPatterns": [{"equalToJson": {"a": [1]}, "ignoreExtraElements": true}]}"#,
            fits: [["-d", #"{"a":[1,2],"b":1}"#, "/"]], others: [["-d", #"{"a":[2]}"#, "/"]]),
        Case(
            #"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$.a[*].b", "equalTo": "c"}}]}"#,
            fits: [["-d", #"{"a":[{"b":"d"},{"b":"c"}]}"#, "/"]], others: [["-d", #"{"a":[{"b":"d"}]}"#, "/"]]),
    ]

    @Test(arguments: targets + parts + bodies)
    func `a mapping answers the requests that it describes and no others`(_ test: Case) async throws {
        let json = #"{"request": \#(test.request), "response": {"status": 299}}"#
        try await Self.serving(json) { address, _ in
            for (status, requests) in [("299", test.fits), ("404", test.others)] {
                for request in requests { try await same(Self.status(address, request), status, "\(request)") }
            }
        }
    }

    @Test(arguments: [
        (#"{}"#, "200  "), (#"{"status": 201, "statusMessage": "Made", "body": "é"}"#, "201  é"),
        (
            #"{"jsonBody": {"b": [1, null], "a": 12345678901234567890}}"#,
            #"200  {"a":12345678901234567890,"b":[1,null]}"#
        ),
        (#"{"jsonBody": "x", "headers": {"Content-Type": "application/json"}}"#, #"200 application/json "x""#),
        (#"{"base64Body": "YWI=", "headers": {"Content-Type": "image/png"}}"#, "200 image/png ab"),
        (#"{"body": "abc", "headers": {"Transfer-Encoding": "chunked"}, "transformers": []}"#, "200  abc"),
        (
            #"{"body": "Hello world!", "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 5}}"#,
            "200  Hello world!"
        ),
        (#"{"body": "ab", "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 5}}"#, "200  ab"),
        (#"{"fault": "EMPTY_RESPONSE"}"#, "000  exit 52"), (#"{"fault": "CONNECTION_RESET_BY_PEER"}"#, "000  exit 56"),
        (#"{"fault": "MALFORMED_RESPONSE_CHUNK"}"#, "200  exit 56"),
        (#"{"fault": "RANDOM_DATA_THEN_CLOSE"}"#, "000  exit 1"),
    ])
    func `an answer is what the mapping says`(_ response: String, _ expected: String) async throws {
        try await Self.serving(#"{"request": {}, "response": \#(response)}"#) { address, _ in
            let folder = try Folder()
            let written = ["-s", "-o", folder["body"], "-w", "%{http_code} %{content_type} ", address]
            let head = try await Tool.run("curl", written)
            let body = head.contains("exit") ? "" : (try? String(contentsOfFile: folder["body"], encoding: .utf8)) ?? ""
            #expect(head + body == expected)
        }
    }

    @Test func `a header with several values comes as often`() async throws {
        let json = #"{"request": {}, "response": {"headers": {"Set-Cookie": ["a=1", "b=2"], "X-A": "1"}}}"#
        try await Self.serving(json) { address, _ in
            let head = try await Tool.run("curl", ["-s", "-i", address])
            #expect(
                head.split(whereSeparator: \.isNewline).map(String.init) == [
                    "HTTP/1.1 200 OK", "Set-Cookie: a=1", "Set-Cookie: b=2", "X-A: 1", "Content-Length: 0",
                ])
        }
    }

    @Test(arguments: [
        #""fixedDelayMilliseconds": 300"#, #""delayDistribution": {"type": "fixed", "milliseconds": 300}"#,
        #""delayDistribution": {"type": "uniform", "lower": 300, "upper": 300}"#,
        #""delayDistribution": {"type": "lognormal", "median": 300, "sigma": 0}"#,
        #""fixedDelayMilliseconds": 150, "delayDistribution": {"type": "lognormal", "median": 9000, "sigma": 0, "maxValue": 150}"#,
        #""body": "ab", "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 300}"#,
    ])
    func `an answer waits as long as the mapping says`(_ delay: String) async throws {
        try await Self.serving(#"{"request": {}, "response": {\#(delay)}}"#) { address, _ in
            let time = try await Tool.run("curl", ["-s", "-o", "/dev/null", "-w", "%{time_total}", address])
            #expect((0.3..<5).contains(try #require(Double(time))))
        }
    }

    @Test func `the lower number wins, then the last of a file, then the first file`() async throws {
        let mapping = { (path: String, body: String, priority: String) in
            #"{"request": {"urlPath": "\#(path)"}, "response": {"body": "\#(body)"}\#(priority)}"#
        }
        let first = [
            mapping("/p", "high", #", "priority": 1"#), mapping("/p", "usual", ""), mapping("/q", "old", ""),
            mapping("/q", "new", ""), mapping("/q", "low", #", "priority": 6"#), mapping("/r", "first", ""),
        ]
        let second = [mapping("/r", "second", ""), mapping("/q", "five", #", "priority": 5"#)]
        let folder = try Folder()
        let files = [folder["1.json"], folder["2.json"]]
        for (file, list) in zip(files, [first, second]) {
            try #"{"mappings": [\#(list.joined(separator: ","))]}"#.write(
                toFile: file, atomically: true, encoding: .utf8)
        }
        try await Program.running(["serve"] + files) { serve in
            let address = await serve.address()
            for (path, body) in ["/p": "high", "/q": "new", "/r": "first"] {
                try await same(Tool.run("curl", ["-s", address + path]), body)
            }
        }
    }

    @Test func `what a running server listed begins with what was added last`() async throws {
        let json = """
            {"mappings": [{"request": {}, "response": {"body": "new"}}, {"request": {}, "response": {"body": "old"}}],
             "meta": {"total": 2}}
            """
        try await Self.serving(json) { address, _ in
            try await same(Tool.run("curl", ["-s", address]), "new")
        }
    }

    @Test func `mappings win over a recording, which answers the rest`() async throws {
        let json = #"{"name": "mine", "request": {"urlPath": "/products/7"}, "response": {"body": "mapped"}}"#
        let folder = try Folder()
        try json.write(toFile: folder["a.json"], atomically: true, encoding: .utf8)
        try await Program.running(["serve", "Examples/shop.har", folder["a.json"], "--json"]) { serve in
            let address = String(await serve.line().dropFirst(12).dropLast(2))
            try await same(Tool.run("curl", ["-s", "\(address)/products/7"]), "mapped")
            #expect(
                await serve.line()
                    == #"{"answerer":"\"mine\" of \#(folder["a.json"])","mapping":"\#(folder["a.json"])","#
                    + #""method":"GET","name":"mine","status":200,"url":"https://shop.example.com/products/7"}"#)
            try await same(Self.status(address, ["/products"]), "200")
            #expect(await serve.line().contains(#""entry":1,"file":"Examples/shop.har""#))
            try await same(Self.status(address, ["/none"]), "404")
            #expect(await serve.line().contains(#""answerer":"not recorded""#))
        }
    }

    @Test func `a request that no mapping fits is told with the nearest one and its place`() async throws {
        let json = #"{"name": "mine", "request": {"method": "POST", "urlPath": "/a"}, "response": {}}"#
        try await Self.serving(json) { address, serve in
            let report = try await Tool.run("curl", ["-s", "\(address)/a"])
            let file = serve.arguments.last ?? ""
            #expect(report.contains(#"Stub(.post("/a")).named("mine")"#))
            #expect(report.contains("  \(file)\n      matches   /a\n      differs   method is GET, expected POST"))
            #expect(await serve.child.line() == "GET \(address)/a → 404, no mapping fits")
        }
    }

    @Test func `what cannot be served is told on standard error, and the rest is served`() async throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(
            atPath: folder["stubs/mappings/deep"], withIntermediateDirectories: true)
        let files = [
            "a.json": #"{"request": {"url": "/a"}, "response": {"bodyFileName": "../secret"}}"#,
            "b.json": "{", "c.json": #"{"log": 1}"#, "notes.txt": "{",
            "deep/d.json": #"{"request": {"url": "/d"}, "response": {"body": "deep"}}"#,
        ]
        for (name, text) in files {
            try text.write(toFile: folder["stubs/mappings/\(name)"], atomically: true, encoding: .utf8)
        }
        let stubs = folder["stubs"]
        let place = "\(stubs)/mappings"
        let problems = [
            (
                "a.json", "$.response.bodyFileName",
                "there is no folder __files beside it; make it and put the file there"
            ),
            ("b.json", "$", "not JSON: expected a key at line 1, column 2"),
            ("c.json", "$", #"it is no stub mapping: it has neither "request" nor "mappings"; move it elsewhere"#),
        ]
        try await Program.running(["serve", stubs + "/"]) { serve in
            let address = await serve.address()
            try await same(Tool.run("curl", ["-s", "\(address)/d"]), "deep")
            #expect(await serve.line() == "GET \(address)/d → 200, \(place)/deep/d.json")
            #expect(await serve.end(SIGINT) == 0)
            let lines = problems.map { file, path, message in
                "windtunnel: \(place)/\(file): \(path == "$" ? "" : path + ": ")\(message) (not served)\n"
            }
            #expect(serve.rest(of: serve.errors) == lines.joined())
        }
        let validated = try await Program.run(["validate", stubs])
        #expect(validated.status == 1)
        #expect(
            validated.output == problems.map { "\(place)/\($0): error: \($1): \($2)\n" }.joined())
    }

    @Test func `a folder that has no mapping is refused`() async throws {
        let folder = try Folder()
        let ran = try await Program.run(["serve", folder.path])
        let advice = "there is no mapping in it; give a folder with *.json files, or with mappings/"
        #expect(ran == Program.Ran(status: 1, output: "", errors: "windtunnel: \(folder.path): \(advice)\n"))
    }

    @Test func `mappings and bodies that change, come or go are read again, and a scenario goes on`() async throws {
        let folder = try Folder()
        for path in ["mappings", "__files"] {
            try FileManager.default.createDirectory(atPath: folder[path], withIntermediateDirectories: true)
        }
        let write = { (name: String, text: String) in
            try text.write(toFile: folder[name], atomically: true, encoding: .utf8)
        }
        let scenario = #""scenarioName": "s", "requiredScenarioState": "\#("Started")", "newScenarioState": "next""#
        try write("__files/a.txt", "one")
        try write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"bodyFileName": "a.txt"}}"#)
        try write("mappings/s.json", #"{\#(scenario), "request": {"url": "/s"}, "response": {"body": "first"}}"#)
        try await Program.running(["serve", folder.path, "--watch"]) { serve in
            let address = await serve.address()
            let ask = { (path: String) in try await Tool.run("curl", ["-s", "\(address)\(path)"]) }
            let again = "windtunnel: \(folder.path) has changed and was read again"
            try await same(ask("/a"), "one")
            try await same(ask("/s"), "first")
            try write("__files/a.txt", "two")
            #expect(await serve.line(of: serve.errors) == again)
            // A file that is written may be seen twice: when it comes, and when it has its name.
            await eventually { (try? await ask("/a")) == "two" }
            try await same(ask("/a"), "two")
            try await same(Self.status(address, ["/s"]), "404")
            try write("mappings/b.json", #"{"request": {"url": "/b"}, "response": {"body": "new"}}"#)
            await eventually { (try? await ask("/b")) == "new" }
            try await same(ask("/b"), "new")
            try FileManager.default.removeItem(atPath: folder["mappings/a.json"])
            await eventually { (try? await Self.status(address, ["/a"])) == "404" }
            try await same(Self.status(address, ["/a"]), "404")
            try await same(ask("/b"), "new")
        }
    }

    @Test(arguments: ["mappings", "mappings/a.json"])
    func `a body beside the mappings is watched with them`(_ name: String) async throws {
        let folder = try Folder()
        for path in ["mappings", "__files"] {
            try FileManager.default.createDirectory(atPath: folder[path], withIntermediateDirectories: true)
        }
        let mapping = #"{"request": {}, "response": {"bodyFileName": "a.txt"}}"#
        try mapping.write(toFile: folder["mappings/a.json"], atomically: true, encoding: .utf8)
        try "one".write(toFile: folder["__files/a.txt"], atomically: true, encoding: .utf8)
        try await Program.running(["serve", folder[name], "--watch"]) { serve in
            let address = await serve.address()
            try await same(Tool.run("curl", ["-s", address]), "one")
            // In one step: a file of a name for the time being, in the folder that is watched, would be a change too.
            try "two".write(toFile: folder["b.txt"], atomically: true, encoding: .utf8)
            #expect(rename(folder["b.txt"], folder["__files/a.txt"]) == 0)
            #expect(
                await serve.line(of: serve.errors) == "windtunnel: \(folder[name]) has changed and was read again")
            try await same(Tool.run("curl", ["-s", address]), "two")
        }
    }

    // MARK: Helpers

    private struct Served: Sendable {
        let child: Child
        let arguments: [String]
    }

    private static func serving(
        _ json: String, _ body: (String, Served) async throws -> Void
    ) async throws {
        let folder = try Folder()
        try json.write(toFile: folder["a.json"], atomically: true, encoding: .utf8)
        let arguments = ["serve", folder["a.json"]]
        try await Program.running(arguments) { serve in
            try await body(await serve.address(), Served(child: serve, arguments: arguments))
        }
    }

    private func same(
        _ value: String, _ expected: String, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(value == expected, "\(comment)", sourceLocation: sourceLocation)
    }

    private static func status(_ address: String, _ arguments: [String]) async throws -> String {
        let sent = ["-s", "-g", "-o", "/dev/null", "-w", "%{http_code}"] + arguments.dropLast()
        return try await Tool.run("curl", sent + [address + (arguments.last ?? "")])
    }
}
