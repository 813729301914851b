/// A server without a network: stubs for a `URLSession`, and a journal of what came.
///
/// ```swift
/// let server = MockServer("https://api.example.com") {
///     Stub(.get("/users/{id}")) { request in
///         .json(["id": 42, "name": "Ann"])
///     }
/// }
/// let (data, _) = try await server.session.data(from: URL(string: "https://api.example.com/users/42")!)
/// ```
///
/// Every server is alone: whatever runs in parallel, its sessions reach its stubs and nothing else, and no request of
/// them reaches the network unless a stub or the policy says so.
public final class MockServer: Sendable {
    let core: ServerCore
    private let ways: Locked<Ways>

    /// How requests come to the server; made when asked for.
    private struct Ways {
        var session: URLSession?
        var sessionLane: LaneClass?
        var configurationLane: LaneClass?
    }

    /// A server.
    ///
    /// - Parameters:
    ///   - origin: What relative patterns are resolved against: scheme, host, port and perhaps a path that precedes
    ///     every pattern. Without it, relative patterns match any host.
    ///   - clock: What delays, throttling and time-outs are measured by.
    ///   - states: The states in which scenarios begin; `"start"` for all others.
    ///   - unhandled: What happens to a request that no stub answers.
    ///   - journal: How much of what came is kept.
    ///   - fileID: Where the call stands, with its module; reports name it.
    ///   - filePath: The file in which the call stands.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - stubs: The stubs; the first that matches answers.
    @_disfavoredOverload  // the test libraries have one of their own, with the same words
    public convenience init(
        _ origin: String? = nil, clock: TimeSource = .system, states: [String: String] = [:],
        unhandled: UnhandledRequestPolicy = .fail, journal: JournalLimit = .unlimited, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () -> [Stub] = { [] }
    ) {
        let location = Stub.Location(fileID, filePath, line, column)
        self.init(origin, clock.clock, states, unhandled, journal, location, stubs())
    }

    /// A server on a clock of yours, most often a ``ManualClock``; see the other initialiser.
    @_disfavoredOverload
    public convenience init<C: Clock>(
        _ origin: String? = nil, clock: C, states: [String: String] = [:],
        unhandled: UnhandledRequestPolicy = .fail, journal: JournalLimit = .unlimited, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: () -> [Stub] = { [] }
    ) where C.Duration == Duration {
        let location = Stub.Location(fileID, filePath, line, column)
        self.init(origin, ServerClock(clock), states, unhandled, journal, location, stubs())
    }

    /// - Parameters:
    ///   - name: What the server is called in sentences.
    ///   - watch: What a test library wants to know; nil when none looks.
    ///   - refusal: Why a closed server refuses, if not because it is closed.
    init(
        _ origin: String?, _ clock: ServerClock, _ states: [String: String], _ unhandled: UnhandledRequestPolicy,
        _ journal: JournalLimit, _ location: Stub.Location, _ stubs: [Stub], name: String? = nil, watch: Watch? = nil,
        refusal: String? = nil
    ) {
        let (resolved, fault) = Self.resolve(origin, location)
        core = ServerCore(
            origin: resolved, name: name ?? "the MockServer of \(location)", clock: clock, policy: unhandled,
            states: states, refusal: refusal, journalLimit: journal.limit)
        ways = Locked(Ways())
        // Before the stubs: their faults are told at once.
        if let watch { core.state.withLock { $0.watch = watch } }
        if let fault {
            // Without its origin a relative pattern would match any host; it must match nothing.
            core.addFault(fault)
        } else {
            core.add(stubs)
        }
        for fault in unhandled.faults { core.addFault(StubFault(message: "unhandled: \(fault)", location: location)) }
        LiveServers.shared.add(core)
        SharedSession.prepare()
    }

    private static func resolve(_ text: String?, _ location: Stub.Location) -> (origin: Origin?, fault: StubFault?) {
        switch text.map(Origin.parse) {
        case nil: (nil, nil)
        case .success(let origin)?: (origin, nil)
        case .failure(let failure)?: (nil, StubFault(message: failure.message, location: location))
        }
    }

