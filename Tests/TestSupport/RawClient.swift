import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A client that sends what it is told and no more. Reading gives up after two minutes.
public final class RawClient: Sendable {
    private let descriptor: Int32

    /// Connects to a port of the loopback interface.
    ///
    /// - Parameter receiveBuffer: How many bytes the system may hold for it; 0 for the usual number.
    public init(_ port: Int, receiveBuffer: Int32 = 0) {
        descriptor = socket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var size = receiveBuffer
        if size > 0 { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
        let descriptor = descriptor
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        precondition(status == 0, "no connection")
    }

    deinit { close(descriptor) }

    /// Sends all of it, unless the server has left.
    public func write(_ text: String) { write(Array(text.utf8)) }

    /// Sends all of it, unless the server has left.
    public func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends until the server has taken nothing for three seconds, or has left, and says how much it took.
    public func writeUntilHeldUp(_ bytes: [UInt8]) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var limit = timeval(tv_sec: 3, tv_usec: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
                    guard count > 0 else { break }
                    rest = rest.dropFirst(count)
                }
                continuation.resume(returning: bytes.count - rest.count)
            }
        }
    }

    /// Everything until the end, or until the text ends so.
    public func read(until end: String? = nil) async -> String {
        String(decoding: await bytes(until: end.map { Array($0.utf8) }).bytes, as: UTF8.self)
    }

    /// Bytes until the end of the connection, or until they end so for the first time; and how the connection ended if it
    /// did. What comes behind such an end stays for the next read.
    public func bytes(until end: [UInt8]? = nil, count wanted: Int = .max) async -> (bytes: [UInt8], error: Int32) {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 65_536)
                var error: Int32 = 0
                while end.map({ !bytes.suffix($0.count).elementsEqual($0) }) ?? true, bytes.count < wanted {
                    let most = end == nil ? min(buffer.count, wanted - bytes.count) : 1
                    let count = recv(descriptor, &buffer, most, 0)
                    if count < 0 { error = errno }
                    guard count > 0 else { break }
                    bytes += buffer[..<count]
                }
                continuation.resume(returning: (bytes, error))
            }
        }
    }

    /// Says that no more comes.
    public func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Leaves by a reset.
    public func reset() {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
