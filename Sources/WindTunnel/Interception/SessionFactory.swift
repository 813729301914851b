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

    /// What servers get when the process has no file descriptors left: the next session would bring the process down, so
    /// this one, made in time, fails every request and says why.
    private static let exhausted: URLSession = {
        let text = """
            no file descriptors are left for another session: on Linux each live URLSession holds two. \
            Let servers go when their tests end, or raise the limit (ulimit -n).
            """
        let core = ServerCore(
            origin: nil, name: "WindTunnel", clock: .system,
            policy: .respond(.failure(URLError(.resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: text]))),
            states: [:])
        core.dropJournal()
        return makeSession(LaneRegistry.shared.take(for: core))
    }()

    /// The spare session must exist before it is needed.
    static func prepareForExhaustion() { _ = exhausted }
}

/// The process's file descriptors. The next one gets the lowest number that is free, and none above the limit.
enum FileDescriptors {
    /// Descriptors that stay free for everybody else.
    private static let reserve = 48

    static var areLeft: Bool {
        #if canImport(FoundationNetworking)
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
            let probe = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard probe >= 0 else { return false }
            close(probe)
            if UInt64(probe) > UInt64(limit.rlim_cur) / 2 { SessionFactory.prepareForExhaustion() }
            return hasFree(reserve + 1, from: probe, below: Int32(clamping: limit.rlim_cur))
        #else
            return true
        #endif
    }

    /// Numbers that are in use stand anywhere: a process may have been started with some.
    private static func hasFree(_ count: Int, from first: Int32, below limit: Int32) -> Bool {
        var free = 0
        for number in first..<max(first, limit) where fcntl(number, F_GETFD) < 0 {
            free += 1
            if free == count { return true }
        }
        return false
    }
}
