import Foundation
import WindTunnel

extension Scenario {
    private static func answer(_ name: String, _ response: MockResponse, method: String = "GET") -> Scenario {
        Scenario(name: name, method: method) { [Stub(.any("/a"), returning: response)] }
    }

    static let answers: [Scenario] = [
        answer("JSON", .json(["a": 1])),
        answer("an empty body", .status(200)),
        answer("201 without a body", .status(201).header("Location", "/new")),
        answer("204", .status(204)),
        answer("304", .status(304).header("ETag", "\"1\"")),
        answer("404 with a body", .text("no", status: 404)),
        answer("407 is a plain answer", .text("proxy", status: 407).header("Proxy-Authenticate", "Basic realm=\"p\"")),
        answer(
            "401 with a Bearer challenge", .text("no", status: 401).header("WWW-Authenticate", "Bearer realm=\"b\"")),
        answer("500", .json(["error": "broken"], status: 500)),
        answer("503 with Retry-After", .text("later", status: 503).header("Retry-After", "3")),
        answer("a status that nobody registered", .text("odd", status: 299)),
        answer("HEAD", .text("the body of GET"), method: "HEAD"),
        answer("OPTIONS", .status(204).header("Allow", "GET, HEAD"), method: "OPTIONS"),
        answer("DELETE", .text("gone"), method: "DELETE"),
        answer(
            "headers of every spelling",
            .text("x").header("x-lower", "1").header("ETAG", "\"a\"").header("X-MiXeD", "2")),
        answer("a repeated header", .text("x").addingHeader("X-Twice", "1").addingHeader("X-Twice", "2")),
        answer("an empty header", .text("x").header("X-Empty", "")),
        answer("a header with a long value", .text("x").header("X-Long", String(repeating: "v", count: 4_000))),
        answer("text in another encoding", .data(Data([0xE4]), contentType: "text/plain; charset=ISO-8859-1")),
        answer("no content type", .data(Data("x".utf8)).removingHeader("Content-Type")),
        answer("a file's name", .text("x").header("Content-Disposition", "attachment; filename=\"a.txt\"")),
        answer("a body without a length", .text("nobody knows").removingHeader("Content-Length")),
        answer("300 kilobytes", .text(String(repeating: "0123456789", count: 30_000))),
        answer("events", .events("one", "two", "three")),
        Scenario(name: "a streamed body") {
            [
                Stub(.get("/a")) { _ in
                    .stream(contentType: "text/plain") { body in
                        for word in ["a ", "b ", "c"] { try await body.write(word) }
                    }
                }
            ]
        },
        Scenario(name: "a streamed body without a byte") {
            [Stub(.get("/a")) { _ in .stream(contentType: "text/plain") { _ in } }]
        },
        answer("a delay", .text("late").delayed(by: .milliseconds(20))),
        answer("a slow body", .text("slow").throttled(bytesPerSecond: 1_000)),
        answer("slow headers", .text("x").fault(.slowHeaders(over: .milliseconds(20)))),
    ]
}
