/// What a stub says by WebSocket.
struct WebSocketAnswer: Sendable {
    /// Those that the server speaks.
    let subprotocols: [String]
    let script: @Sendable (MockWebSocket) async throws -> Void
}

extension Stub {
    /// A stub that speaks by WebSocket (RFC 6455) with clients of ``MockServer/listen(port:host:unexpectedStatus:)``.
    ///
    /// ```swift
    /// let chat = Stub.webSocket("/chat") { socket in
    ///     try await socket.send("welcome")
    ///     for try await message in socket { try await socket.send("you said \(message)") }
    /// }
    /// ```
    ///
    /// Pings are answered by themselves. When the closure returns, the connection is closed with 1000; when it throws,
    /// with 1011. When the client leaves without a close frame, the closure's task is cancelled. A request that does
    /// not ask for a WebSocket is answered 426. In process, where no `URLProtocol` can be a WebSocket, the request
    /// fails and says so.
    ///
    /// - Parameters:
    ///   - url: A path or a whole URL with the patterns of ``RequestMatcher/any(_:)``; `ws` and `wss` mean `http` and
    ///     `https`.
    ///   - matchers: What else the request must be.
    ///   - subprotocols: The subprotocols that the server speaks; the client's first that is among them is agreed on.
    ///   - fileID: Where the call stands, with its module; reports name it.
    ///   - filePath: The file in which the call stands.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - script: What the server does, with the task-local values of the place that made the server.
    public static func webSocket(
        _ url: String, _ matchers: RequestMatcher..., subprotocols: [String] = [], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @_inheritActorContext _ script: @escaping @Sendable @isolated(any) (MockWebSocket) async throws -> Void
    ) -> Stub {
        let answer = WebSocketAnswer(subprotocols: subprotocols, script: { try await script($0) })
        return Stub(
            [.get(httpURL(url))] + matchers, .responses([ReadyResponse(MockResponse(.webSocket(answer), status: 101))]),
            Location(fileID, filePath, line, column))
    }

    private static func httpURL(_ url: String) -> String {
        for (scheme, http) in [("ws://", "http://"), ("wss://", "https://")] where url.lowercased().hasPrefix(scheme) {
            return http + url.dropFirst(scheme.count)
        }
        return url
    }
}
