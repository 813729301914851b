import LoopbackHTTP

extension MockServer {
    /// Answers over real HTTP as well, for what no `URLSession` of this process asks: UI tests, `WKWebView`, curl,
    /// other processes.
    ///
    /// ```swift
    /// let server = MockServer("https://api.example.com") { Stub(.get("/users"), returning: .json([])) }
    /// let baseURL = try await server.listen()
    /// let (data, _) = try await URLSession(configuration: .ephemeral).data(from: URL(string: "\(baseURL)/users")!)
    /// await server.stopListening()
    /// ```
    ///
    /// Stubs, journal, scenarios and clock are the same as in process. `request.url` has the server's origin; a server
    /// with stubs for several origins takes the one of the `Host` header or of a path like
    /// `/__origin/other.example.com/users`. A server may listen several times, on several ports.
    ///
    /// - Parameters:
    ///   - port: The port, 0...65535; 0 lets the system choose.
    ///   - host: The address to listen on. Anything but the loopback interface opens the server to other machines.
    ///   - unexpectedStatus: The status for a request that no stub answers; its body is the report, as JSON if the
    ///     client accepts that.
    /// - Returns: What clients use in place of the origin, like `http://127.0.0.1:49152`, with the path of the origin
    ///   if it has one.
    /// - Throws: ``ListeningError``.
    @discardableResult
    public func listen(port: Int = 0, host: String = "127.0.0.1", unexpectedStatus: Int = 404) async throws -> URL {
        var configuration = ServerConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.acceptsHost = { [core] in core.knows(host: $0) }
        let listener = try Listener(core, configuration, unexpectedStatus: unexpectedStatus)
        guard core.add(listener) else {
            await listener.stop(drain: .zero)
            throw ListeningError(description: "\(core.name) was closed; a closed server does not listen")
        }
        return URL.mended(listener.baseURL + (core.origin.map { $0.text.dropFirst($0.schemeAndHost.count) } ?? ""))
    }

    /// Ends all that ``listen(port:host:unexpectedStatus:)`` began, and returns when every connection is closed.
    ///
    /// - Parameter drain: How long, in real time, requests that are being answered may go on; then they are cut.
    public func stopListening(drain: Duration = .zero) async {
        let listeners = core.takeListeners()
        await withTaskGroup { group in
            for listener in listeners { group.addTask { await listener.stop(drain: drain) } }
        }
    }
}

/// Why a server cannot listen.
public struct ListeningError: Error, LocalizedError, Sendable, Equatable, CustomStringConvertible {
    /// What failed and what to do, in one line.
    public let description: String

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension ServerCore {
    /// False when the server is closed.
    func add(_ listener: Listener) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.listeners.append(listener) }
            return !state.isClosed
        }
    }

    /// Without waiting: a listener stays in the list until it has stopped, so that ``MockServer/stopListening(drain:)``
    /// can wait.
    func endListening() {
        let listeners = state.withLock { $0.listeners }
        guard !listeners.isEmpty else { return }
        Task.detached { [self] in
            for listener in listeners { await listener.stop(drain: .zero) }
            state.withLock { state in
                state.listeners.removeAll { listener in listeners.contains { $0 === listener } }
            }
        }
    }

    func takeListeners() -> [Listener] {
        state.withLock { state in
            defer { state.listeners = [] }
            return state.listeners
        }
    }
}
