import Foundation
import HTTPArchive
import Testing

@testable import WindTunnelCommand

@Suite(.timeLimit(.minutes(3)))
struct CurlLineTests {
    @Test(arguments: [
        ("curl https://a.example/x", "GET", "https://a.example/x", ""),
        ("curl a.example", "GET", "http://a.example", ""),
        ("curl -X DELETE 'https://a.example/x y'", "DELETE", "https://a.example/x y", ""),
        ("curl -XPUT --url=https://a.example/ -d a=1 -d 'b=2'", "PUT", "https://a.example/", "a=1&b=2"),
        ("curl https://a.example -G -d q=1", "GET", "https://a.example?q=1", ""),
        ("curl -I https://a.example", "HEAD", "https://a.example", ""),
        ("curl -sSL -o out -m 3 https://a.example", "GET", "https://a.example", ""),
        ("curl https://a.example --data-raw $'it\\'s \\u00e9\\n'", "POST", "https://a.example", "it's é\n"),
        ("curl \"https://a.example\" \\\n  --json '{\"a\":1}'", "POST", "https://a.example", "{\"a\":1}"),
    ])
    func `a line is a request`(_ line: String, _ method: String, _ url: String, _ body: String) throws {
        let request = try CurlLine(line).entry().request
        #expect(request.method == method)
        #expect(request.url == url)
        #expect(String(decoding: request.postData?.body ?? .init(), as: UTF8.self) == body)
    }

    @Test func `headers come from all options that write them`() throws {
        let line = "curl https://a.example -H 'X-A: 1' -u me:secret -A agent -b c=d -e https://b.example --json {}"
        let headers = try CurlLine(line).entry().request.headers.map { "\($0.name): \($0.value)" }
        #expect(
            headers == [
                "X-A: 1", "Authorization: Basic bWU6c2VjcmV0", "User-Agent: agent", "Cookie: c=d",
                "Referer: https://b.example", "Content-Type: application/json", "Accept: application/json",
            ])
    }

    @Test(arguments: [
        ("curl", "--curl has no URL"),
        (
            "curl https://a.example https://b.example",
            "--curl has two URLs: 'https://a.example' and 'https://b.example'"
        ),
        ("curl 'https://a.example", "--curl: a quote is not closed"),
        ("curl https://a.example -X", "--curl: -X needs a value"),
        (
            "curl https://a.example -d @file",
            "--curl: '@file' is a file, of which a line tells nothing; record the request instead"
        ),
    ])
    func `what is no request is named`(_ line: String, _ text: String) {
        let error = #expect(throws: UsageError.self) { try CurlLine(line).entry() }
        #expect(error?.description == text)
    }
}
