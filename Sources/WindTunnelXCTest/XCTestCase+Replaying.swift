public import XCTest

extension XCTestCase {
    /// A mock server for the running test that answers from a recording what no stub answers:
    /// `__Recordings__/profile.har` beside the test file.
    ///
    /// ```swift
    /// final class GreetingTests: XCTestCase {
    ///     func testGreets() async throws {
    ///         let server = try mockServer(replaying: "greeting", in: .folder(URL(fileURLWithPath: "Recordings")))
    ///         _ = try await server.session.data(from: URL(string: "https://api.example.com/hello")!)
    ///     }
    /// }
    /// ```
    ///
    /// The checks in the tear-down are those of a server without a recording. A recording that is made, because
    /// `WINDTUNNEL_RECORD` says so, is written there, unless the test has failed.
    ///
    /// - Parameters:
    ///   - recording: What the recording is called, without `.har`; nil for the names of class and test.
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
    ///   - stubs: Stubs that win over the recording.
    /// - Throws: `RecordingError` when there is no recording, or none can be made.
    public func mockServer(
        replaying recording: String?, matching rules: ReplayRule..., order: ReplayOrder = .inOrder,
        timing: ReplayTiming = .instant, supplying values: [String: String] = [:], mode: RecordingMode? = nil,
        redacting redaction: HAR.Redaction = .standard, upstream: RecordingUpstream = .network,
        expires expiry: RecordingExpiry? = nil, in recordings: RecordingPlace = .besideTheTest, origin: String? = nil,
        sharedSession: Bool = false, clock: MockServer.TimeSource = .system, states: [String: String] = [:],
        unhandled: UnhandledRequestPolicy = .fail, checks: MockServer.Checks = .all, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () throws -> [Stub] = { [] }
    ) throws -> MockServer {
        let place = Stub.Location(fileID, filePath, line, column)
        let settings = ServerSettings(origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
        let stubs = try stubs()
        let scoped = ScopeRecording(
            recording, matching: rules, order: order, timing: timing, supplying: values, mode: mode,
            redacting: redaction, upstream: upstream, expires: expiry, in: recordings)
        let server = makeServer(settings, checks, place)
        do {
            try server.begin(scoped, for: RecordedTest(filePath: place.filePath, path: path), place)
        } catch {
            server.close()
            throw error
        }
        server.add { stubs }
        endAtTearDown(server, place, sharedSession)
        return server
    }

    /// Class and method: of `-[Module.GreetingTests testGreets]` on Apple platforms, of `GreetingTests.testGreets` on
    /// Linux.
    private var path: [String] {
        let words = name.split { "-[ ].".contains($0) }
        return words.suffix(2).map(String.init)
    }
}
