import Testing

/// Runs a closure with a mock server, and makes the checks of the `.mockServer` trait at its end.
///
/// It is for stubs that need a test's arguments, and for helpers. A closure whose only `try` stands inside `#expect`
/// counts as one that does not throw, and does not compile: evaluate first, then expect.
///
/// ```swift
/// try await withMockServer("https://api.example.com") {
///     Stub(.get("/hello"), returning: .text("hi"))
/// } run: { server in
///     let (greeting, _) = try await server.session.data(from: URL(string: "https://api.example.com/hello")!)
///     #expect(greeting == Data("hi".utf8))
/// }
/// ```
///
/// Issues are recorded in the test of the current task: unused stubs at their lines, requests at the line of the call.
/// An error of the closure is thrown on, and recorded by whoever gets it; unused stubs then say nothing. The traffic
/// is attached when the closure throws or a check fails: of a failed `#expect` this function does not hear, unlike the
/// trait.
///
/// - Parameters:
///   - origin: What relative patterns are resolved against.
///   - sharedSession: Whether the server answers `URLSession.shared` too.
///   - clock: What delays, throttling and time-outs are measured by.
///   - states: The states in which scenarios begin.
///   - unhandled: What happens to a request that no stub answers.
///   - checks: What is looked for at the end.
///   - fileID: Where the call stands, with its module; reports name it.
///   - filePath: The file in which the call stands.
///   - line: The line of the call.
///   - column: The column of the call.
///   - isolation: The actor on which the closure runs; the caller's.
///   - stubs: The stubs.
///   - body: What uses the server, which is also `MockServer.current` meanwhile.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
public func withMockServer<Value>(
    _ origin: String? = nil, sharedSession: Bool = false, clock: MockServer.TimeSource = .system,
    states: [String: String] = [:], unhandled: UnhandledRequestPolicy = .fail, checks: MockServer.Checks = .all,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, @StubBuilder stubs: () throws -> [Stub] = { [] },
    run body: (MockServer) async throws -> Value
) async throws -> Value {
    let place = Stub.Location(fileID, filePath, line, column)
    let settings = ServerSettings(origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
    return try await serve(settings, checks, place, sharedSession, nil, isolation, stubs, body)
}

/// The same on a clock of yours, most often a `ManualClock`.
public func withMockServer<Value, C: Clock>(
    _ origin: String? = nil, sharedSession: Bool = false, clock: C, states: [String: String] = [:],
    unhandled: UnhandledRequestPolicy = .fail, checks: MockServer.Checks = .all, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, @StubBuilder stubs: () throws -> [Stub] = { [] },
    run body: (MockServer) async throws -> Value
) async throws -> Value where C.Duration == Duration {
    let place = Stub.Location(fileID, filePath, line, column)
    let settings = ServerSettings(origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
    return try await serve(settings, checks, place, sharedSession, nil, isolation, stubs, body)
}

/// The same with a recording that answers what no stub answers; see the trait `.replaying`.
///
/// ```swift
/// try await withMockServer(replaying: "profile") { server in        // __Recordings__/profile.har
///     _ = try await server.session.data(from: URL(string: "https://api.example.com/users/42")!)
/// }
/// ```
///
/// - Parameters:
///   - recording: What the recording is called, without `.har`.
///   - rules: What must be as it was recorded; none means method, URL and body.
///   - order: Which of several equal requests answers.
///   - timing: How long answers take.
///   - values: What answers have in the place of placeholders, by placeholder.
///   - mode: What becomes of the file; nil for what `RecordingMode.environment` says.
///   - redaction: What is taken out of a recording that is made.
///   - upstream: Where requests go that are recorded or verified.
///   - expiry: When a recording is too old; nil for never.
///   - recordings: Where it is.
///   - origin: What relative patterns are resolved against.
///   - sharedSession: Whether the server answers `URLSession.shared` too.
///   - clock: What delays, throttling and time-outs are measured by.
///   - states: The states in which scenarios begin.
///   - unhandled: What happens to a request that neither a stub nor an entry answers.
///   - checks: What is looked for at the end.
///   - fileID: Where the call stands, with its module; reports name it.
///   - filePath: The file in which the call stands.
///   - line: The line of the call.
///   - column: The column of the call.
///   - isolation: The actor on which the closure runs; the caller's.
///   - stubs: Stubs that win over the recording.
///   - body: What uses the server, which is also `MockServer.current` meanwhile.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws, and `RecordingError` when there is no recording.
public func withMockServer<Value>(
    replaying recording: String, matching rules: ReplayRule..., order: ReplayOrder = .inOrder,
    timing: ReplayTiming = .instant, supplying values: [String: String] = [:], mode: RecordingMode? = nil,
    redacting redaction: HAR.Redaction = .standard, upstream: RecordingUpstream = .network,
    expires expiry: RecordingExpiry? = nil,
    in recordings: RecordingPlace = .besideTheTest, origin: String? = nil, sharedSession: Bool = false,
    clock: MockServer.TimeSource = .system, states: [String: String] = [:],
    unhandled: UnhandledRequestPolicy = .fail, checks: MockServer.Checks = .all,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, @StubBuilder stubs: () throws -> [Stub] = { [] },
    run body: (MockServer) async throws -> Value
) async throws -> Value {
    let place = Stub.Location(fileID, filePath, line, column)
    let settings = ServerSettings(origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
    let recording = ScopeRecording(
        recording, matching: rules, order: order, timing: timing, supplying: values, mode: mode, redacting: redaction,
        upstream: upstream, expires: expiry, in: recordings)
    return try await serve(settings, checks, place, sharedSession, recording, isolation, stubs, body)
}

private func serve<Value>(
    _ settings: ServerSettings, _ checks: MockServer.Checks, _ place: Stub.Location, _ sharedSession: Bool,
    _ recording: ScopeRecording?, _ isolation: isolated (any Actor)?, _ stubs: () throws -> [Stub],
    _ body: (MockServer) async throws -> Value
) async throws -> Value {
    let user = Test.current.map { "\($0.name) at \(place)" } ?? "\(place)"
    let server = MockServer(scoped: settings, name: "the MockServer of \(user)", checks: checks, place: place)
    return try await CurrentServer.$value.withValue(CurrentServer(server: server)) {
        do {
            try recording.map { try server.begin($0, for: RecordedTest(place), place) }
            try server.add { try stubs() }
            let value =
                try await sharedSession ? server.interceptingSharedSession { try await body(server) } : body(server)
            await end(server, place, hasFailed: false)
            return value
        } catch {
            await end(server, place, hasFailed: !Task.isCancelled)
            throw error
        }
    }
}

private func end(_ server: MockServer, _ place: Stub.Location, hasFailed: Bool) async {
    let location = SourceLocation(place)
    if !hasFailed, !Task.isCancelled { await server.verifyScopeRecording() }
    let issues = server.endScope(isComplete: !hasFailed && !Task.isCancelled)
    IssueRecorder.record(issues, at: location)
    if hasFailed || issues.contains(where: \.failsTest) { IssueRecorder.attach(server, at: location) }
    await server.stopListening()
}

extension RecordedTest {
    /// The test of the current task; the recording stands beside the call.
    fileprivate init(_ place: Stub.Location) {
        self.init(filePath: place.filePath, path: Test.current?.id.nameComponents ?? [])
    }
}
