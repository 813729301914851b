/// What a test library is told of a recording; a test's say comes before its suite's.
package struct ScopeRecording: Sendable {
    var name: String?
    var rules: [ReplayRule]
    var order: ReplayOrder?
    var timing: ReplayTiming?
    var supplied: [String: String]
    var mode: RecordingMode?
    var redaction: HAR.Redaction?
    var upstream: RecordingUpstream?
    var expiry: RecordingExpiry?
    var place: RecordingPlace?
    /// The time by which recordings expire.
    package var now: @Sendable () -> Date = { Date() }

    package init(
        _ name: String?, matching rules: [ReplayRule] = [], order: ReplayOrder? = nil, timing: ReplayTiming? = nil,
        supplying supplied: [String: String] = [:], mode: RecordingMode? = nil,
        redacting redaction: HAR.Redaction? = nil,
        upstream: RecordingUpstream? = nil, expires expiry: RecordingExpiry? = nil, in place: RecordingPlace? = nil
    ) {
        self.name = name
        self.rules = rules
        self.order = order
        self.timing = timing
        self.supplied = supplied
        self.mode = mode
        self.redaction = redaction
        self.upstream = upstream
        self.expiry = expiry
        self.place = place
    }

    /// What an inner place says, and what it leaves open from the outer one.
    package func inheriting(_ outer: ScopeRecording) -> ScopeRecording {
        var merged = self
        merged.name = name ?? outer.name
        if rules.isEmpty { merged.rules = outer.rules }
        merged.order = order ?? outer.order
        merged.timing = timing ?? outer.timing
        merged.supplied = outer.supplied.merging(supplied) { $1 }
        merged.mode = mode ?? outer.mode
        merged.redaction = redaction ?? outer.redaction
        merged.upstream = upstream ?? outer.upstream
        merged.expiry = expiry ?? outer.expiry
        merged.place = place ?? outer.place
        return merged
    }

    fileprivate var options: ReplayOptions {
        ReplayOptions(
            rules: ReplayRules(rules), order: order ?? .inOrder, timing: timing ?? .instant, supplied: supplied,
            redaction: redaction ?? .standard)
    }

    /// Best place first.
    fileprivate func files(of test: RecordedTest) -> [URL] {
        (place ?? .besideTheTest).files(name ?? test.name, besides: test.source)
    }

    /// The file that the test would record to; nil when it would not. Tests that record to one file take turns.
    package func recordedFile(of test: RecordedTest) -> URL? {
        guard let mode = try? RecordingMode.chosen(mode), mode.records else { return nil }
        let files = files(of: test)
        return mode == .missing && files.contains(where: \.isThere) ? nil : files.first
    }
}

/// Recordings that this process has made: who comes later adds to them, and does not begin anew.
private let madeHere = Locked<Set<String>>([])

extension MockServer {
    /// Lets the recording of a test answer behind the stubs.
    ///
    /// - Throws: ``RecordingError`` when there is none, or none can be made.
    package func begin(_ recording: ScopeRecording, for test: RecordedTest, _ location: Stub.Location) throws {
        var mode = try RecordingMode.chosen(recording.mode)
        let files = recording.files(of: test)
        if let other = files[0].namesake { throw RecordingError(files[0], isAlso: other) }
        let found = files.first(where: \.isThere)
        if mode != .new, mode.records, let path = found?.path, madeHere.withLock({ $0.contains(path) }) { mode = .new }
        if !mode.records, found == nil { throw RecordingError(missing: files, test.command(.missing)) }
        let file = mode.records && !(mode == .missing && found != nil) ? files[0] : found ?? files[0]
        if mode.records, file == files[0], let home = recording.place.home(of: test.source) {
            guard home.isWritableFolder else { throw RecordingError(noPlaceFor: file, in: home) }
        }
        try use(file, recording.options, mode, recording.upstream ?? .network, location)
        let command = test.command(.all)
        let replay = core.state.withLock { state in
            state.watch.recordingCommand = command
            return state.tape?.replay
        }
        let expired = replay.flatMap { recording.expiry?.issue(of: $0, now: recording.now(), command: command) }
        if let expired { core.note(expired) }
    }
}

