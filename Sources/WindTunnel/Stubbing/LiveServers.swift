/// The servers that live, by the task or thread that made them: those of one test know of each other.
final class LiveServers: Sendable {
    static let shared = LiveServers()
    private let servers = Locked<[Int: [Weak]]>([:])

    private struct Weak {
        weak var core: ServerCore?
    }

    /// The task that runs now, else the thread.
    static var maker: Int {
        withUnsafeCurrentTask { task in task?.hashValue } ?? ObjectIdentifier(Thread.current).hashValue
    }

    func add(_ core: ServerCore) {
        servers.withLock { $0[core.maker, default: []].append(Weak(core: core)) }
    }

    func remove(_ core: ServerCore) {
        servers.withLock { servers in
            servers[core.maker]?.removeAll { $0.core == nil || $0.core === core }
            if servers[core.maker]?.isEmpty == true { servers[core.maker] = nil }
        }
    }

    /// In the order in which they were made.
    func siblings(of core: ServerCore) -> [ServerCore] {
        servers.withLock { $0[core.maker]?.compactMap(\.core) ?? [] }.filter { $0 !== core && !$0.isClosed }
    }
}
