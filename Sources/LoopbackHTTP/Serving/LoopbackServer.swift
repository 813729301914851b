/// A small HTTP/1.1 server for tests, on the loopback interface unless another host is named.
///
/// ```text
/// let server = try LoopbackServer { request, response in
///     response.respond(ResponseHead(200), body: Array("hello".utf8))
/// }
/// let url = server.baseURL
/// await server.stop()
/// ```
///
/// It lives until `stop` is called.
package final class LoopbackServer: @unchecked Sendable {  // all that changes is touched on the thread of `loop` alone
    /// Answers one request, now or later, from any thread. It is called on the thread of the connections, which wait
    /// for it to return, so whatever takes time goes elsewhere.
    package typealias Handler = @Sendable (Request, ResponseStream) -> Void

    /// The port it listens on.
    package let port: Int
    /// What it was told.
    package let configuration: ServerConfiguration
    /// Whether it listens on the loopback interface, by whatever name.
    package let isOnLoopback: Bool
    let handler: Handler

    private let listener: Int32
    private let loop = EventLoop.shared[0]
    private let groups = EventLoop.shared.map(ConnectionGroup.init)
    private var accepting: Watch?
    private var connectionTotal = 0
    private var nextGroup = 0
    private var isStopping = false
    private var stopped: [CheckedContinuation<Void, Never>] = []

    /// Listens at once.
    package init(_ configuration: ServerConfiguration = ServerConfiguration(), handler: @escaping Handler) throws {
        self.configuration = configuration
        self.handler = handler
        guard groups.allSatisfy(\.loop.isRunning) else { throw Sockets.noThread }
        (listener, port, isOnLoopback) = try Sockets.listen(
            host: configuration.host, port: configuration.port, backlog: 1_024)
        loop.run { [self] in startAccepting() }
    }

    /// The URL of its root, without a slash at the end. A server on all addresses is found on the loopback one.
    package var baseURL: String {
        let host =
            switch configuration.host {
            case "0.0.0.0": "127.0.0.1"
            case "::": "::1"
            case let named: named
            }
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// How many connections are open.
    package var connectionCount: Int {
        get async { await loop.ask { [self] in connectionTotal } }
    }

    /// Whether new connections are taken.
    package var isAccepting: Bool {
        get async { await loop.ask { [self] in !isStopping } }
    }

    /// Takes no more connections and ends those that rest; the others may end their answer within `drain`, then they
    /// are cut. Returns when every descriptor is closed.
    package func stop(drain: Duration = .zero) async {
        await withCheckedContinuation { continuation in
            loop.run { [self] in
                stopped.append(continuation)
                beginStopping(drain: drain)
                finishStopping()
            }
        }
    }

    private func startAccepting() {
        accepting = Watch(listener, on: loop, readable: { [self] in acceptAll() })
        accepting?.want(input: true)
    }

    private func acceptAll() {
        while !isStopping {
            switch Sockets.accept(listener) {
            case .done(let descriptor): admit(Int32(descriptor))
            case .wouldBlock: return
            // The listener stays ready: looking again at once would keep a core busy until somebody closes something.
            case .exhausted, .failed: return rest()
            }
        }
    }

    private func rest() {
        accepting?.want(input: false)
        loop.startTicking(self, every: 50_000_000) { [self] in
            loop.stopTicking(self)
            accepting?.want(input: true)
        }
    }

    private func admit(_ descriptor: Int32) {
        // Those that get the 503 need a descriptor too, so there is an end to them as well.
        guard connectionTotal < configuration.maximumConnections + 64 else { return Sockets.close(descriptor) }
        let isRefused = connectionTotal >= configuration.maximumConnections
        connectionTotal += 1
        let group = groups[nextGroup]
        nextGroup = (nextGroup + 1) % groups.count
        group.loop.run { [self] in
            let connection = Connection(descriptor: descriptor, loop: group.loop, server: self)
            group.add(connection)
            connection.start(refusing: isRefused)
        }
    }

    /// The connection's descriptor is closed. Called on its loop's thread.
    func ended(_ connection: Connection) {
        groups.first { $0.loop === connection.loop }?.remove(connection)
        loop.run { [self] in
            connectionTotal -= 1
            finishStopping()
        }
    }

    private func beginStopping(drain: Duration) {
        // A second call may cut what the first one would let end.
        if drain <= .zero { return cutAll() }
        guard !isStopping else { return }
        stopAccepting()
        for group in groups { group.forEach { $0.drain() } }
        loop.startTicking(self, every: drain.nanoseconds) { [self] in cutAll() }
    }

    private func cutAll() {
        stopAccepting()
        for group in groups { group.forEach { $0.close() } }
    }

    private func stopAccepting() {
        guard !isStopping else { return }
        isStopping = true
        loop.stopTicking(self)
        accepting?.end()
        accepting = nil
        Sockets.close(listener)
    }

    private func finishStopping() {
        guard isStopping, connectionTotal == 0 else { return }
        loop.stopTicking(self)
        for continuation in stopped { continuation.resume() }
        stopped = []
    }
}
