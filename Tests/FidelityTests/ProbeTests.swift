import Foundation
import Testing
import WindTunnel

struct Scenario: Sendable {
    var name: String
    var kinds: [TaskKind] = TaskKind.data + TaskKind.downloads
    var method = "GET"
    var path = "/a"
    var fields: [String: String] = [:]
    var body = Data("upload".utf8)
    var script = Script()
    var configure: @Sendable (URLSessionConfiguration) -> Void = { _ in }
    var stubs: @Sendable () -> [Stub]

    func server() -> MockServer { MockServer("https://api.example.com") { stubs() } }

    func trace(_ kind: TaskKind, onSocket: Bool) async throws -> [String] {
        let server = server()
        let base = onSocket ? try await server.listen().absoluteString : "https://api.example.com"
        var request = URLRequest(url: URL(string: base + path)!)
        request.httpMethod = method
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let run = Run(
            kind: kind, base: base,
            configuration: {
                let configuration = onSocket ? URLSessionConfiguration.ephemeral : server.configuration()
                configure(configuration)
                return configuration
            }, script: script, request: request, body: body, begun: { _ in })
        let lines = try await run.trace()
        await server.stopListening()
        return lines
    }
}

@Suite struct ProbeTests {
    @Test func probe() async throws {
        let scenarios: [Scenario] = [
            Scenario(name: "plain") { [Stub(.get("/a"), returning: .json(["a": 1]))] },
            Scenario(name: "chunks") { [Stub(.get("/a"), returning: .events("one", "two"))] },
            Scenario(name: "empty") { [Stub(.get("/a"), returning: .status(200))] },
            Scenario(name: "204") { [Stub(.get("/a"), returning: .status(204))] },
            Scenario(name: "404") { [Stub(.get("/a"), returning: .text("no", status: 404))] },
            Scenario(name: "cookies") { [Stub(.get("/a"), returning: .text("x").header("Set-Cookie", "a=1; Path=/").header("Set-Cookie", "b=2"))] },
            Scenario(name: "redirect") { [Stub(.get("/a"), returning: .redirect(to: "/b")), Stub(.get("/b"), returning: .text("b"))] },
            Scenario(name: "refused", script: Script(redirect: { _ in nil })) { [Stub(.get("/a"), returning: .redirect(to: "/b").header("X", "y")), Stub(.get("/b"), returning: .text("b"))] },
            Scenario(name: "cut") { [Stub(.get("/a"), returning: .text("0123456789").fault(.cut(after: 4)))] },
            Scenario(name: "reset") { [Stub(.get("/a"), returning: .fault(.reset))] },
            Scenario(name: "upload", kinds: TaskKind.uploads, method: "POST") { [Stub(.post("/a")) { .text("got \($0.text ?? "-")") }] },
            Scenario(name: "upload307", kinds: TaskKind.uploads, method: "POST") { [Stub(.post("/a"), returning: .redirect(to: "/b", status: 307)), Stub(.post("/b")) { .text("got \($0.text ?? "-")") }] },
            Scenario(name: "upload302", kinds: TaskKind.uploads, method: "POST") { [Stub(.post("/a"), returning: .redirect(to: "/b", status: 302)), Stub(.get("/b")) { .text("got \($0.text ?? "-")") }] },
        ]
        for scenario in scenarios {
            for kind in scenario.kinds {
                let mock = try await scenario.trace(kind, onSocket: false)
                let real = try await scenario.trace(kind, onSocket: true)
                print("==", scenario.name, kind, mock == real ? "same" : "")
                for line in mock.difference(from: real) {
                    switch line {
                    case .insert(_, let text, _): print("   mock:", text)
                    case .remove(_, let text, _): print("   real:", text)
                    }
                }
            }
        }
    }
}
