public import Testing

/// Gives each test, and each case of a parameterised test, a mock server of its own; see `mockServer(_:…)`
/// and `replaying(_:…)`.
public struct MockServerTrait: TestTrait, SuiteTrait, Sendable {
    /// A trait is known again by this: a suite's reaches each test of the suite.
    final class Identity: Sendable {}

    let identity = Identity()
    let settings: ServerSettings
    let sharedSession: Bool?
    let checks: MockServer.Checks?
    let place: Stub.Location
    let stubs: @Sendable () throws -> [Stub]
    package var recording: ScopeRecording?

    /// A suite's trait is every contained test's.
    public var isRecursive: Bool { true }
}

extension Trait where Self == MockServerTrait {
    /// A mock server for each test, `MockServer.current` while it runs, with checks when it ends.
    ///
    /// ```swift
    /// @Suite(.mockServer("https://api.example.com"))
    /// struct GreetingTests {
    ///     @Test(.mockServer { Stub(.get("/hello"), returning: .text("hi")) })
    ///     func greets() async throws {
    ///         let url = URL(string: "https://api.example.com/hello")!
    ///         #expect(try await MockServer.current.session.data(from: url).0 == Data("hi".utf8))
    ///     }
    /// }
    /// ```
    ///
    /// At its end a test fails for what `MockServer.Checks` names: requests that no stub answered, also when the
    /// code under test swallowed the error; errors that handlers threw; stubs that the test declared and never used,
    /// unless it ended early. The server is closed then: what comes later is refused and named with the test.
    ///
    /// What a test's trait leaves open comes from its suite's, and that from the outer suite's. The stubs of suites
    /// are defaults: the test's win, and nobody complains of one that was not used. Relative patterns of all of them
    /// mean the one origin that the test has.
    ///
    /// When a test fails, its traffic is attached to it, secrets masked.
    ///
    /// - Parameters:
    ///   - origin: What relative patterns are resolved against.
    ///   - sharedSession: Whether the server answers `URLSession.shared` too, as in
    ///     `MockServer.interceptingSharedSession`; false unless something was said.
    ///   - clock: What delays, throttling and time-outs are measured by.
    ///   - states: The states in which scenarios begin.
    ///   - unhandled: What happens to a request that no stub answers.
    ///   - checks: What is looked for at the end; everything unless something was said. `[]` looks for nothing.
    ///   - fileID: Where the call stands, with its module; reports name it.
    ///   - filePath: The file in which the call stands.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - stubs: The stubs, made anew for each test; an error fails the test.
    public static func mockServer(
        _ origin: String? = nil, sharedSession: Bool? = nil, clock: MockServer.TimeSource? = nil,
        states: [String: String] = [:], unhandled: UnhandledRequestPolicy? = nil, checks: MockServer.Checks? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: @escaping @Sendable () throws -> [Stub] = { [] }
    ) -> MockServerTrait {
        let place = Stub.Location(fileID, filePath, line, column)
        let settings = ServerSettings(
            origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
        return MockServerTrait(
            settings: settings, sharedSession: sharedSession, checks: checks, place: place, stubs: stubs)
    }

    /// The same on a clock of yours, most often a `ManualClock`; tests that run at the same time share it.
    public static func mockServer<C: Clock>(
        _ origin: String? = nil, sharedSession: Bool? = nil, clock: C, states: [String: String] = [:],
        unhandled: UnhandledRequestPolicy? = nil, checks: MockServer.Checks? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: @escaping @Sendable () throws -> [Stub] = { [] }
    ) -> MockServerTrait where C.Duration == Duration {
        let place = Stub.Location(fileID, filePath, line, column)
        let settings = ServerSettings(
            origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
        return MockServerTrait(
            settings: settings, sharedSession: sharedSession, checks: checks, place: place, stubs: stubs)
    }
}
