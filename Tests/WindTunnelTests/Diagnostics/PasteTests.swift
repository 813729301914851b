import Foundation
import TestSupport
import Testing

@testable import WindTunnel

/// The stub to paste: it is source that compiles, since it stands here, and it answers its request.
@Suite(.timeLimit(.minutes(3)))
struct PasteTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let request: MockRequest
        let stub: Stub
        var testDescription: String { "\(stub)" }
    }

    @Test(arguments: cases)
    func `a stub that is pasted answers its request`(_ row: Case) throws {
        let origin = try Origin.parse("https://api.example.com/v1").get()
        let text = StubSource.stub(for: row.request, origin: origin)
        #expect(text == "\(row.stub)".dropLast() + ", returning: .status(200))")
        #expect(row.stub.matchers.conjunction.mismatch(MatchContext(row.request, origin: origin)) == nil)
    }

    private static let cases = [
        Case(request: .made("GET", "/v1/users"), stub: Stub(.get("/users"), returning: .status(200))),
        Case(request: .made("GET", "/v1/"), stub: Stub(.get("/"), returning: .status(200))),
        Case(
            request: .made("GET", "/v1"), stub: Stub(.get("https://api.example.com/v1"), returning: .status(200))),
        Case(
            request: .made("GET", "/v10/a"),
            stub: Stub(.get("https://api.example.com/v10/a"), returning: .status(200))),
        Case(
            request: .made("DELETE", "/users/1"),
            stub: Stub(.delete("https://api.example.com/users/1"), returning: .status(200))),
        Case(request: .made("PURGE", "/v1/a"), stub: Stub(.request("PURGE", "/a"), returning: .status(200))),
        Case(
            request: .made("GET", "/v1/a?page=1&t=x&t=y&token=s3cret"),
            stub: Stub(.get("/a"), .query("page", "1"), .query("t", ["x", "y"]), returning: .status(200))),
        Case(
            request: .made("GET", "/v1/%7Bid%7D/%2A"), stub: Stub(.get("/%7Bid%7D/%2A"), returning: .status(200))),
        Case(
            request: .made("GET", #"/v1/a?q=%22quoted%22%20%5C"#),
            stub: Stub(.get("/a"), .query("q", #""quoted" \"#), returning: .status(200))),
        Case(
            request: .made(
                "POST", "/v1/a", headers: ["Content-Type": "application/json"], body: #"{"b":[1,2.5,null],"a":"x\ny"}"#),
            stub: Stub(.post("/a"), .json(["a": "x\ny", "b": [1, 2.5, nil]]), returning: .status(200))),
        Case(
            request: .made("POST", "/v1/a", body: #"{"n":12345678901234567890}"#),
            stub: Stub(.post("/a"), .json(text: #"{"n":12345678901234567890}"#), returning: .status(200))),
        Case(
            request: .made("POST", "/v1/a", headers: ["Content-Type": "application/json"], body: #"{"password":"x"}"#),
            stub: Stub(.post("/a"), returning: .status(200))),
        Case(
            request: .made(
                "POST", "/v1/login", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: "user=ann+b&password=x"),
            stub: Stub(.post("/login"), .form(["user": "ann b"]), returning: .status(200))),
        Case(
            request: .made(
                "POST", "/v1/graphql", headers: ["Content-Type": "application/json"],
                body: #"{"operationName":"GetUser","query":"query GetUser { user }","variables":{"id":42}}"#),
            stub: Stub(.post("/graphql"), .graphQL("GetUser", variables: ["id": 42]), returning: .status(200))),
        Case(
            request: .made(
                "POST", "/v1/up", headers: ["Content-Type": "multipart/form-data; boundary=b"],
                body: "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.png\"\r\nContent-Type: image/png"
                    + "\r\n\r\nx\r\n--b--\r\n"),
            stub: Stub(
                .post("/up"), .multipart("f", filename: "a.png", contentType: "image/png"), returning: .status(200))),
        Case(
            request: .made("POST", "/v1/a", headers: ["Content-Type": "text/plain"], body: "hello"),
            stub: Stub(.post("/a"), returning: .status(200))),
    ]
}
