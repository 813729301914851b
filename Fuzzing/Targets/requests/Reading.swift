/// What a parser says about bytes in pieces; neighbouring pieces of a body are one. What must hold at each step is
/// checked on the way.
struct Reading {
    private(set) var events: [RequestParser.Event] = []
    private(set) var rejection: Rejection?
    private var parser: RequestParser
    private var fed: [UInt8] = []
    private var bodyBytes = 0
    private var calls = 0

    init(_ pieces: [ArraySlice<UInt8>], limits: Limits) {
        parser = RequestParser(limits: limits)
        let mostBuffered = 2 + max(limits.requestLine, limits.fieldBytes, limits.chunkLine)
        for piece in pieces where rejection == nil {
            fed += piece
            parser.feed(piece)
            read()
            let isBounded = rejection != nil || parser.bufferedBytes <= mostBuffered
            expect(isBounded, "a starved parser holds no more than a line")
        }
        expect(calls <= fed.count + pieces.count + 1, "\(calls) calls for \(fed.count) bytes are linear")
    }

    private mutating func read() {
        do throws(Rejection) {
            while let event = try next() { add(event) }
        } catch {
            rejection = error
            expect(repeated() == error, "a parser that refused goes on refusing")
        }
    }

    private mutating func next() throws(Rejection) -> RequestParser.Event? {
        calls += 1
        let event = try parser.next()
        if case .body(let bytes)? = event { bodyBytes += bytes.count }
        expect(parser.bufferedBytes + bodyBytes <= fed.count, "no byte is kept twice")
        return event
    }

    private func repeated() -> Rejection? {
        var copy = parser
        copy.feed("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        do throws(Rejection) { _ = try copy.next() } catch { return error }
        return nil
    }

    private mutating func add(_ event: RequestParser.Event) {
        switch event {
        case .head:
            expect(endsARequest(events.last), "a head stands at the beginning or behind an end")
            expect(parser.isInBody && !parser.isIdle, "behind a head the parser is in the body")
        case .body(let more):
            expect(!more.isEmpty, "no piece of a body is empty")
            expect(!endsARequest(events.last), "a body stands behind a head")
            if case .body(let bytes)? = events.last {
                events[events.count - 1] = .body(bytes + more)
                return
            }
        case .end:
            expect(!endsARequest(events.last), "an end stands behind a head or a body")
            expect(!parser.isInBody && parser.isIdle == (parser.bufferedBytes == 0), "behind an end the parser is idle")
            if case .head(let head)? = events.last, !head.upgrades.isEmpty { checkRemainder() }
        }
        events.append(event)
    }

    private func endsARequest(_ event: RequestParser.Event?) -> Bool {
        guard let event else { return true }
        if case .end = event { return true }
        return false
    }

    /// Who takes the connection over gets each byte that was not read.
    private func checkRemainder() {
        var copy = parser
        let rest = fed[(fed.count - parser.bufferedBytes)...]
        expect(copy.takeRemainder()[...] == rest, "the remainder is what came")
        expect(copy.bufferedBytes == 0, "nothing stays behind the remainder")
    }

    /// The requests that were read to their ends.
    var requests: [Request] {
        var result: [Request] = []
        var head: RequestHead?
        var body: [UInt8] = []
        for event in events {
            switch event {
            case .head(let next): (head, body) = (next, [])
            case .body(let bytes): body = bytes
            case .end(let trailers): if let head { result.append(Request(head: head, body: body, trailers: trailers)) }
            }
        }
        return result
    }

    /// The heads, also one whose body has not ended.
    var heads: [RequestHead] { events.compactMap { if case .head(let head) = $0 { head } else { nil } } }
}
