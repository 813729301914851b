extension MockServer {
    /// What a test library complains of at the end of a test.
    ///
    /// ```swift
    /// let server = MockServer("https://api.example.com")
    /// server.checks.remove(.unexpectedRequests)      // this test provokes one
    /// ```
    public struct Checks: OptionSet, Sendable {
        /// The set as bits.
        public let rawValue: Int

        /// The set with these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Requests that no stub answered, and those that came after ``MockServer/close()``.
        public static let unexpectedRequests = Checks(rawValue: 1)
        /// Stubs that were declared in the test and have never answered; ``Stub/optional()`` exempts one.
        public static let unusedStubs = Checks(rawValue: 2)
        /// Faults of stubs: a bad pattern, a missing file.
        public static let faults = Checks(rawValue: 4)
        /// Errors that handlers threw.
        public static let handlerErrors = Checks(rawValue: 8)
        /// All of them.
        public static let all: Checks = [.unexpectedRequests, .unusedStubs, .faults, .handlerErrors]
    }

    /// What a test library complains of when the server's scope ends, or when it is dropped or closed in a test.
    ///
    /// In a scope (`.mockServer`, `withMockServer`, `mockServer` of an `XCTestCase`) it is ``Checks/all`` unless
    /// something was said; for any other server it is ``Checks/unexpectedRequests`` and ``Checks/faults``, and nobody
    /// looks unless a file imports `WindTunnelTesting` or `WindTunnelXCTest` and makes it.
    public var checks: Checks {
        get { core.state.withLock { $0.watch.checks } }
        set { core.state.withLock { $0.watch.checks = newValue } }
    }
}
