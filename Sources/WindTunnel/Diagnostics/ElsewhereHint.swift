/// Stubs that would have answered, if they were where the request came.
enum ElsewhereHint {
    /// A stub that was taken out of the server.
    static func removed(_ view: ServerCore.View, _ context: MatchContext) -> String? {
        let removed = view.removed.last { stub in
            stub.matchers.allSatisfy { $0.check.mismatch(context) == nil }
        }
        return removed.map { stub in
            "A stub that was removed from the server would answer it:\n\n"
                + ReportText.place(stub.description, stub.place)
        }
    }

    /// A stub of another server that the same test has made.
    static func otherServer(_ core: ServerCore, _ request: MockRequest) -> String? {
        for other in LiveServers.shared.siblings(of: core) {
            let context = MatchContext(request, origin: other.origin)
            let stub = other.view.stubs.first { mount in
                !mount.runsUserCode && !mount.isFaulty && mount.check.mismatch(context) == nil
            }
            guard let stub else { continue }
            return "A stub of another server would answer it, but the request came by a session of \(core.name):\n\n"
                + [ReportText.place("\(stub.stub)", stub.place), ReportText.line("server", other.name)]
                .joined(separator: "\n")
        }
        return nil
    }
}

/// What is left of a removed stub: enough to say that it would have answered.
struct RemovedStub: Sendable {
    let matchers: [RequestMatcher]
    let name: String?
    let place: String

    var description: String { Stub.source(matchers, name: name) }
}
