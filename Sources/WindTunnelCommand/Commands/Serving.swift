import Foundation
import HTTPArchive
import WindTunnel

/// A server on a socket, until the command is interrupted.
struct Serving {
    let server: MockServer
    let arguments: ParsedArguments
    let console: Console
    /// What is said of a request that nothing answers.
    var nothing = "not recorded"

    /// How many exchanges are kept: a server that runs for days must not grow.
    static let journal = 1_000

    func run(watching: () -> FileWatch?) async throws -> Int32 {
        let port = try arguments.number("port", in: 0...65_535) ?? 0
        let isJSON = arguments.has("json")
        let (console, nothing) = (console, nothing)
        server.log = .exchanges { exchange in
            let line = ServedLine(exchange, nothing)
            console.note(isJSON ? JSONText.object(line.json) : line.text(console))
        }
        let address = try await listen(port, arguments["host"] ?? "127.0.0.1")
        // Before the address is told: whoever reads it may interrupt.
        let interruption = Interruption()
        try console.print(
            isJSON ? JSONText.object(["address": address.absoluteString]) : "Listening on \(address.absoluteString)")
        let watch = watching()
        await interruption.wait()
        watch?.end()
        await server.stopListening()
        server.close()
        await server.finishLog()
        return 0
    }

    private func listen(_ port: Int, _ host: String) async throws -> URL {
        do {
            return try await server.listen(port: port, host: host)
        } catch {
            let text = "\(error)"
            let advice: [Int32: String] = [
                EADDRINUSE: "port \(port) of \(host) is in use; give another one with --port, or none for any free one",
                EACCES: "port \(port) needs more rights; give one above 1023 with --port",
                EADDRNOTAVAIL: "\(host) is no address of this machine; leave --host out for 127.0.0.1",
            ]
            throw Failure(advice.first { text.hasSuffix(String(cString: strerror($0.key))) }?.value ?? text)
        }
    }
}

/// What is told of a request.
private struct ServedLine {
    private let exchange: MockExchange
    private let nothing: String

    init(_ exchange: MockExchange, _ nothing: String) {
        self.exchange = exchange
        self.nothing = nothing
    }

    /// Nil when the client got none.
    private var status: Int? {
        switch exchange.outcome {
        case .response(let response): response.statusCode
        case .passedThrough(let status): status
        // What is not recorded is answered so, with the report as the body.
        case .failure where exchange.isUnexpected: 404
        case .pending, .cancelled, .failure: nil
        }
    }

    private var answerer: String {
        if let (place, name) = exchange.stubPlace { return (name.map { "\($0.quoted) of " } ?? "") + place }
        return exchange.isUnexpected ? nothing : exchange.stubDescription ?? nothing
    }

    private var outcome: String {
        switch exchange.outcome {
        case .cancelled: "the client has left"
        case .failure(let error): status.map(String.init) ?? "failed: \(error.localizedDescription)"
        default: status.map(String.init) ?? "no answer"
        }
    }

    func text(_ console: Console) -> String {
        "\(exchange.request.method) \(exchange.maskedURL) → ".onOneLine
            + console.colored(outcome, .of(status: status ?? 0)) + ", \(answerer.onOneLine)"
    }

    var json: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "method": .string(exchange.request.method), "url": .string(exchange.maskedURL),
            "status": status.map { .number(JSONNumber($0)) } ?? .null,
            "answerer": .string(answerer),
        ]
        if let (place, name) = exchange.stubPlace {
            members["mapping"] = .string(place)
            members["name"] = name.map { .string($0) }
        }
        if let entry = exchange.answeringEntry {
            members["file"] = .string(entry.file)
            members["entry"] = .number(JSONNumber(entry.number))
        }
        return members
    }
}
