@_exported public import WindTunnel

// The initialisers of the core once more, for files that import a test library: the compiler prefers them to the
// core's, and the servers that they make are looked at when a test drops or closes them. So a file that imports the
// core alone is left alone, also in a process where others import a test library.

extension MockServer {
    /// A server; a test that drops or closes it fails when a request came that no stub answers.
    ///
    /// A fault of a stub fails the test at the stub's line. ``checks`` says what is looked for.
    ///
    /// - Parameters:
    ///   - origin: What relative patterns are resolved against: scheme, host, port and perhaps a path that precedes
    ///     every pattern. Without it, relative patterns match any host.
    ///   - clock: What delays, throttling and time-outs are measured by.
    ///   - states: The states in which scenarios begin; `"start"` for all others.
    ///   - unhandled: What happens to a request that no stub answers.
    ///   - journal: How much of what came is kept.
    ///   - stubs: The stubs; the first that matches answers.
    public convenience init(
        _ origin: String? = nil, clock: TimeSource = .system, states: [String: String] = [:],
        unhandled: UnhandledRequestPolicy = .fail, journal: JournalLimit = .unlimited, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () -> [Stub] = { [] }
    ) {
        let place = Stub.Location(fileID, filePath, line, column)
        var settings = ServerSettings(
            origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
        settings.journal = journal
        self.init(watched: settings, place: place, stubs: stubs())
    }

    /// A server on a clock of yours, most often a ``ManualClock``; see the other initialiser.
    public convenience init<C: Clock>(
        _ origin: String? = nil, clock: C, states: [String: String] = [:],
        unhandled: UnhandledRequestPolicy = .fail, journal: JournalLimit = .unlimited, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () -> [Stub] = { [] }
    ) where C.Duration == Duration {
        let place = Stub.Location(fileID, filePath, line, column)
        var settings = ServerSettings(
            origin: origin, clock: clock, states: states, unhandled: unhandled, place: place)
        settings.journal = journal
        self.init(watched: settings, place: place, stubs: stubs())
    }
}
