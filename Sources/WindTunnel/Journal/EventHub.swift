/// Hands events on in their order, away from the loader: who listens may take its time.
final class EventHub: Sendable {
    typealias Listener = @Sendable (MockExchange.Event) -> Void

    private struct State {
        var queue: [MockExchange.Event] = []
        var streams: [Int: AsyncStream<MockExchange.Event>.Continuation] = [:]
        var next = 0
        var log: Listener?
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "WindTunnel.events")
    /// Its own, since a function of the user may wait for an event.
    private let logQueue = DispatchQueue(label: "WindTunnel.log")

    /// Called under the server's lock, which gives the order.
    func tell(_ event: MockExchange.Event) {
        state.withLock { $0.queue.append(event) }
        queue.async { self.handOn() }
    }

    private func handOn() {
        let (events, streams, log) = state.withLock { state in
            defer { state.queue = [] }
            return (state.queue, state.streams.sorted { $0.key < $1.key }.map(\.value), state.log)
        }
        for event in events { for stream in streams { stream.yield(event) } }
        guard let log, !events.isEmpty else { return }
        logQueue.async { for event in events { log(event) } }
    }

    func subscribe(limit: Int?) -> AsyncStream<MockExchange.Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MockExchange.Event.self, bufferingPolicy: limit.map(Self.policy) ?? .unbounded)
        let number = state.withLock { state in
            state.next += 1
            state.streams[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
        }
        return stream
    }

    /// Each request has two events.
    private static func policy(_ limit: Int) -> AsyncStream<MockExchange.Event>.Continuation.BufferingPolicy {
        limit < .max / 2 ? .bufferingNewest(2 * limit) : .unbounded
    }

    /// Behind the events that were told before.
    func end() {
        queue.async {
            let streams = self.state.withLock { state in
                defer { state.streams = [:] }
                return state.streams
            }
            for stream in streams.values { stream.finish() }
        }
    }

    /// Returns when all that was told before stands in the log.
    func finishLog() async {
        await withCheckedContinuation { continuation in
            queue.async { self.logQueue.async { continuation.resume() } }
        }
    }

    /// Tests see by it that none stays.
    var listenerCount: Int { state.withLock { $0.streams.count } }

    func setLog(_ log: Listener?) { state.withLock { $0.log = log } }
}
