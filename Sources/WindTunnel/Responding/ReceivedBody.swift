/// What the HTTP below `URLSession` makes of a message's fields: it believes `Content-Length` and undoes the codings.
///
/// A protocol stands above that, and does it itself; over a socket libcurl or CFNetwork does.
struct ReceivedBody {
    /// Why the client gets an error.
    struct Failure: Error {
        let code: URLError.Code
        let text: String
    }

    private let length: Int?
    private var decoding: ContentDecoding?
    private var received = 0
    private var plain: Data?
    /// Whether the client has got its error.
    private(set) var hasFailed = false

    /// Nil when there is nothing to do.
    ///
    /// - Throws: When the client gets no response.
    init?(_ head: ResponseHead, zlib: Zlib? = .shared) throws(Failure) {
        guard !head.isAsSeen else { return nil }
        let declared = try DeclaredLength.read(head.lines)
        let codings = ContentDecoding.codings(of: head.lines)
        guard codings.count <= ContentDecoding.maximumCodings else {
            throw Failure(
                code: Platform.unknownCodingErrorCode,
                text: "the answer has \(codings.count) codings; more than \(ContentDecoding.maximumCodings) are refused"
            )
        }
        guard head.hasBody, declared != nil || !codings.isEmpty else { return nil }
        length = declared
        // Without zlib the bytes come as they are, and a fault of the stub says so.
        if !codings.isEmpty, let zlib { decoding = ContentDecoding(codings, zlib: zlib) }
    }

    /// Bytes came; `next` is asked until it has nothing, before more come.
    mutating func receive(_ data: Data) throws(Failure) {
        let data = length.map { data.prefix(max(0, $0 - received)) } ?? data
        received += data.count
        guard !data.isEmpty else { return }
        guard let decoding else {
            plain = data
            return
        }
        do throws(DecodingFailure) { try decoding.push(data) } catch { throw failure(error, decoding) }
    }

    /// What the client gets of it.
    mutating func next() throws(Failure) -> Data? {
        guard !hasFailed else { return nil }
        guard let decoding else {
            defer { plain = nil }
            return plain
        }
        do throws(DecodingFailure) { return try decoding.next() } catch { throw failure(error, decoding) }
    }

    /// A coded body that ends too early is no error to libcurl; one that is shorter than its length is.
    mutating func end() throws(Failure) {
        guard let length, received < length else { return }
        hasFailed = true
        throw Failure(
            code: Platform.cutErrorCode,
            text: "the body ended after \(received) of the \(length) bytes that Content-Length says")
    }

    private mutating func failure(_ failure: DecodingFailure, _ decoding: ContentDecoding) -> Failure {
        hasFailed = true
        let codings = decoding.codings.joined(separator: ", ")
        switch failure {
        case .malformed(let reason):
            return Failure(
                code: Platform.decodingErrorCode,
                text: "the body is not what Content-Encoding: \(codings) says: \(reason)")
        case .unknown(let coding):
            return Failure(
                code: Platform.unknownCodingErrorCode,
                text: "Content-Encoding: \(codings) cannot be undone: \(SourceText.quoted(coding)) is not known here")
        case .tooLarge(let limit):
            return Failure(
                code: .dataLengthExceedsMaximum,
                text: "the body is more than \(limit) bytes when Content-Encoding: \(codings) is undone")
        }
    }
}

/// How `Content-Length` is read.
private enum DeclaredLength {
    /// Nil when it says nothing; the last one counts.
    static func read(_ lines: [MockRequest.Headers.Element]) throws(ReceivedBody.Failure) -> Int? {
        var length: Int?
        var isChunked = false
        for line in lines {
            if line.name.equalsIgnoringCase("Transfer-Encoding") { isChunked = true }
            guard line.name.equalsIgnoringCase("Content-Length") else { continue }
            switch Number(line.value) {
            case .none where Platform.refusesMalformedLengths && !isChunked:
                throw ReceivedBody.Failure(
                    code: .unknown,
                    text: "Content-Length: \(SourceText.quoted(line.value)) is no length; such an answer is refused")
            case .none, .tooLarge: break
            case .value(let value): length = value
            }
        }
        // The chunks say where the body ends (RFC 9112, section 6.3).
        return isChunked ? nil : length
    }

    /// The digits at the beginning, as C reads a number: what follows them is not looked at.
    private enum Number {
        case none
        case tooLarge
        case value(Int)

        init(_ text: String) {
            var rest = text.utf8.drop { [0x20, 0x09, 0x0B, 0x0C].contains($0) }
            if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard !digits.isEmpty else {
                self = .none
                return
            }
            self = Int(String(decoding: digits, as: UTF8.self)).map(Number.value) ?? .tooLarge
        }
    }
}

extension ResponseHead {
    /// Whether bytes follow it (RFC 9110, section 6.4.1).
    fileprivate var hasBody: Bool { MockResponse.hasBody(status: statusCode, method: request.method) }
}
