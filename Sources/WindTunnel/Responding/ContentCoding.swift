extension MockResponse {
    /// How a body is compressed on its way (RFC 9110, section 8.4.1).
    public struct ContentCoding: Sendable, Hashable, CustomStringConvertible {
        /// As in `Content-Encoding`.
        public let name: String
        let wrapping: Zlib.Wrapping

        /// RFC 1952.
        public static var gzip: ContentCoding { ContentCoding(name: "gzip", wrapping: .gzip) }

        /// The format of zlib, RFC 1950.
        public static var deflate: ContentCoding { ContentCoding(name: "deflate", wrapping: .zlib) }

        /// As source: `.gzip`.
        public var description: String { ".\(name)" }
    }
}

/// Undoes a coding: bytes go in by `push`, and come out by `next` until it has nothing, before more go in.
protocol BodyDecoder: AnyObject {
    func push(_ data: Data)
    func next() throws(DecodingFailure) -> Data?
}

/// Why a body cannot be decoded.
enum DecodingFailure: Error, Sendable, Equatable {
    case malformed(String)
    /// Nobody here knows this coding.
    case unknown(String)
    case tooLarge(Int)
}

/// The codings of a body, undone from the last to the first.
struct ContentDecoding {
    /// How libcurl, the HTTP of `URLSession` on Linux, has it.
    static let maximumCodings = 5
    /// A few kilobytes can stand for many gigabytes, and a client keeps what it gets in memory.
    static let maximumSize = 256 << 20

    /// In the order in which they were applied; those that change nothing are left out.
    static func codings(of lines: [MockRequest.Headers.Element]) -> [String] {
        lines.filter { $0.name.equalsIgnoringCase("Content-Encoding") }
            .flatMap { $0.value.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .filter { !["", "identity", "none"].contains($0) }
    }

    /// The last coding comes first.
    private var decoders: [any BodyDecoder] = []
    let codings: [String]
    /// The first that nobody here can undo.
    private let unknown: String?

    init(_ codings: [String], zlib: Zlib, limit: Int = maximumSize) {
        self.codings = codings
        var unknown: String?
        for coding in codings.reversed() {
            let decoder: (any BodyDecoder)? =
                switch coding {
                // libcurl reads either for gzip.
                case "gzip", "x-gzip": Inflater(zlib, .zlibOrGzip, limit: limit)
                case "deflate": Inflater(zlib, .zlib, mayBeRaw: true, limit: limit)
                default: OtherDecoders.make(coding, limit: limit)
                }
            if let decoder { decoders.append(decoder) } else { unknown = unknown ?? coding }
        }
        self.unknown = unknown
    }

    func push(_ data: Data) throws(DecodingFailure) {
        if let unknown { throw .unknown(unknown) }
        decoders.first?.push(data)
    }

    func next() throws(DecodingFailure) -> Data? { try next(of: decoders.count - 1) }

    /// Decoder by decoder, so that no more than a piece of each is in memory.
    private func next(of index: Int) throws(DecodingFailure) -> Data? {
        guard index >= 0 else { return nil }
        while true {
            if let piece = try decoders[index].next() { return piece }
            guard let piece = try next(of: index - 1) else { return nil }
            decoders[index].push(piece)
        }
    }
}
