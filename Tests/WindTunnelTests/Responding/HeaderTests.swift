import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct HeaderTests {
    private func answer(_ response: MockResponse) async throws -> Answer {
        try await MockServer(origin) { Stub(.any, returning: response) }.get("/a")
    }

    @Test func `header replaces without regard to case and addingHeader adds`() async throws {
        let answer = try await answer(
            .json(["a": 1]).header("ETag", "1").header("etag", "2").addingHeader("X-List", "a").addingHeader(
                "x-list", "b"))
        #expect(answer.header("ETag") == "2")
        #expect(answer.header("X-List") == "a, b")
    }

    @Test func `header replaces the content type`() async throws {
        #expect(try await answer(.json(["a": 1]).header("content-type", "x/y")).header("Content-Type") == "x/y")
    }

    @Test func `several cookies stay several`() async throws {
        let answer = try await answer(
            .status(200).header("set-cookie", "a=1; Path=/").header(
                "Set-Cookie", "b=2; Expires=Wed, 01 Jan 2031 00:00:00 GMT"))
        let fields = try #require(answer.response.allHeaderFields as? [String: String])
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: api("/a"))
        #expect(cookies.map { "\($0.name)=\($0.value)" }.sorted() == ["a=1", "b=2"])
    }

    @Test func `the length is known unless it is taken away`() async throws {
        #expect(try await answer(.text("four")).response.expectedContentLength == 4)
        let hidden = try await answer(.text("four").removingHeader("content-length"))
        #expect(hidden.response.expectedContentLength == -1)
        #expect(hidden.header("Content-Length") == nil)
        #expect(hidden.text == "four")
    }

    @Test func `a length that lies is sent as written`() async throws {
        let answer = try await answer(.text("four").header("Content-Length", "3"))
        #expect(answer.response.expectedContentLength == 3)
        #expect(answer.text == "fou")
    }

    @Test func `a modifier returns a copy and leaves the value alone`() {
        let plain: MockResponse = .text("x")
        let changed = plain.header("X-A", "1").status(201)
        #expect(plain.headers["X-A"] == nil)
        #expect(plain.statusCode == 200)
        #expect(changed.headers["x-a"] == "1")
        #expect(changed.statusCode == 201)
    }
}
