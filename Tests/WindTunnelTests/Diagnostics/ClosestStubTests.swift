import Foundation
import TestSupport
import Testing

@testable import WindTunnel

/// What a report says of the stub that is closest to a request.
@Suite(.timeLimit(.minutes(3)))
struct ClosestStubTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let request: MockRequest
        let stub: Stub
        let lines: String
        var origin = "https://api.example.com"
        var testDescription: String { name }

        init(
            _ name: String, _ request: MockRequest, _ matchers: RequestMatcher..., origin: String? = nil, says: String
        ) {
            self.name = name
            self.request = request
            stub = Stub(matchers, .responses([]), Stub.Location("M/F.swift", "/M/F.swift", 14, 1))
            lines = says
            if let origin { self.origin = origin }
        }
    }

    @Test(arguments: parts + paths + origins + queries + bodies + masked + compositions)
    func `what fits and what differs is told part by part`(_ row: Case) throws {
        let context = MatchContext(row.request, origin: try Origin.parse(row.origin).get())
        let lines = Comparison(row.stub.matchers, context).lines
        #expect(lines.map { $0.dropFirst(6) }.joined(separator: "\n") == row.lines)
    }

    private static let parts = [
        Case(
            "the method alone", .made("GET", "/a"), .post("/a"),
            says: """
                matches   /a
                differs   method is GET, expected POST
                """),
        Case(
            "the case of a method", .made("purge", "/a"), .request("PURGE", "/a"),
            says: """
                matches   /a
                differs   method is purge, expected PURGE
                hint      only upper and lower case differ; methods have a case
                """),
        Case(
            "all of the target", .made("GET", "/a"), .post("https://b.example.com/c?d=1"),
            says: """
                differs   method is GET, expected POST
                differs   origin is https://api.example.com, expected https://b.example.com
                differs   path is /a, expected /c
                differs   query d is missing, expected "1"
                """),
        Case(
            "a header", .made("GET", "/a", headers: ["X-Id": "2"]), .get("/a"), .header("X-Id", "1"),
            says: """
                matches   GET /a
                differs   header X-Id is "2", expected "1"
                """),
        Case(
            "a header that is missing", .made("GET", "/a"), .header("X-Id"), .any,
            says: """
                matches   .any
                differs   header X-Id is missing, expected any value
                """),
        Case(
            "a header with several values", .made("GET", "/a", headers: ["A": "1, 2"]), .header("A", ["1"]),
            says: """
                differs   header A is ["1", "2"], expected ["1"]
                """),
        Case(
            "a matcher of one's own", .made("GET", "/a"), .custom("is small") { _ in false }, .get("/a"),
            says: """
                matches   GET /a
                differs   is small does not hold
                """),
    ]

    private static let paths = [
        Case(
            "a trailing slash", .made("GET", "/a/"), .get("/a"),
            says: """
                matches   GET
                differs   path is /a/, expected /a
                hint      only the trailing slash differs
                """),
        Case(
            "a trailing slash that is missing", .made("GET", "/a"), .get("/a/"),
            says: """
                matches   GET
                differs   path is /a, expected /a/
                hint      only the trailing slash differs
                """),
        Case(
            "upper and lower case", .made("GET", "/Users/42"), .get("/users/{id}"),
            says: """
                matches   GET
                differs   path is /Users/42, expected /users/{id}
                hint      only upper and lower case differ
                """),
        Case(
            "a doubled slash", .made("GET", "//a//b"), .get("/a/b"),
            says: """
                matches   GET
                differs   path is //a//b, expected /a/b
                hint      only a doubled slash differs
                """),
        Case(
            "a slash that is encoded", .made("GET", "/a%2Fb"), .get("/a/b"),
            says: """
                matches   GET
                differs   path is /a%2Fb, expected /a/b
                hint      only the percent-encoding differs
                """),
        Case(
            "encoded twice", .made("GET", "/a%2520b"), .get("/a%20b"),
            says: """
                matches   GET
                differs   path is /a%2520b, expected /a%20b
                hint      only the percent-encoding differs
                """),
        Case(
            "a query that became a path", .made("GET", "/a%3Fpage=1"), .get("/a"),
            says: """
                matches   GET
                differs   path is /a%3Fpage=1, expected /a
                hint      the path has an encoded question mark: a query was appended as a path
                """),
        Case(
            "the origin's path is missing", .made("GET", "/a"), .get("/a"), origin: "https://api.example.com/v1",
            says: """
                matches   GET
                differs   path is /a, expected /v1/a
                hint      the request lacks the path of the server's origin, which comes before every pattern
                """),
        Case(
            "the origin's path twice", .made("GET", "/v1/v1/a"), .get("/a"), origin: "https://api.example.com/v1",
            says: """
                matches   GET
                differs   path is /v1/v1/a, expected /v1/a
                hint      the path of the server's origin stands twice
                """),
        Case(
            "a capture of another library", .made("GET", "/users/42"), .get("/users/:id"),
            says: """
                matches   GET
                differs   path is /users/42, expected /users/:id; did you mean {id}?
                """),
        Case(
            "another path", .made("GET", "/a"), .get("/b"),
            says: """
                matches   GET
                differs   path is /a, expected /b
                """),
    ]

    private static let origins = [
        Case(
            "the scheme", .made("GET", "http://api.example.com/a"), .get("/a"),
            says: """
                matches   GET
                differs   origin is http://api.example.com, expected https://api.example.com
                hint      only the scheme differs
                """),
        Case(
            "the port", .made("GET", "https://api.example.com:8443/a"), .get("/a"),
            says: """
                matches   GET
                differs   origin is https://api.example.com:8443, expected https://api.example.com
                hint      only the port differs
                """),
        Case(
            "the host", .made("GET", "https://cdn.example.com/a"), .get("/a"),
            says: """
                matches   GET
                differs   origin is https://cdn.example.com, expected https://api.example.com
                """),
        Case(
            "a host pattern", .made("GET", "https://api.example.com/a"), .get("https://*.example.org/a"),
            says: """
                matches   GET
                differs   origin is https://api.example.com, expected https://*.example.org
                """),
    ]

    private static let queries = [
        Case(
            "an item's value", .made("GET", "/a?page=2"), .get("/a"), .query("page", "1"),
            says: """
                matches   GET /a
                differs   query page is "2", expected "1"
                """),
        Case(
            "items of the pattern", .made("GET", "/a?b=1"), .get("/a?b=2&c=3"),
            says: """
                matches   GET /a
                differs   query b is "1", expected "2"
                differs   query c is missing, expected "3"
                """),
        Case(
            "a closed set", .made("GET", "/a?b=1&d=4"), .get("/a"), .exactQuery(["b": "2", "c": "3"]),
            says: """
                matches   GET /a
                differs   query b is "1", expected "2"
                differs   query c is missing, expected "3"
                differs   query d is "4", expected no such item
                """),
        Case(
            "a regular expression", .made("GET", "/a?q=x"), .query("q", .prefix("swift")),
            says: """
                differs   query q is "x", expected a value that begins with "swift"
                """),
    ]

    private static let bodies = [
        Case(
            "JSON, by path", .json(#"{"name":"Bo","tags":[1,2],"x":{"y":1}}"#), .post("/users"),
            .json(["name": "Ann", "tags": [1, 3], "x": ["y": 1, "z": true]]),
            says: """
                matches   POST /users
                differs   json body: $.name is "Bo", expected "Ann"
                differs   json body: $.tags[1] is 2, expected 3
                differs   json body: $.x.z is missing, expected true
                """),
        Case(
            "a text for a number", .json(#"{"id":"1"}"#), .json(["id": 1]),
            says: """
                differs   json body: $.id is "1", expected 1
                """),
        Case(
            "too many members and elements", .json(#"{"a":[1,2],"b":2}"#), .json(["a": [1]]),
            says: """
                differs   json body: $.a has 2 elements, expected 1
                differs   json body: $.b is 2, expected no such member
                """),
        Case(
            "many differences", .json(#"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}"#),
            .json(["a": 2, "b": 2, "c": 2, "d": 2, "e": 2, "f": 2, "g": 2]),
            says: """
                differs   json body: $.a is 1, expected 2
                differs   json body: $.b is 1, expected 2
                differs   json body: $.c is 1, expected 2
                differs   json body: $.d is 1, expected 2
                differs   json body: $.e is 1, expected 2
                differs   json body: and 2 more differences
                """),
        Case(
            "a subset", .json(#"{"a":1,"b":{"c":2}}"#), .json(containing: ["b": ["c": 3]]),
            says: """
                differs   json body: $.b.c is 2, expected 3
                """),
        Case(
            "no JSON", .made("POST", "/users", body: "a=1"), .json(["a": 1]),
            says: """
                differs   body is no JSON: unexpected character at line 1, column 1
                """),
        Case(
            "no body", .made("POST", "/users"), .json(["a": 1]),
            says: """
                differs   body is empty, expected JSON
                """),
        Case(
            "JSON that was compared as text", .json(#"{ "a": 1 }"#), .body(#"{"a":1}"#),
            says: """
                differs   body is the same JSON in another format; use .json(…) to compare it by value
                """),
        Case(
            "a form's field", .form("user=bo&n=1"), .form(["user": "ann"]),
            says: """
                differs   form field user is "bo", expected "ann"
                """),
        Case(
            "a GraphQL operation", .json(#"{"query":"query A { a }"}"#), .graphQL("B"),
            says: """
                differs   GraphQL operation is "A", expected "B"
                """),
        Case(
            "GraphQL variables", .json(#"{"query":"query A { a }","variables":{"id":1}}"#),
            .graphQL("A", variables: ["id": 2]),
            says: """
                differs   GraphQL variables: $.id is 1, expected 2
                """),
        Case(
            "bytes", .made("POST", "/users", body: "abd"), .body(Data("abc".utf8)),
            says: """
                differs   body has 3 bytes, expected 3; the first difference is at byte 2
                """),
        Case(
            "a part that is missing", .form("a=1"), .multipart("file"),
            says: """
                differs   the body is no multipart body: its content type is application/x-www-form-urlencoded
                """),
    ]

    private static let masked = [
        Case(
            "a secret header", .made("GET", "/a", headers: ["Authorization": "Bearer s3cret"]),
            .header("Authorization", "Bearer t"),
            says: """
                differs   header Authorization is "•••", expected another value
                """),
        Case(
            "a secret query item", .made("GET", "/a?token=s3cret"), .query("token", "t"),
            says: """
                differs   query token is "•••", expected another value
                """),
        Case(
            "a secret in the pattern", .made("GET", "/a?token=s3cret"), .get("/a?token=t"),
            says: """
                matches   GET /a
                differs   query token is "•••", expected another value
                """),
        Case(
            "a secret item too many", .made("GET", "/a?token=s3cret"), .exactQuery([:]),
            says: """
                differs   query token is "•••", expected no such item
                """),
        Case(
            "secret values", .made("GET", "/a?token=s&token=t"), .query("token", ["u", "v"]),
            says: """
                differs   query token is ["•••", "•••"], expected other values
                """),
        Case(
            "a secret member", .json(#"{"password":"s3cret","user":"bo"}"#),
            .json(["password": "p", "user": "ann"]),
            says: """
                differs   json body: $.password is •••, expected another value
                differs   json body: $.user is "bo", expected "ann"
                """),
        Case(
            "a secret inside of what is shown", .json(#"{"login":{"password":"s3cret"}}"#),
            .json(["login": "ann"]),
            says: """
                differs   json body: $.login is {"password":"•••"}, expected "ann"
                """),
        Case(
            "a secret field", .form("password=s3cret"), .form(["password": "p"]),
            says: """
                differs   form field password is "•••", expected another value
                """),
    ]

    private static let compositions = [
        Case(
            "and", .made("GET", "/a"), .post("/a") && .header("X"),
            says: """
                matches   /a
                differs   method is GET, expected POST
                differs   header X is missing, expected any value
                """),
        Case(
            "or", .made("GET", "/c"), .get("/a") || .get("/b"),
            says: """
                differs   neither holds: path is /c, expected /a; path is /c, expected /b
                """),
        Case(
            "not", .made("GET", "/a", headers: ["X": "1"]), !.header("X"), .get("/a"),
            says: """
                matches   GET /a
                differs   .header("X") holds, expected that it does not
                """),
    ]
}

extension MockRequest {
    static func made(
        _ method: String, _ url: String, headers: [String: String] = [:], body: String? = nil
    ) -> MockRequest {
        MockRequest(
            URLRequest(url, method: "GET", headers: headers).with(method: method), body: body.map { Data($0.utf8) })
    }

    static func json(_ text: String) -> MockRequest {
        made("POST", "/users", headers: ["Content-Type": "application/json"], body: text)
    }

    static func form(_ text: String) -> MockRequest {
        made("POST", "/users", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: text)
    }
}

extension URLRequest {
    fileprivate func with(method: String) -> URLRequest {
        var copy = self
        copy.httpMethod = method
        return copy
    }
}
