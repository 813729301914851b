public import Testing

extension Trait where Self == MockServerTrait {
    /// A recording that answers what no stub answers: `__Recordings__/profile.har` beside the test file.
    ///
    /// ```swift
    /// @Test(.replaying("profile", matching: .method, .path, .query(ignoring: ["ts"])))
    /// func showsTheProfile() async throws {
    ///     let url = URL(string: "https://api.example.com/users/42?ts=1764510000")!
    ///     let (data, _) = try await MockServer.current.session.data(from: url)
    ///     #expect(data == Data(#"{"id":42,"name":"Ann"}"#.utf8))
    /// }
    /// ```
    ///
    /// It is a server's trait like `.mockServer`, and
    /// both may stand on one test: stubs win. What a test's trait leaves open comes from its suite's. Without a name
    /// the recording is called after suite, test and arguments, so that each case has its own; arguments that describe
    /// themselves differently from run to run need a name, by `withMockServer(replaying:…)`.
    ///
    /// `WINDTUNNEL_RECORD` says for a whole run what becomes of recordings, see `RecordingMode`: unless it says
    /// something they answer, and a test without one fails with the command that makes it. One that is made is written
    /// when the test has run to its end, and not when it threw. Tests that record to one file do so in turn, and add to
    /// it.
    ///
    /// - Parameters:
    ///   - name: What the recording is called, without `.har`; it may begin with folders.
    ///   - rules: What must be as it was recorded; method, URL and body unless something was said.
    ///   - order: Which of several equal requests answers; in order unless something was said.
    ///   - timing: How long answers take; no time unless something was said.
    ///   - values: What answers have in the place of placeholders, by placeholder:
    ///     `["<redacted:access_token:1>": token]`.
    ///   - mode: What becomes of the file, whatever the environment says.
    ///   - redaction: What is taken out of a recording that is made.
    ///   - upstream: Where requests go that are recorded or verified.
    ///   - expiry: When a recording is too old; never unless something was said.
    ///   - recordings: Where it is; beside the test file unless something was said.
    ///   - fileID: Where the trait stands, with its module; reports name it.
    ///   - filePath: The file in which the trait stands.
    ///   - line: The line of the trait.
    ///   - column: The column of the trait.
    public static func replaying(
        _ name: String? = nil, matching rules: ReplayRule..., order: ReplayOrder? = nil, timing: ReplayTiming? = nil,
        supplying values: [String: String] = [:], mode: RecordingMode? = nil, redacting redaction: HAR.Redaction? = nil,
        upstream: RecordingUpstream? = nil, expires expiry: RecordingExpiry? = nil,
        in recordings: RecordingPlace? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> MockServerTrait {
        let place = Stub.Location(fileID, filePath, line, column)
        let settings = ServerSettings(
            origin: nil, clock: MockServer.TimeSource?.none, states: [:], unhandled: nil, place: place)
        let recording = ScopeRecording(
            name, matching: rules, order: order, timing: timing, supplying: values, mode: mode, redacting: redaction,
            upstream: upstream, expires: expiry, in: recordings)
        return MockServerTrait(
            settings: settings, sharedSession: nil, checks: nil, place: place, stubs: { [] }, recording: recording)
    }
}
