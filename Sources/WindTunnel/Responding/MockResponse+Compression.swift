extension MockResponse {
    /// Sends the body compressed, and says so in `Content-Encoding` (RFC 9110, section 8.4).
    ///
    /// ```swift
    /// let page: MockResponse = .json(["id": 1]).compressed(.gzip)
    /// let feed: MockResponse = .events("one", "two").compressed(.deflate)
    /// ```
    ///
    /// A `URLSession` gets the body as it was; clients of ``MockServer/listen(port:host:unexpectedStatus:)``, the
    /// journal, ``cut(after:error:)`` and ``throttled(bytesPerSecond:)`` see the compressed bytes. Each piece of a
    /// stream can be read when it arrives. A second call compresses what is compressed.
    ///
    /// A stub may also declare a coding itself, by `.data(bytes).header("Content-Encoding", "gzip")`, and carry bytes
    /// that are compressed already. `gzip`, `x-gzip`, `deflate` and `identity` are known, `br` and `zstd` where the
    /// system has libbrotlidec and libzstd, and up to five of them in a list; what is no such thing fails as in
    /// `URLSession`, and so does a body of more than 256 MiB when it is decoded.
    ///
    /// It needs zlib, which is looked for at run time; where there is none, that is a fault of the stub.
    public func compressed(_ coding: ContentCoding) -> MockResponse { compressed(coding, by: .shared) }

    func compressed(_ coding: ContentCoding, by zlib: Zlib?) -> MockResponse {
        var copy = self
        let codings = headers.all("Content-Encoding") + [coding.name]
        copy.headerLines.removeAll { $0.name.equalsIgnoringCase("Content-Encoding") }
        copy.headerLines.append(("Content-Encoding", codings.joined(separator: ", ")))
        guard let zlib else {
            copy.ownFaults.append("compressed(\(coding)) needs zlib, and this system has no libz")
            return copy
        }
        switch kind {
        case .content(let body):
            guard let body = body.compressed(coding, by: zlib) else {
                copy.ownFaults.append("compressed(\(coding)): zlib has no memory")
                return copy
            }
            copy.kind = .content(body)
        // Of these nothing arrives.
        case .broken, .failure, .never: break
        case .held, .passthrough, .webSocket:
            copy.ownFaults.append("compressed(\(coding)) has no body to compress; compress what is answered")
        }
        return copy
    }

    /// Whether a client of real HTTP gets the bytes that are sent, and all of them.
    var isReceivedAsSent: Bool {
        isAsSeen
            || headerLines.allSatisfy { line in
                if line.name.equalsIgnoringCase("Content-Encoding") {
                    return ContentDecoding.codings(of: [line]).isEmpty
                }
                return !line.name.equalsIgnoringCase("Content-Length") || isLength(line.value)
            }
    }

    private func isLength(_ value: String) -> Bool {
        guard case .content(.data(let data)) = kind else { return false }
        return value == String(data.count)
    }

    /// What to say of codings that nobody undoes.
    func codingFaults(zlib: Zlib? = .shared) -> [String] {
        let codings = ContentDecoding.codings(of: headerLines)
        guard !codings.isEmpty, !isAsSeen, ownFaults.isEmpty, zlib == nil else { return [] }
        return [
            """
            Content-Encoding: \(codings.joined(separator: ", ")) is not undone, since this system has no libz; \
            the bytes are delivered as they are
            """
        ]
    }
}

extension MockResponse.Body {
    /// Nil when zlib has no memory.
    fileprivate func compressed(_ coding: MockResponse.ContentCoding, by zlib: Zlib) -> MockResponse.Body? {
        switch self {
        case .data(let data): return Deflater(zlib, coding.wrapping)?.write(data, .finish).map(Self.data)
        case .chunks(let chunks): return Self.compressed(chunks, Deflater(zlib, coding.wrapping)).map(Self.chunks)
        case .stream(let write):
            return .stream { body in
                let compressor = StreamCompressor(zlib, coding, body)
                try await write(
                    MockResponse.BodyWriter(write: { try await compressor.write($0, .sync) }, pause: body.pause))
                try await compressor.write(Data(), .finish)
            }
        }
    }

    /// As many as there were, each readable when it arrives; the last one has the end.
    private static func compressed(_ chunks: [Data], _ deflater: Deflater?) -> [Data]? {
        let chunks = chunks.isEmpty ? [Data()] : chunks
        guard let deflater else { return nil }
        var compressed: [Data] = []
        for (index, chunk) in chunks.enumerated() {
            guard let piece = deflater.write(chunk, index == chunks.count - 1 ? .finish : .sync) else { return nil }
            compressed.append(piece)
        }
        return compressed
    }
}

/// Compresses what a stream writes, write by write.
private final class StreamCompressor: @unchecked Sendable {  // `deflater` is used in turns only
    private let deflater: Deflater?
    private let body: MockResponse.BodyWriter
    // Several tasks may write; what they write must be compressed and sent in one order.
    private let turns = Turns()

    init(_ zlib: Zlib, _ coding: MockResponse.ContentCoding, _ body: MockResponse.BodyWriter) {
        deflater = Deflater(zlib, coding.wrapping)
        self.body = body
    }

    func write(_ data: Data, _ flush: Zlib.Flush) async throws {
        try await turns.run {
            guard let piece = deflater?.write(data, flush) else { throw BodyFailure("zlib has no memory") }
            try await body.write(piece)
        }
    }
}
