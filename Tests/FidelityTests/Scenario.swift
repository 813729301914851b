import Foundation
import TestSupport
import Testing
import WindTunnel

/// One exchange, told once, that every kind of task goes through in process and against the socket.
struct Scenario: Sendable, CustomTestStringConvertible {
    var name: String
    var kinds: [TaskKind] = TaskKind.data + TaskKind.downloads
    var method = "GET"
    var path = "/a"
    var fields: [String: String] = [:]
    /// The body of the request, for tasks that take it from there.
    var httpBody: Data?
    /// What uploads send.
    var body = Data("upload".utf8)
    var script = Script()
    var configure: @Sendable (URLSessionConfiguration) -> Void = { _ in }
    var begun: @Sendable (URLSessionTask) -> Void = { _ in }
    /// The rows of Documentation/Platforms.md that say where the two differ, and why.
    var differences: [Difference] = []
    var stubs: @Sendable () -> [Stub]

    var testDescription: String { name }

    func trace(_ kind: TaskKind, onSocket: Bool) async throws -> [String] {
        let server = MockServer("https://api.example.com") { stubs() }
        let base = onSocket ? try await server.listen().absoluteString : "https://api.example.com"
        var request = URLRequest(url: URL(string: base + path)!)
        request.httpMethod = method
        request.httpBody = httpBody
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let run = Run(
            kind: kind, base: base,
            configuration: {
                let configuration = onSocket ? URLSessionConfiguration.ephemeral : server.configuration()
                configure(configuration)
                return configuration
            }, script: script, request: request, body: body, begun: begun)
        let lines = try await run.trace()
        await server.stopListening()
        return lines
    }
}

/// Answers with what came, so that a trace shows it: method, body, and the headers that a client sets.
func echo(_ request: MockRequest) -> MockResponse {
    let fields = request.headers.map { (name: $0.name.capitalized, value: $0.value) }.filter {
        ["Cookie", "Authorization", "Content-Type"].contains($0.name) || $0.name.hasPrefix("X-")
    }
    let lines = fields.map { "\($0.name)=\($0.value)" }.sorted()
    return .text(([request.method, request.url.query ?? "-", request.text ?? "-"] + lines).joined(separator: "|"))
}
