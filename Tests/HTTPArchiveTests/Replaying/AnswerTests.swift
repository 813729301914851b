import Foundation
import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct AnswerTests {
    private func entry(_ status: Int, _ body: String, headers: [HAR.Header] = []) -> HAR.Entry {
        HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "get", url: "HTTPS://a/"),
            response: .init(
                status: status, statusText: "text", headers: headers,
                content: .init(body: Data(body.utf8), mimeType: "text/plain")))
    }

    @Test func `the body of a browser's cache answers a request without conditions`() throws {
        let cached = entry(304, "cached", headers: [.init(name: "Content-Length", value: "0")])
        #expect(
            try cached.answer(isConditional: false)
                == HAR.Answer(
                    status: 200, statusText: "OK",
                    headers: [
                        .init(name: "Content-Length", value: "6"), .init(name: "Content-Type", value: "text/plain"),
                    ],
                    body: Data("cached".utf8)))
        #expect(
            try cached.answer() == HAR.Answer(status: 304, statusText: "text", headers: [], body: Data()))
        #expect(try entry(304, "").answer(isConditional: false).status == 304)
    }

    @Test func `fields that are made of other members have one line too`() throws {
        var entry = HAR.Entry(
            startedDateTime: "", request: .init(method: "GET", url: "https://a/"),
            response: .init(status: 302, content: .init(body: Data("x".utf8), mimeType: "text/\n\u{1}plain")))
        entry.response.redirectURL = "/a\r\nX-Injected: 1"
        entry.response.cookies = [HAR.Cookie(name: "a", value: "1", path: "/\nSet-Cookie: b=2")]
        #expect(
            try entry.answer().headers.map { "\($0.name): \($0.value)" } == [
                "Set-Cookie: a=1; Path=/Set-Cookie: b=2", "Location: /aX-Injected: 1", "Content-Type: text/plain",
            ])
    }

    @Test func `an ordinary answer is given as it was`() throws {
        let headers = [
            HAR.Header(name: "content-type", value: "text/plain; charset=utf-8"), .init(name: "X-A", value: "1"),
        ]
        #expect(
            try entry(404, "gone", headers: headers).answer()
                == HAR.Answer(status: 404, statusText: "text", headers: headers, body: Data("gone".utf8)))
    }

    @Test(arguments: [
        (100, "status 100 is no final answer"), (199, "status 199 is no final answer"),
        (1000, "no response (status 1000)"),
    ])
    func `what is no final answer is none`(_ status: Int, _ reason: String) {
        #expect(throws: HAR.AnswerError(reason: reason)) { try entry(status, "x").answer() }
    }

    @Test(arguments: [200, 299, 418, 599, 999])
    func `each final status is an answer`(_ status: Int) throws {
        #expect(try entry(status, "x").answer().status == status)
    }
}
