public import XCTest

extension XCTestCase {
    /// A mock server for the running test, with checks when the test is torn down.
    ///
    /// ```swift
    /// final class GreetingTests: XCTestCase {
    ///     func testGreets() async throws {
    ///         let server = mockServer("https://api.example.com") { Stub(.get("/hello"), returning: .text("hi")) }
    ///         let url = URL(string: "https://api.example.com/hello")!
    ///         let (data, _) = try await server.session.data(from: url)
    ///         XCTAssertEqual(data, Data("hi".utf8))
    ///     }
    /// }
    /// ```
    ///
    /// The test then fails for what `MockServer.Checks` names: at the line of this call for requests that no stub
    /// answered, at the line of the stub for handlers that threw and for stubs that were never used, unless the test
    /// has failed before. The server is closed: what comes later is refused and named with the test. A server that
    /// `setUp` makes for all tests of a class had better say `checks: [.unexpectedRequests, .faults, .handlerErrors]`,
    /// since hardly a test uses all stubs.
    ///
    /// With `sharedSession: true` the last server that says so answers `URLSession.shared`, except for tasks inside of
    /// `MockServer.interceptingSharedSession`; what is sent after the tear-down is not refused.
    ///
    /// - Parameters:
    ///   - origin: What relative patterns are resolved against.
    ///   - sharedSession: Whether the server answers `URLSession.shared` too, from any thread, until the tear-down.
    ///   - clock: What delays, throttling and time-outs are measured by.
    ///   - states: The states in which scenarios begin.
    ///   - unhandled: What happens to a request that no stub answers.
    ///   - checks: What is looked for at the end.
    ///   - fileID: Where the call stands, with its module; reports name it.
    ///   - filePath: The file in which the call stands.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - stubs: The stubs.
    public func mockServer(
        _ origin: String? = nil, sharedSession: Bool = false, clock: MockServer.TimeSource = .system,
        states: [String: String] = [:], unhandled: UnhandledRequestPolicy = .fail, checks: MockServer.Checks = .all,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () -> [Stub] = { [] }
    ) -> MockServer {
        let place = Stub.Location(fileID, filePath, line, column)
        let settings = ServerSettings(origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
        return serve(settings, checks, place, sharedSession, stubs())
    }

    /// The same on a clock of yours, most often a `ManualClock`.
    public func mockServer<C: Clock>(
        _ origin: String? = nil, sharedSession: Bool = false, clock: C, states: [String: String] = [:],
        unhandled: UnhandledRequestPolicy = .fail, checks: MockServer.Checks = .all, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () -> [Stub] = { [] }
    ) -> MockServer where C.Duration == Duration {
        let place = Stub.Location(fileID, filePath, line, column)
        let settings = ServerSettings(origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
        return serve(settings, checks, place, sharedSession, stubs())
    }

    private func serve(
        _ settings: ServerSettings, _ checks: MockServer.Checks, _ place: Stub.Location, _ sharedSession: Bool,
        _ stubs: [Stub]
    ) -> MockServer {
        let server = makeServer(settings, checks, place)
        server.add { stubs }
        endAtTearDown(server, place, sharedSession)
        return server
    }

    func makeServer(_ settings: ServerSettings, _ checks: MockServer.Checks, _ place: Stub.Location) -> MockServer {
        MockServer(scoped: settings, name: "the MockServer of \(name) at \(place)", checks: checks, place: place)
    }

    func endAtTearDown(_ server: MockServer, _ place: Stub.Location, _ sharedSession: Bool) {
        // Whatever the block is isolated to on a platform: XCTest runs it when the test has ended.
        nonisolated(unsafe) let test = self
        let leaveSharedSession = sharedSession ? server.beginInterceptingSharedSession(place) : nil
        addTeardownBlock {
            test.end(server, place)
            leaveSharedSession?()
        }
        // Blocks run in reverse.
        if server.verifiesRecording { addTeardownBlock { await server.verifyScopeRecording() } }
    }

    private func end(_ server: MockServer, _ place: Stub.Location) {
        let hasFailed = (testRun?.totalFailureCount ?? 0) > 0
        let issues = server.endScope(isComplete: !hasFailed)
        XCTestFramework.record(issues, at: place)
        if hasFailed || issues.contains(where: \.failsTest) { attach(server) }
    }

    private func attach(_ server: MockServer) {
        #if canImport(Darwin)  // there are no attachments in the XCTest of Linux
            guard let archive = server.trafficArchive() else { return }
            let attachment = XCTAttachment(data: Data(archive.bytes), uniformTypeIdentifier: "public.plain-text")
            attachment.name = archive.name
            add(attachment)
        #endif
    }
}
