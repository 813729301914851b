import Testing

/// Runs a closure with a mock server, and makes the checks of the `.mockServer` trait at its end: for stubs that need
/// a test's arguments, and for helpers.
///
/// ```swift
/// try await withMockServer("https://api.example.com") {
///     Stub(.get("/hello"), returning: .text("hi"))
/// } run: { server in
///     _ = try await server.session.data(from: URL(string: "https://api.example.com/hello")!)
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
///   - isolation: The actor on which the closure runs; the caller's.
///   - stubs: The stubs.
///   - body: What uses the server, which is also ``MockServer/current`` meanwhile.
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
    return try await serve(settings, checks, place, sharedSession, isolation, stubs, body)
}

/// The same on a clock of yours, most often a ``ManualClock``.
public func withMockServer<Value, C: Clock>(
    _ origin: String? = nil, sharedSession: Bool = false, clock: C, states: [String: String] = [:],
    unhandled: UnhandledRequestPolicy = .fail, checks: MockServer.Checks = .all, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, @StubBuilder stubs: () throws -> [Stub] = { [] },
    run body: (MockServer) async throws -> Value
) async throws -> Value where C.Duration == Duration {
    let place = Stub.Location(fileID, filePath, line, column)
    let settings = ServerSettings(origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
    return try await serve(settings, checks, place, sharedSession, isolation, stubs, body)
}

private func serve<Value>(
    _ settings: ServerSettings, _ checks: MockServer.Checks, _ place: Stub.Location, _ sharedSession: Bool,
    _ isolation: isolated (any Actor)?, _ stubs: () throws -> [Stub], _ body: (MockServer) async throws -> Value
) async throws -> Value {
    let user = Test.current.map { "\($0.name) at \(place)" } ?? "\(place)"
    let server = MockServer(scoped: settings, name: "the MockServer of \(user)", checks: checks, place: place)
    return try await CurrentServer.$value.withValue(CurrentServer(server: server)) {
        do {
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
    let issues = server.endScope(isComplete: !hasFailed && !Task.isCancelled)
    IssueRecorder.record(issues, at: location)
    if hasFailed || !issues.isEmpty { IssueRecorder.attach(server, at: location) }
    await server.stopListening()
}
