import LoopbackHTTP
import TestSupport

/// Runs a server while the body runs, and stops it whatever happens.
func withServer(
    _ configuration: ServerConfiguration = .patient,
    handler: @escaping LoopbackServer.Handler = echo,
    _ body: (LoopbackServer) async throws -> Void
) async throws {
    let server = try LoopbackServer(configuration, handler: handler)
    do {
        try await body(server)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// Answers with method, target and body.
let echo: LoopbackServer.Handler = { request, response in
    let text = "\(request.head.method) \(request.head.target) \(String(decoding: request.body, as: UTF8.self))\n"
    response.respond(ResponseHead(200), body: Array(text.utf8))
}

/// What is said in the order in which it is said.
struct Signals: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func send(_ text: String) { continuation.yield(text) }

    func next() async -> String? { await stream.first { _ in true } }
}

extension RawClient {
    convenience init(_ server: LoopbackServer, receiveBuffer: Int32 = 0) {
        self.init(server.port, receiveBuffer: receiveBuffer)
    }
}

extension ServerConfiguration {
    /// For tests that are not about time: a busy machine may let a client wait for longer than a server would.
    static var patient: ServerConfiguration {
        var configuration = ServerConfiguration()
        (configuration.headTimeout, configuration.bodyTimeout) = (.seconds(300), .seconds(300))
        return configuration
    }
}
