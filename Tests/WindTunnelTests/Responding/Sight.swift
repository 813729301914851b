import Foundation
import Testing
import WindTunnel

/// What a client saw of one answer, to be compared between process and socket.
struct Sight: Equatable, CustomStringConvertible {
    var status: Int?
    var fields: [String] = []
    var expectedLength: Int64?
    var body = Data()
    var error: Int?

    var description: String {
        let head =
            status.map { "\($0), expects \(expectedLength ?? 0), \(fields.joined(separator: ", "))" } ?? "no answer"
        return "\(head): \(body.count) bytes" + (error.map { ", error \($0)" } ?? "")
    }

    /// What one connection says to the next (RFC 9110, section 7.6.1).
    private static let hopByHop: Set<String> = ["connection", "transfer-encoding", "keep-alive"]

    /// Asks a server of its own through a delegate.
    static func of(
        _ response: MockResponse, method: String = "GET", headers: [String: String] = [:], onSocket: Bool
    ) async throws -> (sight: Sight, error: URLError?) {
        let server = MockServer("https://api.example.com") { Stub(.request(method, "/a"), returning: response) }
        let base = onSocket ? try await server.listen().absoluteString : "https://api.example.com"
        let recorder = Recorder()
        let session = URLSession(
            configuration: onSocket ? .ephemeral : server.configuration(), delegate: recorder, delegateQueue: nil)
        session.dataTask(with: URLRequest(base + "/a", method: method, headers: headers)).resume()
        await recorder.completion()
        session.finishTasksAndInvalidate()
        await server.stopListening()
        let state = recorder.state.value
        let error = state.error as? URLError
        let fields = (state.response?.allHeaderFields ?? [:]).map { "\($0.key): \($0.value)" }
            .filter { field in !hopByHop.contains { field.lowercased().hasPrefix($0 + ":") } }
        let sight = Sight(
            status: state.response?.statusCode, fields: fields.sorted(),
            expectedLength: state.response?.expectedContentLength, body: state.chunks.reduce(Data(), +),
            error: error?.code.rawValue)
        return (sight, error)
    }

    /// The same in process and on the socket; what was seen in process.
    static func everywhere(
        _ response: MockResponse, method: String = "GET", headers: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (sight: Sight, error: URLError?) {
        let mocked = try await of(response, method: method, headers: headers, onSocket: false)
        let real = try await of(response, method: method, headers: headers, onSocket: true)
        #expect(mocked.sight == real.sight, sourceLocation: sourceLocation)
        return mocked
    }
}

/// Compressed by another program: 720 bytes of text.
enum Compressed {
    static let text = Data(String(repeating: "hello hello hello hello wind tunnel ", count: 20).utf8)
    static let gzip = bytes("H4sIAAAAAAACA8tIzcnJV8jAIMsz81IUSkrz8lJzsMiOqhlVMzjVAACvpPP+0AIAAA==")
    static let zlib = bytes("eJzLSM3JyVfIwCDLM/NSFEpK8/JSc7DIjqoZVTM41QAAGoAK8A==")
    static let raw = bytes("y0jNyclXyMAgyzPzUhRKSvPyUnOwyI6qGVUzONUAAA==")
    static let brotli = bytes("G88C+AWcY6nai2AYWv4UZJ7a8oAZvAkxTFzfzH1rFA==")
    static let zstandard = bytes("KLUv/QRY/QAAiGhlbGxvIHdpbmQgdHVubmVsBACRjqoABhBU4uOVIiAT7sw=")
    /// First gzip, then zlib.
    static let gzipInZlib = bytes("eJyT7+ZgAAEm5tMeZ0+eDD9xQOG08ecgES+vz5+Cijec6FslGWpscZWBYf2Sz/8uMDEwAADJkxQy")
    static let gzipFiveTimes = bytes(
        """
        H4sIAAAAAAACAwFtAJL/H4sIAAAAAAACA5Pv5mAAASbmye+fJTAwqj07+X6+qoHBKtvdOtPf2fcf33fh4cNp/edFWb5enz///pVUu+euW1alhPk9vHLs\
        yP7J5/5fNzYwSUiYkbzsaiLHFR4Gbs24bFegeQAsSLqdWAAAAKap7qBtAAAA
        """)
    static let nothing = bytes("H4sIAAAAAAACAwMAAAAAAAAAAAA=")

    private static func bytes(_ text: String) -> Data { Data(base64Encoded: text)! }
}
