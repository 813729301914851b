extension MockServer {
    /// A server that answers from a recording: an HTTP archive (HAR 1.2) of any browser, proxy or tool, or one of ours.
    ///
    /// ```swift
    /// let server = try MockServer(replaying: harURL, matching: .method, .path)
    /// ```
    ///
    /// Stubs win over the recording. Redirects are followed through its entries, cookies are kept. An entry without a
    /// usable answer is passed over, see ``skippedEntries``; one that failed with an error of the network fails so
    /// again.
    ///
    /// - Parameters:
    ///   - recording: The file.
    ///   - rules: What must be as it was recorded; none means method, URL and body.
    ///   - order: Which of several equal requests answers.
    ///   - timing: How long answers take.
    ///   - values: What answers have in the place of placeholders, by placeholder:
    ///     `["<redacted:access_token:1>": token]`.
    ///   - mode: What becomes of the file; nil for what ``RecordingMode/environment`` says.
    ///   - redaction: What is taken out of a recording that is made.
    ///   - upstream: Where requests go that are recorded.
    ///   - origin: What relative patterns of stubs are resolved against.
    ///   - clock: What recorded times are measured by.
    ///   - states: The states in which scenarios begin.
    ///   - unhandled: What happens to a request that no entry answers.
    ///   - fileID: Where the call stands, with its module; reports name it.
    ///   - filePath: The file in which the call stands.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - stubs: Stubs that win over the recording.
    /// - Throws: ``RecordingError`` when the file is missing or no archive, or somebody else records to it.
    public convenience init(
        replaying recording: URL, matching rules: ReplayRule..., order: ReplayOrder = .inOrder,
        timing: ReplayTiming = .instant, supplying values: [String: String] = [:], mode: RecordingMode? = nil,
        redacting redaction: HAR.Redaction = .standard, upstream: RecordingUpstream = .network, origin: String? = nil,
        clock: TimeSource = .system, states: [String: String] = [:], unhandled: UnhandledRequestPolicy = .fail,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () -> [Stub] = { [] }
    ) throws {
        let location = Stub.Location(fileID, filePath, line, column)
        self.init(origin, clock.clock, states, unhandled, .unlimited, location, stubs())
        let options = ReplayOptions(
            rules: ReplayRules(rules), order: order, timing: timing, supplied: values, redaction: redaction)
        try use(recording, options, mode, upstream, location)
    }

    /// A server that sends what no stub answers to the network, and records it.
    ///
    /// ```swift
    /// let server = try MockServer(recordingTo: harURL, upstream: .network)
    /// ```
    ///
    /// The file is written when the server is closed or goes, or by ``finishRecording()``: as a whole, or not at all.
    /// Secrets are replaced before.
    ///
    /// - Parameters:
    ///   - recording: The file.
    ///   - mode: What becomes of a file that is there; it is made afresh unless something else is said.
    ///   - redaction: What is taken out.
    ///   - upstream: Where requests go.
    ///   - origin: What relative patterns of stubs are resolved against.
    ///   - clock: What delays and time-outs are measured by.
    ///   - states: The states in which scenarios begin.
    ///   - fileID: Where the call stands, with its module; reports name it.
    ///   - filePath: The file in which the call stands.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - stubs: Stubs that win over the network.
    /// - Throws: ``RecordingError`` when somebody else records to the file.
    public convenience init(
        recordingTo recording: URL, mode: RecordingMode = .all, redacting redaction: HAR.Redaction = .standard,
        upstream: RecordingUpstream = .network, origin: String? = nil, clock: TimeSource = .system,
        states: [String: String] = [:], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () -> [Stub] = { [] }
    ) throws {
        let location = Stub.Location(fileID, filePath, line, column)
        self.init(origin, clock.clock, states, .fail, .unlimited, location, stubs())
        try use(recording, ReplayOptions(redaction: redaction), mode, upstream, location)
    }

    /// Lets a recording answer behind the stubs.
    func use(
        _ recording: URL, _ options: ReplayOptions, _ mode: RecordingMode?, _ upstream: RecordingUpstream,
        _ location: Stub.Location
    ) throws {
        for fault in options.rules.faults + options.supplyFaults {
            core.addFault(StubFault(message: fault, location: location))
        }
        let tape = try Tape(recording, RecordingMode.chosen(mode), options, upstream: upstream)
        core.state.withLock { $0.tape = tape }
    }

    /// Writes the recording that is being made; what comes later is not recorded.
    ///
    /// - Throws: ``RecordingError`` when it cannot be written. What was there before is there still.
    public func finishRecording() throws { try core.finishRecording() }

    /// Entries of the recording that answer nothing.
    public var skippedEntries: [SkippedEntry] {
        (core.state.withLock { $0.tape?.replay }?.skipped ?? []).map {
            SkippedEntry(index: $0.entry, reason: $0.reason)
        }
    }

    /// An entry of a recording that answers nothing.
    public struct SkippedEntry: Sendable, Equatable, CustomStringConvertible {
        /// The place of the entry in its file, from 0.
        public let index: Int
        /// The reason in a few words: `no response (status 0)`.
        public let reason: String

        /// `entry 3: no response (status 0)`, counted from 1 as in reports.
        public var description: String { "entry \(index + 1): \(reason)" }
    }
}

extension ServerCore {
    func finishRecording() throws { try state.withLock { $0.tape?.recorder }?.finish() }

    /// At the end of a server, where nobody can be thrown at.
    func endRecording() {
        // Who was told that it cannot be written is not told again.
        if state.withLock({ $0.tape?.recorder })?.hasFailed == true { return }
        do {
            try finishRecording()
        } catch {
            addFault(StubFault(message: "\(error)", location: Stub.Location(#fileID, #filePath, #line, #column)))
        }
    }
}
