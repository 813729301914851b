import Testing

/// The server of the test that the current task belongs to.
struct CurrentServer: Sendable {
    @TaskLocal static var value: CurrentServer?

    let server: MockServer
    /// Nil for a scope of `withMockServer`.
    var test: Test?
}

extension MockServer {
    /// The server of the running test: that of its `.mockServer` trait, or of the innermost `withMockServer`.
    ///
    /// ```swift
    /// try await withMockServer("https://api.example.com") { server in
    ///     #expect(MockServer.current === server)
    /// }
    /// ```
    ///
    /// It is a task-local value: what the test starts by `Task {}`, `async let` and task groups sees it; what it
    /// starts by `Task.detached` or on a dispatch queue does not. Outside a scope it is a server that takes no stubs
    /// and refuses every request, and an issue is recorded that says what is missing.
    public static var current: MockServer {
        if let current = CurrentServer.value { return current.server }
        let missing = "MockServer.current has no server here"
        let advice =
            """
            add .mockServer(…) to the test or to its suite, or use withMockServer. A detached task, a dispatch queue and \
            an exit test do not see the test's server; hand it to them.
            """
        if let place = Test.current?.sourceLocation {
            Issue.record("\(missing): \(advice)", sourceLocation: place)
        } else {
            Issue.record("\(missing): \(advice)")
        }
        return .inert(because: "\(missing); \(advice)")
    }
}
