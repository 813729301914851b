extension MockServer {
    /// How much is written of each exchange, and where to; nothing by default.
    public struct Log: Sendable {
        enum Detail: Sendable { case off, brief, full }

        let detail: Detail
        let write: @Sendable (String) -> Void
        /// In place of a text.
        private(set) var tell: (@Sendable (MockExchange) -> Void)?

        /// Nothing is written.
        public static var off: Log { Log(detail: .off) { _ in } }

        /// A line for each exchange to standard error: method, URL, outcome, and the stub that answered.
        public static var brief: Log { brief(Self.standardError) }

        /// The same with headers and bodies of both sides; long ones are cut.
        public static var full: Log { full(Self.standardError) }

        /// A line for each exchange to a function, called for one after the other, on no particular thread.
        public static func brief(_ write: @escaping @Sendable (String) -> Void) -> Log {
            Log(detail: .brief, write: write)
        }

        /// The same with headers and bodies.
        public static func full(_ write: @escaping @Sendable (String) -> Void) -> Log {
            Log(detail: .full, write: write)
        }

        /// Each exchange, of which none is left out however slow the function is.
        package static func exchanges(_ tell: @escaping @Sendable (MockExchange) -> Void) -> Log {
            var log = Log(detail: .brief) { _ in }
            log.tell = tell
            return log
        }

        private init(detail: Detail, write: @escaping @Sendable (String) -> Void) {
            self.detail = detail
            self.write = write
        }

        private static let standardError: @Sendable (String) -> Void = { text in
            try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
        }
    }

    /// What is written of each exchange when it is complete; secrets are masked.
    ///
    /// ```swift
    /// let server = MockServer("https://api.example.com")
    /// server.log = .brief
    /// ```
    public var log: Log {
        get { core.log }
        set { core.log = newValue }
    }
}

extension MockServer {
    /// Returns when all that has happened stands in the log.
    package func finishLog() async { await core.state.withLock { $0.hub }?.finishLog() }
}

extension MockServer.Log {
    func note(_ event: MockExchange.Event) {
        guard case .completed(let exchange) = event else { return }
        if let tell { return tell(exchange) }
        let text = detail == .full ? Self.full(exchange) : Self.line(exchange)
        write(ReportMask([exchange.request] + exchange.hops.map(\.next)).masked(text))
    }

    /// `GET https://api.example.com/a → 200, Stub(.get("/a")) of ProfileTests.swift:14`
    static func line(_ exchange: MockExchange) -> String {
        let hops = exchange.hops.map { "\($0.statusCode), " }.joined()
        return "\(RequestText.line(exchange.request)) → \(hops)\(exchange.outcome.summary), \(answerer(exchange))"
    }

    private static func answerer(_ exchange: MockExchange) -> String {
        if exchange.isLate { return "after the server was closed" }
        guard let description = exchange.stubDescription else { return "no stub" }
        return description + (exchange.stub.map { " of \($0)" } ?? "")
    }

    private static func full(_ exchange: MockExchange) -> String {
        var parts = [line(exchange), RequestText.message(exchange.request)]
        if case .response(let response) = exchange.outcome { parts.append(RequestText.message(response)) }
        return parts.joined(separator: "\n\n") + "\n"
    }
}
