import Foundation
import HTTPArchive
import WindTunnel

enum ServeCommand: Command {
    static let spec = CommandSpec(
        name: "serve", abstract: "answer from recordings on a loopback address",
        discussion: [
            """
            Serves HTTP archives until it is interrupted. Of several files the first that has an answer gives it. A request for the \
            printed address means the host of the first entry; /__origin/HOST/... and the Host header name another one.
            """
        ],
        arguments: [.init(name: "FILE", summary: "An HTTP archive (HAR 1.2).", isRepeated: true)],
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
        examples: [("windtunnel serve shop.har --port 8080", "Be the shop on port 8080.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let names = arguments.arguments
        let latency = try arguments.number("latency", in: 0...3_600_000) ?? 0
        let upstream = try arguments["upstream"].map { try Upstream.server(at: Addresses.url($0, "--upstream")) }
        let server = MockServer(journal: .last(Serving.journal))
        let load: @Sendable () throws -> Void = {
            server.serve(
                try ArchiveFiles.open(names), names: names, delay: .milliseconds(latency), upstream: upstream)
        }
        try load()
        return try await Serving(server: server, arguments: arguments, console: console).run {
            arguments.has("watch") ? FileWatch(names, load, console) : nil
        }
    }
}
