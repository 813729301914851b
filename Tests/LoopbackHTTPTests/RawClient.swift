import Foundation
import LoopbackHTTP
import TestSupport

#if canImport(Glibc)
    import Glibc
    private let streamType = Int32(SOCK_STREAM.rawValue)
    private let sendFlags = Int32(MSG_NOSIGNAL)
#elseif canImport(Darwin)
    import Darwin
    private let streamType = SOCK_STREAM
    private let sendFlags: Int32 = 0
#endif

/// A client that sends what it is told and no more. Reading gives up after 20 seconds.
final class RawClient: Sendable {
    private let descriptor: Int32

    init(_ server: LoopbackServer) {
        descriptor = socket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(server.port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let descriptor = descriptor
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        precondition(status == 0, "no connection")
    }

    deinit { close(descriptor) }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Everything until the end, or until the text ends so.
    func read(until end: String? = nil) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while end.map({ !bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }) ?? true {
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    guard count > 0 else { break }
                    bytes += buffer[..<count]
                }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }
}

/// Runs a server while the body runs, and stops it whatever happens.
func withServer(
    _ configuration: ServerConfiguration = ServerConfiguration(),
    handler: @escaping LoopbackServer.Handler = echo,
    _ body: (LoopbackServer) async throws -> Void
) async throws {
    let server = try LoopbackServer(configuration, handler: handler)
    do {
        try await body(server)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// Answers with method, target and body.
let echo: LoopbackServer.Handler = { request, response in
    let text = "\(request.head.method) \(request.head.target) \(String(decoding: request.body, as: UTF8.self))\n"
    try? await response.respond(ResponseHead(200), body: Array(text.utf8))
}
