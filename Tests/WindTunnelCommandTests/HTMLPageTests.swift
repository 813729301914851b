import Foundation
import HTTPArchive
import TestSupport
import Testing

@testable import WindTunnelCommand

@Suite(.timeLimit(.minutes(3)))
struct HTMLPageTests {
    private static let nasty = "</pre><script>alert(1)</script>\" onload='x' &amp; \u{202E}\u{1B}[31m"

    private static func page(of entry: HAR.Entry) async throws -> String {
        let folder = try Folder()
        try HAR(log: HAR.Log(entries: [entry])).write(to: URL(fileURLWithPath: folder["a.har"]))
        let ran = try await Program.run(["inspect", folder["a.har"], "--html"])
        #expect(ran.status == 0 && ran.errors == "")
        return ran.output
    }

    @Test func `nothing of a recording is markup`() async throws {
        let text = Self.nasty
        let header = HAR.Header(name: text, value: text)
        let page = try await Self.page(
            of: HAR.Entry(
                startedDateTime: .init(text: text),
                request: HAR.Request(
                    method: text, url: "https://a.example/\(text)", headers: [header],
                    postData: HAR.PostData(mimeType: "text/plain", text: text)),
                response: HAR.Response(
                    status: 200, headers: [header],
                    content: HAR.Content(size: 1, mimeType: text, text: text))))
        // Method, URL (twice each), type, header names and values, bodies: what is left of tags is the page's own.
        #expect(page.components(separatedBy: "&lt;/pre&gt;&lt;script&gt;").count == 11 + 1)
        #expect(!page.contains("<script") && !page.contains("onload='") && !page.contains("\u{1B}"))
        #expect(!page.unicodeScalars.contains("\u{202E}"))
        #expect(page.contains("&amp;amp;"))
    }

    @Test(arguments: [
        ("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;"), ("\u{0}\r\n\t\u{7F}", "\u{FFFD}\u{FFFD}\n\t\u{FFFD}"),
        ("é\u{80}\u{9F}\u{A0}", "é\u{FFFD}\u{FFFD}\u{A0}"),
        ("\u{202A}\u{202E}\u{202F}\u{2029}", "\u{FFFD}\u{FFFD}\u{202F}\u{2029}"),
        ("\u{2066}\u{2069}\u{206A}😀", "\u{FFFD}\u{FFFD}\u{206A}😀"), ("", ""),
    ])
    func `text is shown as it is, and obeyed by nobody`(_ text: String, _ shown: String) {
        #expect(HTML.text(text) == shown)
    }

    @Test func `a long body is cut, and says so`() async throws {
        let body = String(repeating: "é", count: 100_001)
        let page = try await Self.page(
            of: HAR.Entry(
                startedDateTime: "2026-03-01T10:00:00Z", request: HAR.Request(method: "GET", url: "https://a.example/"),
                response: HAR.Response(status: 200, content: HAR.Content(mimeType: "text/plain", text: body))))
        #expect(page.contains("<p>Cut after 100000 characters; the body has 200 kB.</p>"))
        #expect(page.contains(">" + body.dropLast() + "</pre>"))
    }

    @Test func `a page asks for nothing, and is read in order without a script`() async throws {
        let ran = try await Program.run(["inspect", "Examples/shop.har", "--html"])
        let page = ran.output
        #expect(page.contains("default-src 'none'; style-src 'unsafe-inline'"))
        for word in ["<script", "src=", "@import", "url(", "<link", "<img"] { #expect(!page.contains(word)) }
        #expect(page.components(separatedBy: "<details>").count == 8)
        // Each link of the table leads to its entry.
        for number in 1...7 {
            #expect(page.contains("href=\"#entry-\(number)\"") && page.contains("id=\"entry-\(number)\""))
        }
        let order = ["<h1>", "id=\"overview\"", "<thead ", "<tbody ", "id=\"entries\"", "<details>", "<h3>Request"]
        let places = order.map { page.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
}
