/// Makes the sessions of servers.
enum SessionFactory {
    /// A session that reaches one server, and the lane it comes by.
    static func makeSession(for core: ServerCore) -> (session: URLSession, lane: LaneClass?) {
        guard FileDescriptors.areLeft else { return (exhausted, nil) }
        let lane = LaneRegistry.shared.take(for: core)
        let session = makeSession(lane)
        LaneRegistry.shared.release(lane, with: session)
        return (session, lane)
    }

    private static func makeSession(_ lane: LaneClass) -> URLSession {
        let configuration = LaneRegistry.shared.configuration(of: lane)
        defer { LaneRegistry.shared.letGo(configuration) }
        return URLSession(configuration: configuration, delegate: nil, delegateQueue: DirectDelegateQueue())
    }

    /// What servers get when the process has no file descriptors left: the next session would bring the process down,
    /// so this one, made in time, fails every request and says why.
    private static let exhausted: URLSession = {
        let text = """
            no file descriptors are left for another session: on Linux each live URLSession holds two. \
            Let servers go when their tests end, or raise the limit (ulimit -n).
            """
        let error = URLError(.resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: text])
        let core = ServerCore.unread("WindTunnel", .respond(.failure(error)))
        return makeSession(LaneRegistry.shared.take(for: core))
    }()

    /// The spare session must exist before it is needed.
    static func prepareForExhaustion() { _ = exhausted }
}
