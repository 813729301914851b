import Foundation
import HTTPArchive
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ServeTests {
    private static let shop = "Examples/shop.har"

    @Test(arguments: Tool.present("curl", "python3"))
    func `a recording is served to clients that nobody here wrote`(_ client: String) async throws {
        let ask = { (url: String) in
            let code = "import sys,urllib.request;sys.stdout.write(urllib.request.urlopen('\(url)').read().decode())"
            return try await Tool.run(client, client == "curl" ? ["-s", "-L", url] : ["-c", code])
        }
        try await Program.running(["serve", Self.shop]) { serve in
            let address = await serve.address()
            try await expect(
                { try await ask("\(address)/old") }, #"{"id":7,"name":"Wind sock","price":24.5,"tags":["orange",null]}"#
            )
            try await expect({ try await ask("\(address)/orders/1") }, #"{"order":1,"state":"open"}"#)
            try await expect({ try await ask("\(address)/orders/1") }, #"{"order":1,"state":"sent"}"#)
            var lines: [String] = []
            for _ in 0..<4 { lines.append(await serve.line()) }
            #expect(
                lines == [
                    "GET https://shop.example.com/old → 301, entry 3 of Examples/shop.har",
                    "GET https://shop.example.com/products/7 → 200, entry 2 of Examples/shop.har",
                    "GET https://shop.example.com/orders/1 → 200, entry 5 of Examples/shop.har",
                    "GET https://shop.example.com/orders/1 → 200, entry 6 of Examples/shop.har",
                ])
            #expect(await serve.end(SIGINT) == 0)
        }
    }

    @Test(arguments: Tool.present("chromium-headless-shell", "chromium").prefix(1))
    func `a browser loads a recorded site, with its script and what that asks for`(_ browser: String) async throws {
        let folder = try Folder()
        let site = [
            ("/", "text/html", "<!DOCTYPE html><body><script src=app.js></script>"),
            ("/app.js", "text/javascript", "fetch('/word').then(a => a.text()).then(a => document.body.append(a))"),
            ("/word", "text/plain", "anemo" + "meter"),
        ]
        let entries = site.map { path, type, text in
            HAR.Entry(
                startedDateTime: "2026-03-01T10:00:00Z",
                request: HAR.Request(method: "GET", url: "https://site.example.com\(path)"),
                response: HAR.Response(status: 200, content: HAR.Content(body: Data(text.utf8), mimeType: type)))
        }
        try HAR(log: HAR.Log(entries: entries)).write(to: URL(fileURLWithPath: folder["site.har"]))
        try await Program.running(["serve", folder["site.har"]]) { serve in
            let options = ["--no-sandbox", "--virtual-time-budget=5000", "--dump-dom"]
            let page = try await Tool.run(browser, options + ["\(await serve.address())/"])
            #expect(page.contains("</script>anemometer</body>"))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal ends a server cleanly, and all that was asked is told before`(_ number: Int32) async throws {
        try await Program.running(["serve", Self.shop, "--json"]) { serve in
            let first = await serve.line()
            #expect(first.hasPrefix(#"{"address":"http://127.0.0.1:"#))
            let address = String(first.dropFirst(12).dropLast(2))
            try await expect(
                {
                    try await Tool.run(
                        "curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "\(address)/none?token=abcdef"])
                }, "404")
            #expect(await serve.end(number) == 0)
            #expect(
                serve.rest(of: serve.output)
                    == #"{"answerer":"not recorded","method":"GET","status":404,"#
                    + #""url":"https://shop.example.com/none?token=•••"}"#
                    + "\n")
            #expect(serve.rest(of: serve.errors) == "")
        }
    }

    @Test func `a journal is complete, however late it is read`() async throws {
        try await Program.running(["serve", Self.shop, "--json"]) { serve in
            let address = String(await serve.line().dropFirst(12).dropLast(2))
            // What stands behind the number sign is not sent.
            _ = try await Tool.run("curl", ["-s", "-o", "/dev/null", "\(address)/products/7#[1-4000]"])
            async let journal = onThread { serve.rest(of: serve.output) }
            async let status = serve.end(SIGINT)
            #expect(await journal.split(separator: "\n").count == 4_000)
            #expect(await status == 0)
        }
    }

    @Test func `a port that is in use is named, with what to do`() async throws {
        try await Program.running(["serve", Self.shop]) { serve in
            let port = await serve.address().split(separator: ":").last.map(String.init) ?? ""
            let second = try await Program.run(["serve", Self.shop, "--port", port])
            #expect(second.status == 1)
            #expect(
                second.errors
                    == "windtunnel: port \(port) of 127.0.0.1 is in use; give another one with --port, or none for any free one\n"
            )
        }
    }

    @Test func `two servers at once answer each for itself`() async throws {
        try await Program.running(["serve", Self.shop]) { first in
            try await Program.running(["serve", Self.shop]) { second in
                for server in [first, second] {
                    let url = "\(await server.address())/orders/1"
                    try await expect({ try await Tool.run("curl", ["-s", url]) }, #"{"order":1,"state":"open"}"#)
                }
            }
        }
    }

    @Test func `what is not recorded is asked of the upstream`() async throws {
        let folder = try Folder()
        try trimmed("/orders").write(toFile: folder["part.har"], atomically: true, encoding: .utf8)
        try await Program.running(["serve", Self.shop]) { shop in
            let upstream = await shop.address()
            try await Program.running(["serve", folder["part.har"], "--upstream", upstream]) { part in
                let address = await part.address()
                try await expect(
                    { try await Tool.run("curl", ["-s", "\(address)/products/9"]) }, #"{"error":"no such product"}"#)
                #expect(await part.line() == "GET https://shop.example.com/products/9 → 404, the upstream")
                #expect(await shop.line().hasSuffix("entry 7 of Examples/shop.har"))
                try await expect(
                    { try await Tool.run("curl", ["-s", "\(address)/orders/1"]) }, #"{"order":1,"state":"open"}"#)
                #expect(await part.line().hasSuffix("entry 2 of \(folder["part.har"])"))
            }
        }
    }

    @Test func `every answer waits as long as is said`() async throws {
        try await Program.running(["serve", Self.shop, "--latency", "300"]) { serve in
            let url = "\(await serve.address())/products"
            let time = try await Tool.run("curl", ["-s", "-o", "/dev/null", "-w", "%{time_total}", url])
            #expect(try #require(Double(time)) >= 0.3)
        }
    }

    @Test func `a file that changes is read again, and a broken one leaves what there was`() async throws {
        let folder = try Folder()
        let text = try String(contentsOfFile: "\(Program.root)/\(Self.shop)", encoding: .utf8)
        try text.write(toFile: folder["a.har"], atomically: true, encoding: .utf8)
        try await Program.running(["serve", folder["a.har"], "--watch"]) { serve in
            let address = await serve.address()
            try text.replacingOccurrences(of: "Wind sock", with: "Wind vane")
                .write(toFile: folder["a.har"], atomically: true, encoding: .utf8)
            #expect(
                await serve.line(of: serve.errors) == "windtunnel: \(folder["a.har"]) has changed and was read again")
            #expect((try await Tool.run("curl", ["-s", "\(address)/products/7"])).contains("Wind vane"))
            try "{".write(toFile: folder["a.har"], atomically: true, encoding: .utf8)
            #expect(await serve.line(of: serve.errors).hasPrefix("windtunnel: \(folder["a.har"]): the file ends early"))
            #expect((try await Tool.run("curl", ["-s", "\(address)/products/7"])).contains("Wind vane"))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a recording is written when the command is interrupted`(_ number: Int32) async throws {
        let folder = try Folder()
        try await Program.running(["serve", Self.shop]) { shop in
            let upstream = await shop.address()
            try await Program.running(["record", upstream, "--to", folder["new.har"]]) { record in
                let address = await record.address()
                let login = [
                    "-s", "-d", #"{"product":7}"#, "-H", "Content-Type: application/json", "-H",
                    "Authorization: Bearer s3cr3t-t0ken", "\(address)/orders",
                ]
                try await expect({ try await Tool.run("curl", login) }, #"{"order":1,"state":"open"}"#)
                #expect(await record.end(number) == 0)
                #expect(record.rest(of: record.errors) == "1 entry in \(folder["new.har"])\n")
            }
        }
        let written = try String(contentsOfFile: folder["new.har"], encoding: .utf8)
        #expect(written.contains("<redacted:authorization:1>"))
        #expect(!written.contains("s3cr3t"))
        let validated = try await Program.run(["validate", "--strict", folder["new.har"]])
        #expect(validated == Program.Ran(status: 0, output: "", errors: ""))
    }

    private func expect(
        _ answer: () async throws -> String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let body = try await answer()
        #expect(body == text, sourceLocation: sourceLocation)
    }

    /// The example without entries whose path does not begin so.
    private func trimmed(_ path: String) throws -> String {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(Program.root)/\(Self.shop)"))
        var root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var log = try #require(root["log"] as? [String: Any])
        let entries = try #require(log["entries"] as? [[String: Any]])
        log["entries"] = entries.filter {
            (($0["request"] as? [String: Any])?["url"] as? String)?.contains(path) == true
        }
        root["log"] = log
        return String(decoding: try JSONSerialization.data(withJSONObject: root), as: UTF8.self)
    }
}
