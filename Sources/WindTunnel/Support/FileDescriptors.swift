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
