import Foundation
import Testing
import WindTunnelTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// The names that a reader of the fences would have.

let ann = User(id: 42, name: "Ann")
let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

/// A server with a stub that is at fault on purpose: the test hears of it at once.
func faulty(
    _ origin: String? = "https://api.example.com", unhandled: UnhandledRequestPolicy = .fail,
    @StubBuilder _ stubs: () -> [Stub]
) -> MockServer {
    var server: MockServer?
    withKnownIssue { server = MockServer(origin, unhandled: unhandled, stubs: stubs) }
    return server ?? MockServer()
}

/// A file of its own, made once; where it cannot be made, the stub that serves it is at fault and says so.
func temporaryFile(_ text: String, _ type: String) -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(type)")
    try? Data(text.utf8).write(to: url)
    return url
}

/// What a client got.
struct Reply: Sendable {
    var status: Int
    var body: Data
    var headers: [String: String]
    var url: URL?

    var text: String { String(decoding: body, as: UTF8.self) }
    func header(_ name: String) -> String? { headers.first { $0.key.lowercased() == name.lowercased() }?.value }
}

/// What a client sends: `Sent("POST", "/users", ["Content-Type": "text/plain"], "hi")`.
struct Sent: Sendable, CustomTestStringConvertible {
    var method: String
    var target: String
    var headers: [String: String]
    var body: Data?

    init(_ method: String, _ target: String, _ headers: [String: String] = [:], _ body: Data?) {
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
    }

    init(_ method: String, _ target: String, _ headers: [String: String] = [:], _ body: String? = nil) {
        self.init(method, target, headers, body.map { Data($0.utf8) })
    }

    /// On one line: it stands in the log of every run.
    var testDescription: String {
        let text = body.map { String(decoding: $0, as: UTF8.self).debugDescription } ?? "no body"
        return "\(method) \(target) \(headers) \(text)"
    }

    func request(origin: String) -> URLRequest {
        var request = URLRequest(url: URL(string: target.contains("://") ? target : origin + target)!)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}

extension URLSession {
    func send(_ sent: Sent, origin: String = "https://api.example.com") async throws -> Reply {
        try await send(sent.request(origin: origin))
    }

    func send(_ request: URLRequest) async throws -> Reply {
        let (data, response) = try await data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        var headers: [String: String] = [:]
        for (name, value) in http.allHeaderFields { headers["\(name)"] = "\(value)" }
        return Reply(status: http.statusCode, body: data, headers: headers, url: http.url)
    }

    func get(_ target: String, origin: String = "https://api.example.com") async throws -> Reply {
        try await send(Sent("GET", target), origin: origin)
    }

    /// The error that a request fails with.
    func failure(_ target: String, origin: String = "https://api.example.com") async throws -> URLError {
        let error = await #expect(throws: (any Error).self) { try await self.get(target, origin: origin) }
        return try #require(error as? URLError)
    }
}

/// A real server on a port of the system's choice, for what goes to the network.
final class LoopbackServer: Sendable {
    let origin: String
    private let listener: Int32

    /// - Parameter body: What every request gets.
    init(body: String) throws {
        #if canImport(Darwin)
            let stream = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let listener = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        try #require(isListening)
        self.listener = listener
        origin = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { Self.serve(listener, body) }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func serve(_ listener: Int32, _ body: String) {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            // The requests of these tests have no body and fit into one read.
            var buffer = [UInt8](repeating: 0, count: 16 * 1024)
            _ = read(client, &buffer, buffer.count)
            _ = Array(answer.utf8).withUnsafeBytes { write(client, $0.baseAddress, $0.count) }
            close(client)
        }
        close(listener)
    }
}
