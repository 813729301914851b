/// Writes one answer as bytes: what the caller says, as it says it, and only the framing that it left out.
///
/// A `Content-Length` or `Transfer-Encoding` of the caller is obeyed, even a false one; then the connection ends behind
/// the answer, because nobody can tell where the next one would begin.
package struct ResponseWriter: Sendable {
    private enum Framing {
        case none
        case counted(Int)
        case chunked
        case untilClose
    }

    private let method: String
    private let minorVersion: Int
    private var framing: Framing?
    private var written = 0

    /// Whether the connection ends behind this answer.
    package private(set) var closes: Bool
    /// Whether the answer is complete.
    package private(set) var isEnded = false

    /// A writer of the answer to a request.
    package init(to request: RequestHead) {
        self.init(method: request.method, minorVersion: request.minorVersion, keepsAlive: request.keepsAlive)
    }

    /// A writer of the answer to a request of which this is known.
    package init(method: String, minorVersion: Int = 1, keepsAlive: Bool = true) {
        self.method = method
        self.minorVersion = minorVersion
        closes = !keepsAlive
    }

    /// Whether the head was written.
    package var hasStarted: Bool { framing != nil }

    /// Ends the connection behind this answer; before the head it is also told to the client.
    package mutating func closeAfterwards() { closes = true }

    /// A head of 100 to 199 that another one follows; empty for a client of HTTP/1.0, which knows none.
    package func informational(_ head: ResponseHead) throws(ResponseError) -> [UInt8] {
        guard !hasStarted else { throw .outOfOrder("an informational head behind the head") }
        guard (100...199).contains(head.status), head.status != 101 else {
            throw .malformed("the status \(head.status) is not informational")
        }
        return minorVersion == 0 ? [] : try Self.bytes(of: head, adding: [])
    }

    /// The head. `length` is the number of bytes of the body if it is known by now.
    package mutating func start(_ head: ResponseHead, length: Int? = nil) throws(ResponseError) -> [UInt8] {
        guard !hasStarted else { throw .outOfOrder("a second head") }
        var added: [Field] = []
        let framing = try framing(of: head, length: length, adding: &added)
        let connection = head.fields.tokens("Connection")
        let isInformational = (100...199).contains(head.status)
        if case .untilClose = framing { closes = true }
        if connection.contains("close") { closes = true }
        if isInformational {
            // The client waits for what it promises, and what that is nobody here knows.
            closes = true
        } else {
            if closes, !connection.contains("close") {
                added.append(Field("Connection", "close"))
            } else if minorVersion == 0, connection.isEmpty {
                added.append(Field("Connection", "keep-alive"))
            }
        }
        let bytes = try Self.bytes(of: head, adding: added)
        self.framing = framing
        return bytes
    }

    /// The next bytes of the body, as one chunk where the body is chunked. None for no bytes: an empty chunk is the
    /// end.
    package mutating func body(_ bytes: [UInt8]) throws(ResponseError) -> [UInt8] {
        guard let framing, !isEnded else { throw .outOfOrder("a body outside of an answer") }
        guard !bytes.isEmpty else { return [] }
        written += bytes.count
        switch framing {
        case .none: return []
        case .counted, .untilClose: return bytes
        case .chunked: return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
        }
    }

    /// The end of the body. Trailers are written where the body is chunked and dropped where there is no place for
    /// them.
    package mutating func end(trailers: Fields = Fields()) throws(ResponseError) -> [UInt8] {
        guard let framing, !isEnded else { throw .outOfOrder("an end outside of an answer") }
        var bytes: [UInt8] = []
        switch framing {
        case .none, .untilClose: break
        case .counted(let count): if count != written { closes = true }
        case .chunked:
            bytes = Array("0\r\n".utf8)
            try Self.append(trailers.lines, to: &bytes)
            bytes += [0x0D, 0x0A]
        }
        isEnded = true
        return bytes
    }

    private mutating func framing(
        of head: ResponseHead, length: Int?, adding added: inout [Field]
    ) throws(ResponseError) -> Framing {
        let codings = head.fields.tokens("Transfer-Encoding")
        let lengths = head.fields.all("Content-Length")
        let isBodiless = [204, 304].contains(head.status) || (100...199).contains(head.status)
        if method == "HEAD" || isBodiless {
            // The answer to HEAD tells what GET would; of 304 only the caller knows it.
            if method == "HEAD", !isBodiless, codings.isEmpty, lengths.isEmpty, let length {
                added.append(Field("Content-Length", String(length)))
            }
            return .none
        }
        if !codings.isEmpty {
            if !lengths.isEmpty || minorVersion == 0 { closes = true }
            return codings.last == "chunked" ? .chunked : .untilClose
        }
        guard let text = lengths.first else { return ownFraming(length, &added) }
        guard lengths.count == 1, let count = Grammar.number(text.utf8) else { return .untilClose }
        return .counted(count)
    }

    /// Of an answer whose caller has left it out.
    private func ownFraming(_ length: Int?, _ added: inout [Field]) -> Framing {
        if let length {
            added.append(Field("Content-Length", String(length)))
            return .counted(length)
        }
        guard minorVersion > 0 else { return .untilClose }
        added.append(Field("Transfer-Encoding", "chunked"))
        return .chunked
    }

    private static func bytes(of head: ResponseHead, adding added: [Field]) throws(ResponseError) -> [UInt8] {
        guard (100...999).contains(head.status) else {
            throw .malformed("the status \(head.status) has not three digits")
        }
        let reason = head.reason ?? ResponseHead.usualReason(head.status)
        guard reason.utf8.allSatisfy(Grammar.isValueByte) else {
            throw .malformed("the reason has a control character")
        }
        var bytes = Array("HTTP/1.1 \(head.status) \(reason)\r\n".utf8)
        try append(head.fields.lines, to: &bytes)
        try append(added, to: &bytes)
        bytes += [0x0D, 0x0A]
        return bytes
    }

    private static func append(_ lines: [Field], to bytes: inout [UInt8]) throws(ResponseError) {
        for line in lines {
            guard Grammar.isToken(line.name.utf8) else { throw .malformed("'\(line.name)' is no name of a field") }
            guard line.value.utf8.allSatisfy(Grammar.isValueByte) else {
                throw .malformed("the value of \(line.name) has a control character")
            }
            bytes += line.name.utf8
            bytes += [0x3A, 0x20]
            bytes += line.value.utf8
            bytes += [0x0D, 0x0A]
        }
    }
}
