import LoopbackHTTP

/// All that a parser says about some bytes; neighbouring pieces of a body are one.
struct Parsed: Equatable {
    var events: [RequestParser.Event] = []
    var rejection: Rejection?

    init(_ pieces: [[UInt8]], limits: Limits = Limits()) {
        var parser = RequestParser(limits: limits)
        for piece in pieces {
            parser.feed(piece)
            do throws(Rejection) {
                while let event = try parser.next() { add(event) }
            } catch {
                rejection = error
                return
            }
        }
    }

    init(_ text: String, limits: Limits = Limits()) { self.init([Array(text.utf8)], limits: limits) }

    var heads: [RequestHead] {
        events.compactMap { if case .head(let head) = $0 { head } else { nil } }
    }

    var bodies: [String] {
        events.compactMap { if case .body(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil } }
    }

    var ends: Int {
        events.count { if case .end = $0 { true } else { false } }
    }

    private mutating func add(_ event: RequestParser.Event) {
        if case .body(let more) = event, case .body(let bytes)? = events.last {
            events[events.count - 1] = .body(bytes + more)
        } else {
            events.append(event)
        }
    }
}

/// A request of HTTP/1.1 with a host and these lines, a line break behind each.
func request(_ first: String, _ lines: String..., body: String = "") -> String {
    ([first, "Host: localhost"] + lines).map { $0 + "\r\n" }.joined() + "\r\n" + body
}