    deinit {
        LiveServers.shared.remove(core)
        core.endUntraited()
        core.dropJournal()
        core.endListening()
        core.endRecording()
        // A session that somebody still holds goes on being answered; its lane is swept when it has gone.
        let lane = ways.withLock { ways in
            ways.session = nil
            return ways.sessionLane
        }
        if let lane { LaneRegistry.shared.sweep(lane) }
    }

    // MARK: Ways in

    /// An ephemeral session that can reach nothing but this server; always the same one.
    ///
    /// It has no cache, and its delegate queue is a serial one that ignores `isSuspended`.
    public var session: URLSession {
        ways.withLock { ways in
            if let session = ways.session { return session }
            let (session, lane) = SessionFactory.makeSession(for: core)
            // The session that stands in when descriptors are short is nobody's; the next caller may have more luck.
            if let lane { (ways.session, ways.sessionLane) = (session, lane) }
            return session
        }
    }

    /// The answer to one request, for clients that do not use `URLSession`: an adapter of theirs hands its requests on.
    ///
    /// ```swift
    /// let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
    /// let (body, response) = try await server.respond(to: URLRequest(url: URL(string: "https://api.example.com/a")!))
    /// ```
    ///
    /// It goes the way of ``session``: redirects are followed, cookies kept.
    ///
    /// - Throws: What a load would fail with, most often a `URLError`.
    public func respond(to request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (body, response)
    }

    /// A fresh ephemeral configuration whose sessions reach nothing but this server.
    public func configuration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [configurationClass]
        return configuration
    }

    /// Lets sessions that are made from a configuration reach this server: its class comes first in `protocolClasses`,
    /// the others stay behind it.
    ///
    /// A session takes its configuration when it is made, so this comes before. Background sessions never ask a
    /// protocol class: their configuration is a fault.
    public func intercept(
        _ configuration: URLSessionConfiguration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        if configuration.identifier != nil {
            let message = "a background session cannot be intercepted: its requests are made by another process"
            core.addFault(StubFault(message: message, location: Stub.Location(fileID, filePath, line, column)))
        }
        let others = (configuration.protocolClasses ?? []).filter { !LaneRegistry.shared.isLane($0) }
        configuration.protocolClasses = [configurationClass] + others
        // With a cache a request takes three times as long on Linux, and mocks could survive in it.
        configuration.urlCache = nil
    }

    /// One class for all configurations of the server; what was made from them cannot be watched.
    private var configurationClass: AnyClass {
        ways.withLock { ways in
            if let lane = ways.configurationLane { return lane.type }
            let lane = LaneRegistry.shared.take(for: core)
            ways.configurationLane = lane
            return lane.type
        }
    }

    /// Ends the server: requests under way fail, and whatever comes later is refused by name.
    ///
    /// The journal can still be read.
    public func close() {
        core.noteUnusedStubs()
        core.close()
        core.endUntraited()
    }
}

extension MockServer: CustomStringConvertible {
    /// `MockServer("https://api.example.com"), 3 stubs, 2 requests`
    public var description: String {
        let origin = core.origin.map { "(\(SourceText.literal($0.text)))" } ?? ""
        return "MockServer\(origin), \(core.mountedStubs.count) stubs, \(requests.count) requests"
    }
}

// MARK: Reporting

extension MockServer {
    private static let reporter = Locked<(@Sendable (StubFault) -> Void)?>(nil)

    /// What gets every fault of a stub as soon as the stub is added; nil tells nobody.
    ///
    /// It is called whatever test library is there, also for warnings of recordings where a test framework has none.
    ///
    /// It is for frameworks of your own: `WindTunnelTesting` and `WindTunnelXCTest` hear of the servers that are made
    /// where they are imported without it, and record a fault in the test at the stub's line.
    public static var issueReporter: (@Sendable (StubFault) -> Void)? {
        get { reporter.withLock { $0 } }
        set { reporter.withLock { $0 = newValue } }
    }

    static func report(_ fault: StubFault) { issueReporter?(fault) }

    /// Where a test framework has no warnings.
    package static func warn(_ issue: ScopeIssue, at place: Stub.Location) {
        report(StubFault(message: issue.message, location: issue.location ?? place))
    }
}
