// Sources: LoopbackHTTP/Messages LoopbackHTTP/Parsing LoopbackHTTP/Writing LoopbackHTTP/WebSocket

/// An input is what a client sends behind the handshake of a WebSocket.
func check(_ input: [UInt8]) {
    var cuts = Cuts(input)
    for limits in [WebSocketLimits(), .tight] {
        let whole = Frames([input[...]], limits: limits)
        let pieces = Frames(cuts.pieces(of: input), limits: limits)
        expect(whole.failure == pieces.failure, "the failure does not depend on the pieces")
        expect(whole.events == pieces.events, "the events do not depend on the pieces")
        whole.events.forEach { check($0, limits: limits) }
        if let failure = whole.failure {
            expect([1002, 1007, 1009].contains(failure.code), "a failure has one of three codes")
            expect((1...123).contains(failure.reason.utf8.count), "a reason fits into a close frame")
        }
    }
}

extension WebSocketLimits {
    /// Limits that a small input can reach.
    fileprivate static var tight: WebSocketLimits {
        var limits = WebSocketLimits()
        limits.message = 12
        limits.fragments = 3
        return limits
    }
}

/// All that a reader says about some bytes.
private struct Frames {
    var events: [WebSocketEvent] = []
    var failure: WebSocketFailure?

    init(_ pieces: [ArraySlice<UInt8>], limits: WebSocketLimits) {
        var reader = WebSocketReader(limits: limits)
        var fed = 0
        for piece in pieces {
            reader.feed(piece)
            fed += piece.count
            read(&reader, atMost: fed + 2)
            expect(reader.bufferedBytes <= fed, "no more waits than came")
            guard failure == nil else { return }
        }
    }

    private mutating func read(_ reader: inout WebSocketReader, atMost limit: Int) {
        do throws(WebSocketFailure) {
            var calls = 0
            while let event = try reader.next() {
                events.append(event)
                calls += 1
                expect(calls <= limit, "there are no more events than bytes")
            }
        } catch {
            failure = error
            do throws(WebSocketFailure) {
                _ = try reader.next()
                expect(false, "a reader that failed goes on failing")
            } catch let again {
                expect(again == error, "a reader that failed goes on failing")
            }
        }
    }
}

private func check(_ event: WebSocketEvent, limits: WebSocketLimits) {
    switch event {
    case .message(.text(let text)): expect(text.utf8.count <= limits.message, "a message is within its limit")
    case .message(.binary(let bytes)): expect(bytes.count <= limits.message, "a message is within its limit")
    case .ping(let payload), .pong(let payload): expect(payload.count <= 125, "a control frame is short")
    case .close(let code, let reason):
        expect(code != nil || reason.isEmpty, "a reason has a code")
        expect(reason.utf8.count <= 123, "a control frame is short")
        guard let code else { return }
        var writer = WebSocketWriter()
        expect((try? writer.close(code: code, reason: reason)) != nil, "a code that was taken can be sent back")
    }
}
