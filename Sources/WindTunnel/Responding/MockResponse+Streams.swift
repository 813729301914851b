extension MockResponse {
    /// A body that is written piece by piece; each write reaches the client before the next.
    ///
    /// ```swift
    /// let words: MockResponse = .stream(contentType: "text/plain") { body in
    ///     for word in ["a", "b"] {
    ///         try await body.write(word)
    ///         try await body.sleep(for: .milliseconds(20))
    ///     }
    /// }
    /// ```
    ///
    /// The closure runs with the task-local values of the place that made the server. An error breaks the body off;
    /// when the client has left, writing throws.
    public static func stream(
        contentType: String = "application/octet-stream", status: Int = 200,
        @_inheritActorContext _ write: @escaping @Sendable @isolated(any) (BodyWriter) async throws -> Void
    ) -> MockResponse {
        MockResponse(
            .content(.stream { try await write($0) }), status: status, headers: [("Content-Type", contentType)])
    }

    /// A body made of the elements of a sequence.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, contentType: String = "application/octet-stream", status: Int = 200
    ) -> MockResponse where Chunks.Element == Data {
        stream(contentType: contentType, status: status) { body in
            for try await chunk in chunks { try await body.write(chunk) }
        }
    }

    /// A body made of the texts of a sequence, in UTF-8.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, contentType: String = "text/plain; charset=utf-8", status: Int = 200
    ) -> MockResponse where Chunks.Element == String {
        stream(contentType: contentType, status: status) { body in
            for try await chunk in chunks { try await body.write(chunk) }
        }
    }

    /// Server-sent events (WHATWG HTML, section 9.2), each delivered on its own.
    public static func events(_ events: Event...) -> MockResponse { self.events(events) }

    /// Server-sent events (WHATWG HTML, section 9.2), each delivered on its own.
    public static func events(_ events: [Event]) -> MockResponse {
        var response = MockResponse(.content(.chunks(events.map { Data($0.text.utf8) })), headers: Event.headers)
        response.ownFaults += events.compactMap(\.fault)
        return response
    }

    /// Server-sent events that are emitted over time.
    ///
    /// ```swift
    /// let feed: MockResponse = .events { emit in
    ///     try await emit("one")
    ///     try await emit.sleep(for: .seconds(1))
    ///     try await emit(.init("two", id: "2"))
    /// }
    /// ```
    public static func events(
        @_inheritActorContext _ emit: @escaping @Sendable @isolated(any) (EventEmitter) async throws -> Void
    ) -> MockResponse {
        MockResponse(.content(.stream { try await emit(EventEmitter(body: $0)) }), headers: Event.headers)
    }

    /// One server-sent event (WHATWG HTML, section 9.2.5).
    public struct Event: Sendable, ExpressibleByStringInterpolation {
        let data: String
        let event: String?
        let id: String?
        let retry: Duration?

        static let headers: [MockRequest.Headers.Element] = [
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-cache"),
        ]

        /// An event.
        ///
        /// - Parameters:
        ///   - data: The text; each line of it becomes a `data` line.
        ///   - event: The event's type; `message` when nil.
        ///   - id: The last event's id from here on.
        ///   - retry: How long the client waits before it connects again.
        public init(_ data: String, event: String? = nil, id: String? = nil, retry: Duration? = nil) {
            self.data = data
            self.event = event
            self.id = id
            self.retry = retry
        }

        /// An event with data alone.
        public init(stringLiteral value: String) { self.init(value) }

        var fault: String? {
            if let retry, retry < .zero { return "the event's retry is negative: \(retry)" }
            let breaks: Set<Unicode.Scalar> = ["\r", "\n", "\0"]
            let bad = [event, id].compactMap { $0 }.first { $0.unicodeScalars.contains(where: breaks.contains) }
            return bad.map { "the event field \(SourceText.quoted($0)) has a line break or a zero in it" }
        }

        /// As sent, with the empty line that dispatches it.
        var text: String {
            var text = ""
            if let event { text += "event: \(event)\n" }
            if let id { text += "id: \(id)\n" }
            if let retry { text += "retry: \(Int64(retry.bounded / .milliseconds(1)))\n" }
            let lines = data.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
            for line in lines.split(separator: "\n", omittingEmptySubsequences: false) { text += "data: \(line)\n" }
            return text + "\n"
        }
    }

    /// Emits server-sent events; call it like a function.
    public struct EventEmitter: Sendable {
        let body: BodyWriter

        /// Sends an event.
        ///
        /// - Throws: `CancellationError` once the client has left.
        public func callAsFunction(_ event: Event) async throws {
            if let fault = event.fault { throw BodyFailure(fault) }
            try await body.write(event.text)
        }

        /// Waits on the server's clock.
        public func sleep(for duration: Duration) async throws { try await body.sleep(for: duration) }
    }

    /// Writes the body of a ``stream(contentType:status:_:)``.
    public struct BodyWriter: Sendable {
        let write: @Sendable (Data) async throws -> Void
        let pause: @Sendable (Duration) async throws -> Void

        /// The same, with a note of all that was sent.
        func copying(_ note: @escaping @Sendable (Data) -> Void) -> BodyWriter {
            BodyWriter(
                write: { data in
                    note(data)
                    try await write(data)
                }, pause: pause)
        }

        /// Sends bytes; returns when the client may take more.
        ///
        /// - Throws: `CancellationError` once the client has left.
        public func write(_ data: Data) async throws { try await write(data) }

        /// Sends text in UTF-8.
        ///
        /// - Throws: `CancellationError` once the client has left.
        public func write(_ text: String) async throws { try await write(Data(text.utf8)) }

        /// Waits on the server's clock.
        ///
        /// - Throws: `CancellationError` once the client has left.
        public func sleep(for duration: Duration) async throws { try await pause(duration) }
    }
}
