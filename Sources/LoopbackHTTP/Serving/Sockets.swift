#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a call on a socket came to.
enum SocketResult: Equatable {
    case done(Int)
    /// Not now; try again when the socket is ready.
    case wouldBlock
    /// The system has no descriptor or memory left.
    case exhausted
    case failed(code: Int32)
}

/// A socket could not be made.
package struct SocketError: Error, CustomStringConvertible, Sendable {
    /// What was tried.
    package let operation: String
    /// The number of the system's error.
    package let code: Int32

    /// What was tried and what the system says.
    package var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

/// The calls of the system, and all that differs between systems.
enum Sockets {
    /// A socket that listens, its port, and whether its address is one of the loopback interface.
    static func listen(
        host: String, port: Int, backlog: Int
    ) throws(SocketError) -> (descriptor: Int32, port: Int, isOnLoopback: Bool) {
        guard (0...65_535).contains(port) else { throw SocketError(operation: "listen on port \(port)", code: EINVAL) }
        let list = try addresses(of: host, port: port)
        defer { freeaddrinfo(list) }
        let descriptor = socket(list.pointee.ai_family, streamType, 0)
        guard descriptor >= 0 else { throw SocketError(operation: "make a socket", code: errno) }
        do throws(SocketError) {
            set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            prepare(descriptor)
            guard bind(descriptor, list.pointee.ai_addr, list.pointee.ai_addrlen) == 0 else {
                throw SocketError(operation: "bind to \(host):\(port)", code: errno)
            }
            guard systemListen(descriptor, Int32(clamping: backlog)) == 0 else {
                throw SocketError(operation: "listen on \(host):\(port)", code: errno)
            }
            let (port, isOnLoopback) = try localAddress(descriptor)
            return (descriptor, port, isOnLoopback)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// One address or more, to be freed by the caller.
    private static func addresses(of host: String, port: Int) throws(SocketError) -> UnsafeMutablePointer<addrinfo> {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_socktype = streamType
        var found: UnsafeMutablePointer<addrinfo>?
        // A name with two addresses would be two sockets; the loopback's own name means the one everybody has.
        let numeric = host == "localhost" ? "127.0.0.1" : host
        guard getaddrinfo(numeric, String(port), &hints, &found) == 0, let list = found else {
            throw SocketError(operation: "look up \(host)", code: EADDRNOTAVAIL)
        }
        return list
    }

    /// The system has no thread left.
    static let noThread = SocketError(operation: "start a thread", code: EAGAIN)

    /// The next connection, ready for use; `done` has its descriptor.
    static func accept(_ listener: Int32) -> SocketResult {
        while true {
            let descriptor = systemAccept(listener, nil, nil)
            if descriptor >= 0 {
                prepare(descriptor)
                set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
                return .done(Int(descriptor))
            }
            switch errno {
            // The client gave up while it waited; another one may wait behind it.
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .failed(code: errno)
            }
        }
    }

    /// Reads what is there; `done(0)` is the end.
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> SocketResult {
        result { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    /// Writes as much as fits. A connection that has ended is a result, never a signal.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> SocketResult {
        result { systemSend(descriptor, bytes.baseAddress, bytes.count, sendFlags) }
    }

    /// The event of `poll` that the peer will write no more; it comes even while bytes wait.
    static var pollEnd: Int32 {
        #if canImport(Darwin)
            Int32(POLLHUP)
        #else
            0x2000  // POLLRDHUP, which is seen with _GNU_SOURCE only
        #endif
    }

    /// No more will be written; what was written still arrives.
    static func endWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// The peer shall see a reset when the descriptor is closed, and not an end.
    static func resetOnClose(_ descriptor: Int32) {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    /// A pipe whose ends never block, by which a thread that waits is woken; -1 twice when the system has none left.
    static func makePipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return (-1, -1) }
        ends.forEach(prepare)
        return (ends[0], ends[1])
    }

    static func poke(_ descriptor: Int32) {
        var byte: UInt8 = 1
        // A full pipe wakes as well.
        _ = write(descriptor, &byte, 1)
    }

    static func drain(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }

    private static func result(_ call: () -> Int) -> SocketResult {
        while true {
            let count = call()
            if count >= 0 { return .done(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            default: return .failed(code: errno)
            }
        }
    }

    /// Never blocks, is not inherited by child processes, sends no signal.
    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            // A pipe has no such option, and says so.
            set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
        #endif
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func localAddress(_ descriptor: Int32) throws(SocketError) -> (port: Int, isOnLoopback: Bool) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard status == 0 else { throw SocketError(operation: "ask for the address", code: errno) }
        let isOldFamily = Int32(storage.ss_family) == AF_INET
        return withUnsafeBytes(of: storage) { bytes in
            // The port stands at the same place for both families.
            (Int(bytes[2]) << 8 | Int(bytes[3]), isOldFamily ? bytes[4] == 127 : isLoopback(bytes[8..<24]))
        }
    }

    /// `::1`, or `127.…` written as an address of IPv6.
    private static func isLoopback(_ address: Slice<UnsafeRawBufferPointer>) -> Bool {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127]
        return address.starts(with: mapped) || address.elementsEqual([UInt8](repeating: 0, count: 15) + [1])
    }

    #if canImport(Darwin)
        private static let streamType = SOCK_STREAM
        private static let sendFlags: Int32 = 0
    #elseif canImport(Musl)
        private static let streamType = Int32(SOCK_STREAM)
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #else
        private static let streamType = Int32(SOCK_STREAM.rawValue)
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
}

// The functions of the C library by names that the functions above do not hide.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
private func systemAccept(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(descriptor, address, length) }
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
