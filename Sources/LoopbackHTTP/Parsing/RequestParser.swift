/// Reads requests of HTTP/1.1: bytes in, events out, and nothing else.
///
/// ```text
/// var parser = RequestParser()
/// parser.feed(bytes)
/// while let event = try parser.next() { … }
/// ```
///
/// The caller pulls events, so it may stop at the end of a request: the bytes behind it wait. After a request that asks
/// for an upgrade it goes on with `next()` or takes the rest with `takeRemainder()`. The events do not depend on the
/// pieces in which the bytes came, but that a body may come in other pieces. Whatever could be read in two ways is
/// refused, because a proxy in front would read it in the other one.
package struct RequestParser: Sendable {
    /// What was read.
    package enum Event: Hashable, Sendable {
        /// A request begins.
        case head(RequestHead)
        /// The next bytes of its body; never empty.
        case body([UInt8])
        /// It is complete; these fields came after the body.
        case end(trailers: Fields)
    }

    private enum State: Sendable {
        case requestLine(blankLines: Int)
        case fields(RequestLine)
        case fixed(Int)
        case chunkSize
        case chunk(Int)
        case chunkEnd
        case trailers
        case complete
        case failed(Rejection)
    }

    private enum Step {
        case event(Event)
        case again
        case starved
    }

    private let limits: Limits
    private var input = ByteQueue()
    private var state = State.requestLine(blankLines: 0)
    /// Stands beside the state, so that a line is added in place.
    private var lines: FieldReader
    private var bodyBytes = 0
    private var extensionBytes = 0

    /// A parser at the beginning of a connection.
    package init(limits: Limits = Limits()) {
        self.limits = limits
        lines = FieldReader(limits)
    }

    /// Bytes that were fed and not read yet.
    package var bufferedBytes: Int { input.count }

    /// Whether no byte of a request has come since the last one ended.
    package var isIdle: Bool {
        if case .requestLine(blankLines: 0) = state { input.count == 0 } else { false }
    }

    /// Whether a head was read whose body has not ended.
    package var isInBody: Bool {
        switch state {
        case .requestLine, .fields, .failed: false
        default: true
        }
    }

    /// Adds bytes from the connection. Nothing is read before `next()` is called.
    package mutating func feed(_ bytes: some Collection<UInt8>) { input.append(bytes) }

    /// The next event, or nil when more bytes are needed. After a rejection every call throws it again.
    package mutating func next() throws(Rejection) -> Event? {
        do throws(Rejection) {
            while true {
                switch try step() {
                case .event(let event): return event
                case .again: continue
                case .starved: return nil
                }
            }
        } catch {
            state = .failed(error)
            throw error
        }
    }

    /// The bytes behind the last request, for the protocol that takes the connection over.
    package mutating func takeRemainder() -> [UInt8] { input.take(.max) }

    private mutating func step() throws(Rejection) -> Step {
        switch state {
        case .requestLine(let blankLines): try readRequestLine(blankLines: blankLines)
        case .fields(let first): try readField(first)
        case .fixed(let count): readBody(count, then: .complete) { .fixed($0) }
        case .chunkSize: try readChunkSize()
        case .chunk(let count): readBody(count, then: .chunkEnd) { .chunk($0) }
        case .chunkEnd: try readChunkEnd()
        case .trailers: try readTrailer()
        case .complete: finish(trailers: Fields())
        case .failed(let rejection): throw rejection
        }
    }

    /// A line, or nil when it has not ended; `tooLong` says what one that exceeds the limit means.
    private mutating func line(
        limit: Int, _ tooLong: @autoclosure () -> Rejection
    ) throws(Rejection) -> ArraySlice<UInt8>? {
        switch input.nextLine(limit: limit) {
        case .unfinished: return nil
        case .tooLong: throw tooLong()
        case .malformed(let reason): throw Rejection(400, reason)
        case .line(let line): return line
        }
    }

    private mutating func readRequestLine(blankLines: Int) throws(Rejection) -> Step {
        // What is no HTTP at all, such as a TLS greeting, may never end its line.
        if let first = input.first, !Grammar.isTokenByte(first), first != 0x0D, first != 0x0A {
            throw Rejection(400, "A request begins with a method.")
        }
        guard let line = try line(limit: limits.requestLine, Rejection(414, "The request line is too long.")) else {
            return .starved
        }
        if line.isEmpty {
            // Old clients end a body with a line break that nobody counted (RFC 9112, 2.2).
            guard blankLines < 2 else { throw Rejection(400, "A request begins with a method.") }
            state = .requestLine(blankLines: blankLines + 1)
        } else {
            state = .fields(try RequestLine(line))
            lines = FieldReader(limits)
        }
        return .again
    }

    private mutating func readField(_ first: RequestLine) throws(Rejection) -> Step {
        guard let line = try line(limit: lines.room, FieldReader.tooLarge) else { return .starved }
        guard line.isEmpty else {
            try lines.add(line)
            return .again
        }
        let head = try HeadReader(line: first, fields: lines.fields).head(bodyLimit: limits.body)
        bodyBytes = 0
        extensionBytes = 0
        switch head.framing {
        case .none: state = .complete
        case .length(let count): state = .fixed(count)
        case .chunked: state = .chunkSize
        }
        return .event(.head(head))
    }

    private mutating func readBody(_ count: Int, then next: State, _ remaining: (Int) -> State) -> Step {
        guard count > 0 else {
            state = next
            return .again
        }
        let bytes = input.take(count)
        guard !bytes.isEmpty else { return .starved }
        state = remaining(count - bytes.count)
        return .event(.body(bytes))
    }

    private mutating func readChunkSize() throws(Rejection) -> Step {
        guard let line = try line(limit: limits.chunkLine, Rejection(400, "The size of a chunk is too long.")) else {
            return .starved
        }
        let digits = line.prefix { Grammar.hexValue($0) != nil }
        guard (1...16).contains(digits.count) else { throw Rejection(400, "The size of a chunk is no number.") }
        let rest = line[digits.endIndex...]
        try checkExtensions(rest)
        let size = digits.reduce(UInt64(0)) { $0 << 4 | UInt64(Grammar.hexValue($1) ?? 0) }
        guard size <= UInt64(max(limits.body, bodyBytes) - bodyBytes) else {
            throw Rejection(413, "The body is too large.")
        }
        bodyBytes += Int(size)
        state = size == 0 ? .trailers : .chunk(Int(size))
        lines = FieldReader(limits)
        return .again
    }

    private mutating func checkExtensions(_ bytes: ArraySlice<UInt8>) throws(Rejection) {
        guard !bytes.isEmpty else { return }
        guard bytes.first(where: { !isBlank($0) }) == UInt8(ascii: ";"), bytes.allSatisfy(Grammar.isValueByte) else {
            throw Rejection(400, "The size of a chunk is no number.")
        }
        extensionBytes += bytes.count
        guard extensionBytes <= limits.chunkExtensions else {
            throw Rejection(400, "The extensions of the chunks are too long.")
        }
    }

    private mutating func readChunkEnd() throws(Rejection) -> Step {
        switch input.nextLine(limit: 0) {
        case .unfinished: return .starved
        case .line: state = .chunkSize
        case .tooLong, .malformed: throw Rejection(400, "A chunk is longer than its size.")
        }
        return .again
    }

    private mutating func readTrailer() throws(Rejection) -> Step {
        guard let line = try line(limit: lines.room, FieldReader.tooLarge) else { return .starved }
        guard !line.isEmpty else { return finish(trailers: lines.fields) }
        try lines.add(line)
        // These say where a message ends or whom it is for; after the body it is too late for both.
        if let name = lines.fields.lines.last?.name.lowercased(),
            ["content-length", "transfer-encoding", "host"].contains(name)
        {
            throw Rejection(400, "A trailer changes the framing.")
        }
        return .again
    }

    private mutating func finish(trailers: Fields) -> Step {
        state = .requestLine(blankLines: 0)
        return .event(.end(trailers: trailers))
    }
}
