extension MockExchange {
    /// Something that happened to a request.
    public enum Event: Sendable, CustomStringConvertible {
        /// It came; the exchange is as it was at that moment.
        case arrived(MockExchange)
        /// It has its outcome.
        case completed(MockExchange)

        /// The exchange of which it tells.
        public var exchange: MockExchange {
            switch self {
            case .arrived(let exchange), .completed(let exchange): exchange
            }
        }

        /// `arrived: GET https://api.example.com/users`
        public var description: String {
            switch self {
            case .arrived(let exchange): "arrived: \(exchange.request)"
            case .completed(let exchange): "completed: \(exchange)"
            }
        }
    }
}

extension MockServer {
    /// Arrivals and completions, in the order in which they happened; iterated once.
    public struct Events: AsyncSequence, Sendable {
        /// One event.
        public typealias Element = MockExchange.Event

        let stream: AsyncStream<MockExchange.Event>

        /// Iterates over the events.
        public func makeAsyncIterator() -> AsyncStream<MockExchange.Event>.Iterator { stream.makeAsyncIterator() }
    }

    /// What happens from now on, until the server is closed or gone.
    ///
    /// ```swift
    /// let server = MockServer("https://api.example.com")
    /// let events = server.events
    /// let methods = Task {
    ///     var methods: [String] = []
    ///     for await case .arrived(let exchange) in events { methods.append(exchange.request.method) }
    ///     return methods
    /// }
    /// server.close()
    /// let seen = await methods.value
    /// #expect(seen.isEmpty)
    /// ```
    ///
    /// Events wait until they are read: those of a bounded journal the last ones alone.
    public var events: Events { Events(stream: core.events) }
}
