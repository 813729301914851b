import LoopbackHTTP

/// A socket on which a server's core answers.
final class Listener: Sendable {
    private let server: LoopbackServer

    init(_ core: ServerCore, _ configuration: ServerConfiguration, unexpectedStatus: Int) throws(ListeningError) {
        guard (100...999).contains(unexpectedStatus) else {
            throw ListeningError(description: "the status \(unexpectedStatus) is not in 100...999")
        }
        let answerer = Answerer(core: core, unexpectedStatus: unexpectedStatus)
        do {
            server = try LoopbackServer(configuration) { answerer.answer($0, $1) }
        } catch {
            throw ListeningError(configuration, error)
        }
        answerer.origins.withLock { $0 = OriginMap(core: core, baseURL: server.baseURL) }
    }

    var baseURL: String { server.baseURL }
    var port: Int { server.port }

    func stop(drain: Duration) async { await server.stop(drain: drain) }
}

/// What the socket asks: the core decides, and a load carries it out.
private final class Answerer: Sendable {
    let core: ServerCore
    let unexpectedStatus: Int
    /// The address is known when the socket is.
    let origins: Locked<OriginMap>

    init(core: ServerCore, unexpectedStatus: Int) {
        self.core = core
        origins = Locked(OriginMap(core: core, baseURL: ""))
        self.unexpectedStatus = unexpectedStatus
    }

    private static let quickBody = 65_536

    /// Called where all connections wait for it.
    func answer(_ request: Request, _ stream: ResponseStream) {
        let origins = origins.withLock { $0 }
        let (url, received) = origins.urls(of: request.head)
        let mock = MockRequest(
            WireRequest(receivedURL: received, fields: request.head.fields), method: request.head.method, url: url,
            body: Data(request.body))
        core.clock.workBegan()
        let load = SocketLoad(mock, request.head, stream, origins, unexpectedStatus: unexpectedStatus)
        // Matchers that read a large body take their time, and other connections would wait for them.
        if mock.body.count <= Self.quickBody, let decision = core.decideInline(mock, settlesAtOnce: true) {
            return load.carryOut(decision)
        }
        DispatchQueue.global().async { [core] in load.carryOut(core.decide(mock)) }
    }
}

extension ListeningError {
    fileprivate init(_ configuration: ServerConfiguration, _ error: any Error) {
        description = "cannot listen on \(configuration.host):\(configuration.port): \(error)"
    }
}
