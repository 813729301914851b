/// The connections of one server on one loop, and the watch over their deadlines. On the thread of the loop alone.
final class ConnectionGroup: @unchecked Sendable {  // only the loop's thread touches `connections`
    let loop: EventLoop
    private var connections: [ObjectIdentifier: Connection] = [:]

    init(_ loop: EventLoop) { self.loop = loop }

    func add(_ connection: Connection) {
        if connections.isEmpty { watchDeadlines(connection.server.configuration) }
        connections[ObjectIdentifier(connection)] = connection
    }

    func remove(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        if connections.isEmpty { loop.stopTicking(self) }
    }

    /// From any thread.
    func forEach(_ body: @escaping @Sendable (Connection) -> Void) {
        loop.run { [self] in connections.values.forEach(body) }
    }

    /// One look at all of them now and then: a thousand idle connections must not be a thousand timers.
    private func watchDeadlines(_ configuration: ServerConfiguration) {
        let step = min(max(configuration.shortestTimeout.nanoseconds / 4, 5_000_000), 500_000_000)
        loop.startTicking(self, every: step) { [self] in
            let now = Uptime.now
            for connection in connections.values where connection.deadline.time <= now { connection.deadlinePassed() }
        }
    }
}
