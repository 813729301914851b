import Dispatch

/// A small HTTP/1.1 server for tests, on the loopback interface unless another host is named.
///
/// ```swift
/// let server = try LoopbackServer { request, response in
///     try? await response.respond(ResponseHead(200), body: Array("hello".utf8))
/// }
/// let url = server.baseURL
/// await server.stop()
/// ```
///
/// It lives until `stop` is called.
package final class LoopbackServer: @unchecked Sendable {  // all that changes is touched on `queue` alone
    /// Answers one request. The task is cancelled when the client leaves or the server stops.
    package typealias Handler = @Sendable (Request, ResponseStream) async -> Void

    /// The port it listens on.
    package let port: Int
    /// What it was told.
    package let configuration: ServerConfiguration
    let handler: Handler

    private let listener: Int32
    private let queue = DispatchQueue(label: "LoopbackHTTP.server")
    private var accepting: Readiness?
    private var timer: (any DispatchSourceTimer)?
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var isStopping = false
    private var listenerIsOpen = true
    private var stopped: [CheckedContinuation<Void, Never>] = []

    /// Listens at once.
    package init(_ configuration: ServerConfiguration = ServerConfiguration(), handler: @escaping Handler) throws {
        self.configuration = configuration
        self.handler = handler
        (listener, port) = try Sockets.listen(host: configuration.host, port: configuration.port, backlog: 256)
        queue.sync { startAccepting() }
    }

    /// The URL of its root, without a slash at the end.
    package var baseURL: String {
        "http://\(configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host):\(port)"
    }

    /// How many connections are open.
    package var connectionCount: Int { queue.sync { connections.count } }

    /// Takes no more connections and ends those that rest; the others may end their answer within `drain`, then they are
    /// cut. Returns when every descriptor is closed.
    package func stop(drain: Duration = .zero) async {
        await withCheckedContinuation { continuation in
            queue.sync {
                stopped.append(continuation)
                if !isStopping { beginStopping(drain: drain) }
                finishStopping()
            }
        }
    }

    private func startAccepting() {
        accepting = Readiness(
            DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue),
            ready: { [self] in acceptAll() },
            cancelled: { [self] in
                Sockets.close(listener)
                listenerIsOpen = false
                finishStopping()
            })
        accepting?.want(true)
        let limits = [
            configuration.idleTimeout, configuration.headTimeout, configuration.bodyTimeout, configuration.writeTimeout,
            configuration.lingerTimeout,
        ]
        let step = min(max((limits.min() ?? .zero).nanoseconds / 4, 5_000_000), 500_000_000)
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .nanoseconds(Int(step)), repeating: .nanoseconds(Int(step)))
        timer.setEventHandler { [self] in
            for connection in connections.values { connection.queue.async { connection.checkDeadline() } }
        }
        timer.resume()
        self.timer = timer
    }

    private func acceptAll() {
        while !isStopping {
            switch Sockets.accept(listener) {
            case .done(let descriptor): admit(Int32(descriptor))
            case .wouldBlock: return
            case .exhausted, .failed:
                // The listener stays ready: looking again at once would keep a core busy until somebody closes something.
                accepting?.want(false)
                queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in accepting?.want(true) }
                return
            }
        }
    }

    private func admit(_ descriptor: Int32) {
        // Those that get the 503 need a descriptor too, so there is an end to them as well.
        guard connections.count < configuration.maximumConnections + 64 else { return Sockets.close(descriptor) }
        let connection = Connection(descriptor: descriptor, server: self)
        let isRefused = connections.count >= configuration.maximumConnections
        connections[ObjectIdentifier(connection)] = connection
        connection.start(refusing: isRefused)
    }

    func ended(_ connection: Connection) {
        queue.async { [self] in
            connections[ObjectIdentifier(connection)] = nil
            finishStopping()
        }
    }

    private func beginStopping(drain: Duration) {
        isStopping = true
        accepting?.cancel()
        accepting = nil
        let isHard = drain <= .zero
        for connection in connections.values {
            connection.queue.async { if isHard { connection.close() } else { connection.drain() } }
        }
        guard !isHard else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(drain.nanoseconds))) { [self] in
            for connection in connections.values { connection.queue.async { connection.close() } }
        }
    }

    private func finishStopping() {
        guard isStopping, connections.isEmpty, !listenerIsOpen else { return }
        timer?.cancel()
        timer = nil
        for continuation in stopped { continuation.resume() }
        stopped = []
    }
}

extension Connection {
    /// Ends behind the answer that is being written, or now.
    fileprivate func drain() {
        isDraining = true
        if phase == .answering {
            if !writer.hasStarted { writer.closeAfterwards() }
        } else if phase == .reading, parser.isIdle {
            endOutput()
        }
    }
}
