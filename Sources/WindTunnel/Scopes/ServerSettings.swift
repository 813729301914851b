/// What a server is made from, as far as something was said; a test's say comes before its suite's.
package struct ServerSettings: Sendable {
    fileprivate var origin: String?
    fileprivate var originPlace: Stub.Location
    fileprivate var clock: ServerClock?
    fileprivate var states: [String: String]
    fileprivate var unhandled: UnhandledRequestPolicy?
    /// Of servers without a scope alone: the end of a scope looks at all that came.
    package var journal = MockServer.JournalLimit.unlimited

    private init(
        _ origin: String?, _ clock: ServerClock?, _ states: [String: String], _ unhandled: UnhandledRequestPolicy?,
        _ place: Stub.Location
    ) {
        self.origin = origin
        originPlace = place
        self.clock = clock
        self.states = states
        self.unhandled = unhandled
    }

    package init(
        origin: String?, clock: MockServer.TimeSource?, states: [String: String], unhandled: UnhandledRequestPolicy?,
        place: Stub.Location
    ) {
        self.init(origin, clock?.clock, states, unhandled, place)
    }

    package init(
        origin: String?, clock: some Clock<Duration>, states: [String: String], unhandled: UnhandledRequestPolicy?,
        place: Stub.Location
    ) {
        self.init(origin, ServerClock(clock), states, unhandled, place)
    }

    /// What an inner place says, and what it leaves open from the outer one.
    package func inheriting(_ outer: ServerSettings) -> ServerSettings {
        var merged = self
        if origin == nil { (merged.origin, merged.originPlace) = (outer.origin, outer.originPlace) }
        merged.clock = clock ?? outer.clock
        merged.states = outer.states.merging(states) { $1 }
        merged.unhandled = unhandled ?? outer.unhandled
        return merged
    }
}

extension MockServer {
    /// A server without stubs that a scope looks after.
    ///
    /// - Parameter name: What the server is called in sentences: `the MockServer of showsProfile()`.
    package convenience init(scoped settings: ServerSettings, name: String, checks: Checks, place: Stub.Location) {
        self.init(settings, place, [], name, Watch(checks: checks, isScoped: true, place: place))
    }

    /// A server that a test library looks at when it is dropped or closed.
    package convenience init(watched settings: ServerSettings, place: Stub.Location, stubs: [Stub]) {
        self.init(settings, place, stubs, nil, Watch(isUntraited: true, place: place))
    }

    private convenience init(
        _ settings: ServerSettings, _ place: Stub.Location, _ stubs: [Stub], _ name: String?, _ watch: Watch
    ) {
        self.init(
            settings.origin, settings.clock ?? .system, settings.states, settings.unhandled ?? .fail, settings.journal,
            settings.origin == nil ? place : settings.originPlace, stubs, name: name, watch: watch)
    }

    /// A server that refuses every request with a sentence, and takes no stubs.
    package static func inert(because reason: String) -> MockServer {
        let place = Stub.Location(#fileID, #filePath, #line, #column)
        let server = MockServer(nil, .system, [:], .fail, .unlimited, place, [], refusal: reason)
        server.close()
        return server
    }
}
