import Foundation
import HTTPArchive
import WindTunnel

enum ServeCommand: Command {
    static let spec = CommandSpec(
        name: "serve", abstract: "answer from recordings and stub mappings on a loopback address",
        discussion: [
            """
            Serves HTTP archives until it is interrupted. Of several files the first that has an answer gives it. A request for the \
            printed address means the host of the first entry; /__origin/HOST/... and the Host header name another one.
            """,
            """
            Stub mappings of WireMock are served too: a JSON file with one or with several ("mappings"), or a folder of them, with \
            the bodies in the folder __files beside it. They win over recordings, by priority, then the first file, then the last \
            mapping in it. What cannot be served is told on standard error, by file and JSON path.
            """,
        ],
        arguments: [
            .init(
                name: "FILE", summary: "An HTTP archive (HAR 1.2), a file of stub mappings, or a folder of them.",
                isRepeated: true)
        ],
        options: [
            .init(name: "port", short: "p", value: "NUMBER", summary: "The port; any free one unless it is given."),
            .init(name: "host", value: "ADDRESS", summary: "The loopback address; 127.0.0.1 unless it is given."),
            .init(
                name: "upstream", value: "URL", summary: "A server that is asked for what the recordings do not have."),
            .init(name: "latency", value: "MS", summary: "Milliseconds that every answer waits."),
            .init(name: "watch", summary: "Read a file again when it changes."),
            .init(
                name: "json",
                summary: "Write one JSON object a line: a journal, from which 'windtunnel trim --used-by' learns."),
        ],
        examples: [
            ("windtunnel serve shop.har --port 8080", "Be the shop on port 8080."),
            ("windtunnel serve mappings/ --watch", "Answer from stub mappings while they are written."),
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let names = arguments.arguments
        let latency = try arguments.number("latency", in: 0...3_600_000) ?? 0
        let upstream = try arguments["upstream"].map {
            try RecordingUpstream.server(at: Addresses.url($0, "--upstream"))
        }
        let server = MockServer(journal: .last(Serving.journal))
        let scenarios = ScenarioStates(server)
        let load: @Sendable () throws -> ServedFiles = {
            let files = try ServedFiles(names)
            for problem in files.problems { console.error("windtunnel: \(problem)\n") }
            scenarios.begin(files.mappings.compactMap { $0.scenario?.name })
            server.serve(
                files.archives.map(\.file), names: files.archives.map(\.name),
                stubs: files.mappings.map { $0.stub(latency: .milliseconds(latency)) }, delay: .milliseconds(latency),
                upstream: upstream)
            return files
        }
        let nothing = try load().archives.isEmpty ? "no mapping fits" : "not recorded"
        let serving = Serving(server: server, arguments: arguments, console: console, nothing: nothing)
        return try await serving.run {
            guard arguments.has("watch") else { return nil }
            return FileWatch(names, files: ServedFiles.watched, { _ = try load() }, console)
        }
    }
}
