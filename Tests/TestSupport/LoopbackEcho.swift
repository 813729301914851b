public import Foundation

#if canImport(Glibc)
    import Glibc
    let streamType = Int32(SOCK_STREAM.rawValue)
    let sendFlags = Int32(MSG_NOSIGNAL)
#elseif canImport(Darwin)
    import Darwin
    let streamType = SOCK_STREAM
    let sendFlags: Int32 = 0
#endif

/// The real network of the tests: a socket on loopback that answers each request by a closure, one connection a request.
public final class LoopbackEcho: @unchecked Sendable {  // all that changes is behind `lock`
    private let socket: Int32
    private let answer: @Sendable (String) -> String
    private let lock = NSLock()
    private var texts: [String] = []

    /// The port that the system chose.
    public let port: Int

    /// Listens; the closure gets the whole request as text and returns the whole response.
    public init(_ answer: @escaping @Sendable (String) -> String) {
        self.answer = answer
        socket = makeSocket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(socket, address, length) == 0 && listen(socket, 64) == 0, "no loopback socket")
                getsockname(socket, address, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in accept() }
    }

    /// What came, in order.
    public var requests: [String] { lock.withLock { texts } }

    /// A URL on this server.
    public func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

    /// A response with its length.
    public static func response(_ status: Int, _ body: String, _ headers: [String] = []) -> String {
        let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    private func accept() {
        while true {
            let connection = acceptConnection(socket)
            guard connection >= 0 else { return }
            Thread.detachNewThread { [self] in
                serve(connection)
                close(connection)
            }
        }
    }

    private func serve(_ connection: Int32) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isWhole(bytes) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard !bytes.isEmpty else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        lock.withLock { texts.append(text) }
        let response = Array(answer(text).utf8)
        _ = response.withUnsafeBytes { send(connection, $0.baseAddress, response.count, sendFlags) }
    }

    private func isWhole(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let length = text[..<end.lowerBound].lowercased().components(separatedBy: "\r\n")
            .first { $0.hasPrefix("content-length:") }.flatMap {
                Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces))
            }
        return text[end.upperBound...].utf8.count >= length ?? 0
    }
}

/// The functions of the C library by names that a method does not hide.
private func makeSocket(_ family: Int32, _ type: Int32, _ protocolNumber: Int32) -> Int32 {
    socket(family, type, protocolNumber)
}
private func acceptConnection(_ socket: Int32) -> Int32 { accept(socket, nil, nil) }