extension ServerCore {
    fileprivate func note(_ issue: ScopeIssue) { state.withLock { $0.watch.recordingIssues.append(issue) } }

    /// Writes the recording of a test that ran to its end: of half a test nobody could replay the rest.
    func endScopeRecording(isComplete: Bool) {
        guard let recorder = state.withLock({ $0.tape?.recorder }) else { return }
        do {
            if isComplete {
                try recorder.finish()
                madeHere.withLock { _ = $0.insert(recorder.url.path) }
            } else if recorder.discard() {
                var issue = ScopeIssue(
                    RecordingError(
                        "The recording \(recorder.url.lastPathComponent) was not written: the test has ended early."))
                issue.isWarning = true
                note(issue)
            }
        } catch {
            note(ScopeIssue(.recording, "\(error)"))
        }
    }
}

extension MockServer {
    /// Whether a scope is to compare the recording with the network at its end.
    package var verifiesRecording: Bool { core.state.withLock { $0.tape?.mode } == .verify }

    /// Compares the recording with the network where the mode says so; what is found is told at the end of the scope.
    package func verifyScopeRecording() async {
        guard verifiesRecording, let drift = await core.drift() else { return }
        let command = core.state.withLock { $0.watch.recordingCommand }
        guard let report = drift.report(command: command) else { return }
        var issue = ScopeIssue(RecordingError(report))
        issue.isWarning = drift.differences.isEmpty
        core.note(issue)
    }

    /// Sends the requests of the recording that were used to the network, and compares the shapes of the answers.
    ///
    /// A shape is status, content type, and JSON by its members and the kinds of its values. The file is not touched.
    ///
    /// ```swift
    /// let server = try MockServer(replaying: harURL, mode: .verify)
    /// try await server.verifyRecording()
    /// ```
    ///
    /// Requests whose secrets were taken out are not sent unless `supplying:` has given them. With `.replaying` and
    /// `WINDTUNNEL_RECORD=verify` each test does this at its end.
    ///
    /// - Throws: ``RecordingError`` with one line for each difference.
    public func verifyRecording() async throws {
        guard let drift = await core.drift(), !drift.differences.isEmpty,
            let report = drift.report(command: core.state.withLock { $0.watch.recordingCommand })
        else { return }
        throw RecordingError(report)
    }
}

extension RecordingPlace? {
    fileprivate func home(of source: URL) -> URL? { (self ?? .besideTheTest).home(of: source) }
}

extension URL {
    fileprivate var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    /// A file beside this one whose name differs in case alone.
    fileprivate var namesake: String? {
        let names = try? FileManager.default.contentsOfDirectory(atPath: deletingLastPathComponent().path)
        return names?.first { $0 != lastPathComponent && $0.lowercased() == lastPathComponent.lowercased() }
    }

    fileprivate var isWritableFolder: Bool {
        let recordings = appendingPathComponent(RecordingPlace.folderName)
        let folder = recordings.isThere ? recordings : self
        return folder.isThere && FileManager.default.isWritableFile(atPath: folder.path)
    }
}

extension RecordingError {
    fileprivate init(_ file: URL, isAlso other: String) {
        self.init(
            """
            The recordings \(file.lastPathComponent) and \(other) differ in case alone, and are one file on the disks of most computers. \
            Give one of them another name, as in .replaying("another").
            """)
    }

    fileprivate init(missing files: [URL], _ command: String) {
        let places = files.map { "\n    \($0.path)" }.joined()
        self.init(
            """
            There is no recording \(files[0].lastPathComponent). To make it, run:

                \(command)

            It was looked for here:
            \(places)
            """)
    }

    fileprivate init(noPlaceFor file: URL, in home: URL) {
        self.init(
            """
            The recording \(file.lastPathComponent) cannot be made: the folder \(home.path) is not there, or cannot be written. A test \
            that runs on a device is away from its sources: record it on the computer that has them, and let the device replay \
            it from a bundle, by in: .bundle(.module).
            """)
    }
}
