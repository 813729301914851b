import Foundation
import TestSupport
import Testing
import WindTunnel

/// Recordings of servers that nobody here wrote, compared with what the client saw.
@Suite(.timeLimit(.minutes(3)))
struct ForeignServerTests {
    /// What a client saw of an answer.
    private struct Seen: Equatable {
        let status: Int
        let body: Data
        let type: String?
        let url: String?
        let modified: String?
    }

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
        try Data(#"{"name":"Ann"}"#.utf8).write(to: folder.appendingPathComponent("ann.json"))
        try Data(String(repeating: "compress me, ", count: 500).utf8)
            .write(to: folder.appendingPathComponent("long.txt"))
        try Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            .write(to: folder.appendingPathComponent("pixels.png"))
        return folder
    }

    private func requests(_ base: URL) -> [URLRequest] {
        func request(_ path: String, _ method: String = "GET", _ headers: [String: String] = [:]) -> URLRequest {
            var request = URLRequest(url: URL(string: path, relativeTo: base)!.absoluteURL)
            request.httpMethod = method
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            return request
        }
        var post = request("/ann.json", "POST")
        post.httpBody = Data("x=1".utf8)
        return [
            request("/ann.json"), request("/long.txt"), request("/pixels.png"), request("/inner"),
            request("/missing?a=1"),
            request("/ann.json", "HEAD"), request("/pixels.png", "GET", ["Range": "bytes=0-9"]),
            request("/ann.json", "GET", ["If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"]), post,
        ]
    }

    private func see(_ server: MockServer, _ requests: [URLRequest]) async throws -> [Seen] {
        var seen: [Seen] = []
        for request in requests {
            let answer = try await server.session.answer(request)
            seen.append(
                Seen(
                    status: answer.status, body: answer.data, type: answer.header("Content-Type"),
                    url: answer.response.url?.absoluteString, modified: answer.header("Last-Modified")))
        }
        return seen
    }

    /// Records, stops the server, and replays.
    private func compare(_ base: URL, _ recording: Recording) async throws -> [Int] {
        let recorder = try MockServer(recordingTo: recording.url)
        let seen = try await see(recorder, requests(base))
        try recorder.finishRecording()
        recorder.close()
        let replay = try MockServer(
            replaying: recording.url, matching: .method, .url, .body, .header("Range"), .header("If-Modified-Since"))
        #expect(try await see(replay, requests(base)) == seen)
        try replay.verifyNothingUnexpected()
        #expect(replay.skippedEntries.isEmpty)
        return seen.map(\.status)
    }

    @Test(.enabled(if: Tool.path("python3") != nil, "Python is not installed"))
    func `what Python's server answers is replayed as it was`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let arguments = ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder.path, "0"]
        try await Tool.running("python3", arguments) { line in
            let port = try #require(line.split(separator: " ").compactMap { Int($0) }.first, "\(line)")
            let statuses = try await compare(try #require(URL(string: "http://127.0.0.1:\(port)")), Recording())
            #expect(statuses == [200, 200, 200, 200, 404, 200, 200, 304, 501])
        }
    }

    @Test(.enabled(if: Tool.path("nginx") != nil, "nginx is not installed"))
    func `what nginx answers, compressed and by ranges, is replayed as it was`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let port = try FreePort.find()
        let configuration = """
            daemon off; master_process off; pid \(folder.path)/pid; error_log stderr crit; events {}
            http {
                access_log off; if_modified_since before; gzip on; gzip_types text/plain; types { application/json json; image/png png; text/plain txt; }
                client_body_temp_path \(folder.path)/b; proxy_temp_path \(folder.path)/p; fastcgi_temp_path \(folder.path)/f;
                uwsgi_temp_path \(folder.path)/u; scgi_temp_path \(folder.path)/s;
                server { listen 127.0.0.1:\(port); root \(folder.path); autoindex on; }
            }
            """
        let file = folder.appendingPathComponent("nginx.conf")
        try Data(configuration.utf8).write(to: file)
        let base = try #require(URL(string: "http://127.0.0.1:\(port)"))
        try await Tool.running("nginx", ["-p", folder.path, "-c", file.path, "-e", "stderr"], waitsForLine: false) {
            _ in
            await eventually { FreePort.isTaken(port) }
            let recording = try Recording()
            let statuses = try await compare(base, recording)
            #expect(statuses == [200, 200, 200, 200, 404, 200, 206, 304, 405])
            let long = try recording.entries[1].response
            #expect(long.content.text?.hasPrefix("compress me, ") == true)
            #expect(try recording.entries[2].response.content.encoding == "base64")
        }
    }
}

/// A port that nobody listens on, for programs that cannot be asked for theirs.
private enum FreePort {
    static func find() throws -> UInt16 {
        let descriptor = socket(AF_INET, streamType, 0)
        defer { close(descriptor) }
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        return UInt16(bigEndian: address.sin_port)
    }

    static func isTaken(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, streamType, 0)
        defer { close(descriptor) }
        var address = loopback(port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    #if canImport(Darwin)
        private static let streamType = SOCK_STREAM
    #else
        private static let streamType = Int32(SOCK_STREAM.rawValue)
    #endif
}
