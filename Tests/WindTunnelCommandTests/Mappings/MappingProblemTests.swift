import Foundation
import HTTPArchive
import TestSupport
import Testing

@testable import WindTunnelCommand

/// What is not served is told by its place, to the letter.
@Suite(.timeLimit(.minutes(3)))
struct MappingProblemTests {
    private static func request(_ members: String) -> String { #"{"request": {\#(members)}, "response": {}}"# }
    private static func response(_ members: String) -> String {
        #"{"request": {"url": "/"}, "response": {\#(members)}}"#
    }
    private static func body(_ pattern: String) -> String { request(#""bodyPatterns": [\#(pattern)]"#) }

    private static let xml = #"XML is not read; compare a part of it with "contains" or "matches""#
    private static let dates = #"dates are not compared; use "equalTo" or "matches""#
    private static let several = "several values are compared for a query item, a header or a form field alone"
    private static let proxying = "requests are not sent on from here; serve with --upstream URL instead"

    private static let mappings: [(String, String)] = [
        (#"{"response": {}}"#, #"$: "request" is missing; write {"request": {…}}"#),
        (#"{"request": {}}"#, #"$: "response" is missing; write {"response": {…}}"#),
        (#"{"request": 1, "response": {}}"#, "$.request: an object is needed, not a number"),
        (
            #"{"request": {}, "response": {}, "priorty": 1}"#,
            #"$.priorty: it is not known here; did you mean "priority"?"#
        ),
        (#"{"request": {}, "response": {}, "a key": 1}"#, #"$["a key"]: it is not known here; leave it out"#),
        (
            #"{"request": {"headers": {"X-Key": null}}, "response": {}}"#,
            #"$.request.headers: "X-Key" is null; write a condition, or leave it out"#
        ),
        (
            #"{"request": {"method": {"oneOf": ["POST"], "noneOf": ["GET"]}}, "response": {}}"#,
            #"$.request.method: a method, or "oneOf" or "noneOf" with a list of them, is needed"#
        ),
        (
            #"{"request": {"urlPathTemplate": "/u/*"}, "response": {}}"#,
            #"$.request.urlPathTemplate: a single * is a plain character there, and cannot be written; use "urlPathPattern""#
        ),
        (
            #"{"request": {"host": {"equalTo": "*.example.com"}}, "response": {}}"#,
            #"$.request.host: "*.example.com" is no name of a host"#
        ),
        (#"{"request": {}, "response": {}, "priority": 0}"#, "$.priority: 0 is not in 1...2147483647"),
        (#"{"request": {}, "response": {}, "priority": 1.5}"#, "$.priority: 1.5 is not in 1...2147483647"),
        (
            #"{"request": {}, "response": {}, "newScenarioState": "x"}"#,
            #"$.newScenarioState: it needs a "scenarioName" beside it"#
        ),
        (
            #"{"request": {}, "response": {}, "postServeActions": [{"name": "webhook"}]}"#,
            "$.postServeActions: nothing is called behind an answer here; leave it out"
        ),
        (
            #"{"request": {}, "response": {}, "serveEventListeners": [{"name": "webhook"}]}"#,
            "$.serveEventListeners: nothing is called behind an answer here; leave it out"
        ),
    ]

    private static let requests: [(String, String)] = [
        (
            request(#""urlpath": "/a""#), #"$.request.urlpath: it is not known here; did you mean "urlPath"?"#
        ),
        (
            request(#""url": "/a", "urlPath": "/a""#),
            #"$.request.urlPath: "urlPath" stands beside "url"; leave one of them out"#
        ),
        (request(#""url": "a""#), #"$.request.url: it must begin with a slash, like "/users""#),
        (
            request(#""urlPath": "/a?b=1""#),
            #"$.request.urlPath: a path has no query; match that with "queryParameters""#
        ),
        (
            request(#""urlPattern": "/a(""#),
            "$.request.urlPattern: the regular expression cannot be read: expected ')'"
        ),
        (
            request(#""urlPathTemplate": "/{id""#),
            #"$.request.urlPathTemplate: the pattern "/{id" cannot be read: it has a { without a }"#
        ),
        (
            request(#""url": "/", "pathParameters": {"id": {"equalTo": "1"}}"#),
            #"$.request.pathParameters: it needs a "urlPathTemplate" with their names"#
        ),
        (
            request(#""urlPathTemplate": "/{id}", "pathParameters": {"no": {"equalTo": "1"}}"#),
            "$.request.pathParameters.no: the template has no segment {no}, or one behind **; mend one of them"
        ),
        (request(#""method": "G T""#), #"$.request.method: "G T" is no HTTP method"#),
        (
            request(#""method": {"some": []}"#),
            #"$.request.method: a method, or "oneOf" or "noneOf" with a list of them, is needed"#
        ),
        (request(#""method": {"oneOf": []}"#), "$.request.method.oneOf: it is empty; write methods into it"),
        (request(#""scheme": "https""#), #"$.request.scheme: it is matched beside "host" alone; leave it out"#),
        (request(#""port": 80"#), #"$.request.port: it is matched beside "host" alone; leave it out"#),
        (
            request(#""host": {"contains": "a"}"#),
            #"$.request.host: a host is matched by "equalTo" alone; write a mapping for each host"#
        ),
        (
            request(#""multipartPatterns": [{}]"#),
            "$.request.multipartPatterns: parts of a multipart body are not told apart; compare the body with "
                + #""contains""#
        ),
        (
            request(#""customMatcher": {"name": "x"}"#),
            "$.request.customMatcher: a matcher of Java code cannot run here; match by URL, headers or body"
        ),
        (
            request(#""clientIp": {"equalTo": "::1"}"#),
            "$.request.clientIp: the address of the client is not matched; leave it out"
        ),
        (
            request(#""basicAuthCredentials": {"username": "a"}"#),
            #"$.request.basicAuthCredentials: "username" and "password" are needed"#
        ),
    ]

    private static let patterns: [(String, String)] = [
        (
            request(#""headers": {"X-A": "1"}"#),
            #"$.request.headers["X-A"]: an object is needed, not a string"#
        ),
        (
            request(#""headers": {"A": {}}"#),
            #"$.request.headers.A: it has no condition; write one such as {"equalTo": "x"}"#
        ),
        (
            request(#""queryParameters": {"q": {"equalsTo": "1"}}"#),
            #"$.request.queryParameters.q.equalsTo: it is no condition that is known; did you mean "equalTo"?"#
        ),
        (
            request(#""cookies": {"c": {"contains": "a", "matches": "b"}}"#),
            #"$.request.cookies.c: "contains" and "matches" stand side by side; put them into "and""#
        ),
        (
            request(#""formParameters": {"f": {"contains": "a", "caseInsensitive": true}}"#),
            #"$.request.formParameters.f.caseInsensitive: it is not known beside "contains"; leave it out"#
        ),
        (
            request(#""headers": {"A": {"absent": false}}"#),
            #"$.request.headers.A.absent: it takes true; for a value that must be there write {"matches": ".*"}"#
        ),
        (
            request(#""headers": {"A": {"includes": [{"equalTo": "1"}], "x": 1}}"#),
            #"$.request.headers.A.x: it is not known beside "includes"; leave it out"#
        ),
        (body(#"{"equalTo": 1}"#), "$.request.bodyPatterns[0].equalTo: a text is needed, not a number"),
        (body(#"{"or": []}"#), "$.request.bodyPatterns[0].or: it is empty; write conditions into it"),
        (body(#"{"contains": "a"}, {"equalToXml": "<a/>"}"#), "$.request.bodyPatterns[1].equalToXml: \(xml)"),
        (body(#"{"and": [{"matchesXPath": "//a"}]}"#), "$.request.bodyPatterns[0].and[0].matchesXPath: \(xml)"),
        (
            body(#"{"matchesJsonSchema": {}}"#),
            "$.request.bodyPatterns[0].matchesJsonSchema: JSON schemas are not checked; "
                + #"use "matchesJsonPath" or "equalToJson""#
        ),
        (body(#"{"before": "now"}"#), "$.request.bodyPatterns[0].before: \(dates)"),
        (body(#"{"after": "now"}"#), "$.request.bodyPatterns[0].after: \(dates)"),
        (body(#"{"equalToDateTime": "now"}"#), "$.request.bodyPatterns[0].equalToDateTime: \(dates)"),
        (body(#"{"hasExactly": []}"#), "$.request.bodyPatterns[0].hasExactly: \(several)"),
        (
            body(#"{"matchesPathTemplate": "/a"}"#),
            "$.request.bodyPatterns[0].matchesPathTemplate: templates are matched as \"urlPathTemplate\" alone; "
                + #"use "matches""#
        ),
        (
            body(#"{"equalToJson": "{"}"#),
            "$.request.bodyPatterns[0].equalToJson: the text is no JSON: expected a key at line 1, column 2"
        ),
        (
            body(#"{"equalToJson": {"id": "${json-unit.any-string}"}}"#),
            "$.request.bodyPatterns[0].equalToJson: placeholders such as ${json-unit.ignore} are not replaced; "
                + #"use "matchesJsonPath" for the other members"#
        ),
        (
            body(#"{"matchesJsonPath": "$.a.length()"}"#),
            "$.request.bodyPatterns[0].matchesJsonPath: the path cannot be read; "
                + "functions, slices and lists of names are not known here"
        ),
        (
            body(#"{"matchesJsonPath": {"equalTo": "1"}}"#),
            #"$.request.bodyPatterns[0].matchesJsonPath: "expression" is missing; write the path there"#
        ),
        (
            body(#"{"matchesJsonPath": {"expression": "$.a", "equalToXml": "<a/>"}}"#),
            "$.request.bodyPatterns[0].matchesJsonPath.equalToXml: \(xml)"
        ),
        (body(#"{"binaryEqualTo": "?"}"#), "$.request.bodyPatterns[0].binaryEqualTo: it is no Base64"),
    ]

    private static let responses: [(String, String)] = [
        (response(#""status": 7"#), "$.response.status: 7 is not in 100...999"),
        (response(#""staus": 200"#), #"$.response.staus: it is not known here; did you mean "status"?"#),
        (
            response(#""body": "a", "jsonBody": 1"#),
            #"$.response.jsonBody: "jsonBody" stands beside "body"; leave one of them out"#
        ),
        (response(#""body": 1"#), "$.response.body: a text is needed, not a number"),
        (response(#""base64Body": "?""#), "$.response.base64Body: it is no Base64"),
        (
            response(#""headers": {"A": 1}"#),
            "$.response.headers.A: a text or a list of texts is needed, not a number"
        ),
        (response(#""headers": {"A B": "1"}"#), #"$.response.headers["A B"]: "A B" is no name of a header"#),
        (
            response(#""headers": {"A": "1\r\nB: 2"}"#),
            #"$.response.headers.A: the header A has a line break in its value: "1\r\nB: 2""#
        ),
        (
            response(#""transformers": ["response-template"]"#),
            "$.response.transformers: transformers, response templates too, do not run here; write the answer out"
        ),
        (response(#""proxyBaseUrl": "http://a""#), "$.response.proxyBaseUrl: \(proxying)"),
        (
            response(#""fixedDelayMilliseconds": -1"#),
            "$.response.fixedDelayMilliseconds: it is not in 0...3600000 milliseconds"
        ),
        (
            response(#""delayDistribution": {"type": "gamma"}"#),
            #"$.response.delayDistribution: "type" is none of fixed, uniform and lognormal; use one of them"#
        ),
        (
            response(#""delayDistribution": {"type": "uniform", "lower": 2, "upper": 1}"#),
            #"$.response.delayDistribution: "lower" is more than "upper"; change one of them"#
        ),
        (
            response(#""delayDistribution": {"type": "uniform", "lower": 2}"#),
            #"$.response.delayDistribution: "upper" is missing"#
        ),
        (
            response(#""delayDistribution": {"type": "lognormal", "median": 2}"#),
            #"$.response.delayDistribution: "sigma" from 0 to 10 is needed"#
        ),
        (
            response(#""chunkedDribbleDelay": {"totalDuration": 1}"#),
            #"$.response.chunkedDribbleDelay: "numberOfChunks" is missing"#
        ),
        (
            response(#""fault": "EMPTY""#),
            #"$.response.fault: "EMPTY" is no fault that is known; did you mean "EMPTY_RESPONSE"?"#
        ),
        (
            response(#""bodyFileName": "a.json""#),
            "$.response.bodyFileName: there is no folder __files beside it; make it and put the file there"
        ),
    ]

    @Test(arguments: mappings + requests + patterns + responses)
    func `a mapping that cannot be served is told, and is not served`(_ json: String, _ problem: String) throws {
        let source = try #require(MappingSource(Data(json.utf8), name: "a.json", .none))
        #expect(source.problems.map(\.description) == ["a.json: \(problem) (not served)"])
        #expect(source.mappings.isEmpty)
    }

    @Test func `all that is wrong is told, and the others are served`() throws {
        let json = """
            {"mappings": [
                {"request": {"url": "/a"}, "response": {}},
                {"request": {"url": "b"}, "response": {"status": 1}},
                {"name": "c", "request": {"url": "/c"}, "response": {}}
            ], "extra": 1}
            """
        let source = try #require(MappingSource(Data(json.utf8), name: "a.json", .none))
        #expect(
            source.problems.map(\.description) == [
                "a.json: $.extra: it is not known here; leave it out (not served)",
                #"a.json: $.mappings[1].request.url: it must begin with a slash, like "/users" (not served)"#,
                "a.json: $.mappings[1].response.status: 1 is not in 100...999 (not served)",
            ])
        #expect(source.mappings.map(\.place) == ["a.json $.mappings[2]", "a.json $.mappings[0]"])
    }

    @Test(arguments: [
        "../mappings/a.json", "sub/../../secret", "link", "linked/secret", "..", ".", "",
    ])
    func `a body never comes from outside of its folder`(_ name: String) throws {
        let folder = try Self.bodies()
        let node = MappingNode(["bodyFileName": .string(name)])["bodyFileName"]
        #expect(
            throws: MappingFault(
                path: "$.bodyFileName", message: "\(name.quoted) leads out of __files; put the file into that folder")
        ) {
            try BodyFolder(near: URL(fileURLWithPath: folder["mappings"])).read(#require(node))
        }
    }

    @Test func `a body comes from its folder, also by a link that stays in it`() throws {
        let folder = try Self.bodies()
        let bodies = BodyFolder(near: URL(fileURLWithPath: folder["mappings"]))
        for name in ["sub/a.txt", "inner", "./sub/../sub/a.txt"] {
            #expect(try bodies.read(MappingNode(.string(name))) == Data("a".utf8), "\(name)")
        }
        // A slash at the beginning leads no further than to the folder.
        for name in ["sub", "none", "/etc/hosts"] {
            let missing = MappingFault(path: "$", message: "there is no file \(name.quoted) in __files; check the name")
            #expect(throws: missing) { try bodies.read(MappingNode(.string(name))) }
        }
    }

    private static func bodies() throws -> Folder {
        let folder = try Folder()
        let manager = FileManager.default
        for path in ["mappings", "__files/sub", "elsewhere"] {
            try manager.createDirectory(atPath: folder[path], withIntermediateDirectories: true)
        }
        try Data("a".utf8).write(to: URL(fileURLWithPath: folder["__files/sub/a.txt"]))
        for path in ["secret", "elsewhere/secret", "mappings/a.json"] {
            try Data("secret".utf8).write(to: URL(fileURLWithPath: folder[path]))
        }
        let links = [
            "__files/link": folder["secret"], "__files/linked": folder["elsewhere"], "__files/inner": "sub/a.txt",
        ]
        for (link, target) in links {
            try manager.createSymbolicLink(atPath: folder[link], withDestinationPath: target)
        }
        return folder
    }
}
