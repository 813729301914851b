/// Where requests go that are recorded.
public struct RecordingUpstream: Sendable {
    typealias Send = @Sendable (MockRequest) async throws -> MockResponse

    let send: Send
    /// Lets the network go; nothing is sent behind it.
    var end: @Sendable () -> Void = {}

    /// The real network.
    public static var network: RecordingUpstream {
        let network = UpstreamNetwork()
        return RecordingUpstream(send: { try await network.send($0) }, end: network.end)
    }

    /// A server of the real network, whatever host a request names: path and query are kept.
    public static func server(at base: URL) -> RecordingUpstream {
        let network = UpstreamNetwork()
        let origin = URLParts(base.absoluteString)
        let send: Send = { request in
            let query = request.parts.rawQuery.map { "?\($0)" } ?? ""
            let path =
                (origin.rawPath.hasSuffix("/") ? origin.rawPath.dropLast() : origin.rawPath) + request.parts.rawPath
            let url = URL.mended(origin.origin + path + query)
            return try await network.send(request, to: url)
        }
        return RecordingUpstream(send: send, end: network.end)
    }

    /// Failures of the network are answers of it.
    func answer(to request: MockRequest) async throws -> MockResponse {
        do {
            return try await send(request)
        } catch let error as URLError {
            return .failure(error)
        }
    }

    /// A function, for tests of recordings that need no network.
    public static func custom(
        _ answer: @escaping @Sendable (MockRequest) async throws -> MockResponse
    ) -> RecordingUpstream {
        RecordingUpstream(send: answer)
    }
}
