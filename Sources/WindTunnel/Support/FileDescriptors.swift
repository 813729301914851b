/// The process's file descriptors: the lowest free number tells how many are in use.
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
            return UInt64(probe) + UInt64(reserve) < UInt64(limit.rlim_cur)
        #else
            return true
        #endif
    }
}
