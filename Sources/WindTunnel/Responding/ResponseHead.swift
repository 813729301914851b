/// Status and headers of one answer to one request.
struct ResponseHead: Sendable {
    let request: MockRequest
    let statusCode: Int
    let lines: [MockRequest.Headers.Element]
    /// See ``MockResponse``.
    var isAsSeen = false

    init(_ response: MockResponse, for request: MockRequest) {
        self.request = request
        statusCode = response.statusCode
        let length = response.knownLength.map { [(name: "Content-Length", value: String($0))] } ?? []
        lines = response.headerLines + length
        isAsSeen = response.isAsSeen
    }

    /// Foundation keeps one value a name, so repeated names are joined: RFC 9110, section 5.3, and `", "` for
    /// `Set-Cookie`, which `HTTPCookie` splits again.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        var spelling: [String: String] = [:]
        let hidesLength = Platform.encodedBodiesHaveNoLength && !isAsSeen && !ContentDecoding.codings(of: lines).isEmpty
        for line in lines {
            let key = line.name.lowercased()
            if hidesLength, key == "content-length" { continue }
            // `HTTPCookie` finds this name in this case only.
            let name = spelling[key] ?? (key == "set-cookie" ? "Set-Cookie" : line.name)
            spelling[key] = name
            fields[name] = fields[name].map { "\($0), \(line.value)" } ?? line.value
        }
        return fields
    }

    /// Made when it is needed: over a socket it never is.
    var url: URL { request.url }

    func makeResponse() -> HTTPURLResponse {
        Platform.makeResponse(url: url, statusCode: statusCode, fields: fields)
    }

    func exchange(body: Data) -> MockExchange.Response {
        MockExchange.Response(statusCode: statusCode, headers: MockRequest.Headers(lines: lines), body: body)
    }
}

extension MockResponse {
    /// Whether a message of this status, to this request, has a body (RFC 9110, section 6.4.1).
    func hasBody(for request: MockRequest) -> Bool {
        Self.hasBody(status: statusCode, method: request.method)
    }

    static func hasBody(status: Int, method: String) -> Bool {
        !(method == "HEAD" || status == 204 || status == 304 || (100..<200).contains(status))
    }

    /// The body's pieces when they are ready.
    private var readyBody: [Data]? {
        switch kind {
        case .content(.data(let data)): data.isEmpty ? [] : [data]
        case .content(.chunks(let chunks)): chunks
        default: nil
        }
    }

    /// What a client gets of a body that is ready, in the pieces in which it comes.
    func deliveredChunks(for request: MockRequest) -> [Data] {
        guard hasBody(for: request), let chunks = readyBody else { return [] }
        guard let cut else { return chunks }
        var left = cut.bytes
        return chunks.compactMap { chunk in
            let piece = chunk.prefix(left)
            left -= piece.count
            return piece.isEmpty ? nil : piece
        }
    }

    /// For `Content-Length` (RFC 9110, section 8.6): a 1xx and a 204 have none, a HEAD and a 304 that of the GET.
    fileprivate var knownLength: Int? {
        guard !hidesLength, statusCode != 204, !(100..<200).contains(statusCode) else { return nil }
        guard !headerLines.contains(where: { Self.framing.contains($0.name.lowercased()) }) else { return nil }
        guard case .content(.data(let data)) = kind else { return nil }
        return statusCode == 304 && data.isEmpty ? nil : data.count
    }

    private static let framing: Set<String> = ["content-length", "transfer-encoding"]
}
