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
            .init(name: "json", summary: "Write one JSON object a line."),
        ],
        examples: [("windtunnel serve shop.har --port 8080", "Be the shop on port 8080.")])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let names = arguments.arguments
        let latency = try arguments.number("latency", in: 0...3_600_000) ?? 0
        let upstream = try arguments["upstream"].map { try Upstream.server(at: Addresses.url($0, "--upstream")) }
        let server = MockServer()
        let load: @Sendable () throws -> Void = {
            let files = try names.map(ArchiveFiles.open)
            server.serve(
                files, names: names.map { URL(fileURLWithPath: $0).lastPathComponent },
                delay: .milliseconds(latency), upstream: upstream)
        }
        try load()
        return try await Serving(server: server, arguments: arguments, console: console).run {
            arguments.has("watch") ? FileWatch(names, load, console) : nil
        }
    }
}

enum RecordCommand: Command {
    static let spec = CommandSpec(
        name: "record", abstract: "record a server as a reverse proxy",
        discussion: [
            """
            Point a client at the printed address: its requests go to URL, and what comes back is recorded. The file is written when the \
            command is interrupted, as a whole. Secrets are replaced before; see 'windtunnel redact'.
            """
        ],
        arguments: [.init(name: "URL", summary: "The server: https://api.example.com.")],
        options: [
            .init(name: "to", short: "o", value: "FILE", summary: "The archive to write. Needed."),
            .init(name: "append", summary: "Keep the entries of the file, and answer from them."),
            .init(name: "no-redaction", summary: "Write secrets as they are."),
            .init(name: "port", short: "p", value: "NUMBER", summary: "The port; any free one unless it is given."),
            .init(name: "host", value: "ADDRESS", summary: "The loopback address; 127.0.0.1 unless it is given."),
            .init(name: "json", summary: "Write one JSON object a line."),
        ],
        examples: [
            ("windtunnel record https://api.example.com --to shop.har", "Record what an app does with the shop.")
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        guard let file = arguments["to"] else { throw UsageError("--to is missing: say --to FILE") }
        let base = try Addresses.url(arguments.arguments[0], "URL")
        let server = MockServer(base.absoluteString)
        let settings = RecordingSettings(
            mode: arguments.has("append") ? .new : .all, redaction: arguments.has("no-redaction") ? .none : .standard)
        try server.record(to: URL(fileURLWithPath: file), settings)
        let status = try await Serving(server: server, arguments: arguments, console: console).run { nil }
        try server.finishRecording()
        let count = try ArchiveFiles.open(file).count
        console.error("\(count) \(count == 1 ? "entry" : "entries") in \(file)\n")
        return status
    }
}

enum Addresses {
    static func url(_ text: String, _ what: String) throws -> URL {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme), url.host != nil
        else { throw UsageError("\(what) takes a URL like https://api.example.com, not '\(text)'") }
        return url
    }
}

/// A server on a socket, until the command is interrupted.
struct Serving {
    let server: MockServer
    let arguments: ParsedArguments
    let console: Console

    func run(watching: () -> FileWatch?) async throws -> Int32 {
        let port = try arguments.number("port", in: 0...65_535) ?? 0
        let isJSON = arguments.has("json")
        let console = console
        server.log = .brief { line in console.write((isJSON ? JSONText.object(["exchange": line]) : line) + "\n") }
        let address: URL
        do {
            address = try await server.listen(port: port, host: arguments["host"] ?? "127.0.0.1")
        } catch {
            throw Failure("\(error)")
        }
        try console.print(
            isJSON ? JSONText.object(["address": address.absoluteString]) : "Listening on \(address.absoluteString)")
        let watch = watching()
        await Interruption.wait()
        watch?.end()
        await server.stopListening()
        server.close()
        return 0
    }
}

/// SIGINT and SIGTERM, each once.
enum Interruption {
    static func wait() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.finish() }
            source.resume()
            return source
        }
        for await _ in stream {}
        for source in sources { source.cancel() }
    }
}

/// Looks twice a second whether a file has changed.
final class FileWatch: @unchecked Sendable {  // `seen` is touched on the timer's queue alone
    private let names: [String]
    private let timer: any DispatchSourceTimer
    private var seen: [Date?]

    init(_ names: [String], _ load: @escaping @Sendable () throws -> Void, _ console: Console) {
        self.names = names
        seen = Self.dates(names)
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "windtunnel.watch"))
        timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
        timer.setEventHandler { [unowned self] in
            let now = Self.dates(self.names)
            guard now != self.seen else { return }
            self.seen = now
            do {
                try load()
                console.error("windtunnel: read again\n")
            } catch {
                // What was read before goes on answering.
                console.error("windtunnel: \(error)\n")
            }
        }
        timer.resume()
    }

    func end() { timer.cancel() }

    private static func dates(_ names: [String]) -> [Date?] {
        names.map { try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date }
    }
}
