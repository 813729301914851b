import LoopbackHTTP

/// Connections that break, for real.
extension SocketLoad {
    func breakOff(_ breakage: MockResponse.Breakage, _ head: ResponseHead) {
        guard leave(.failure(breakage.error(for: head.request))) else { return }
        switch breakage {
        case .emptyReply: stream.cut()
        case .reset: stream.reset()
        case .garbage:
            stream.raw(Self.garbage)
            stream.cut()
        case .malformedChunk:
            let fields = wireHead(head).fields.lines.filter { $0.name.lowercased() != "content-length" }
            stream.start(.init(head.statusCode, fields: Fields(fields)))
            stream.raw(Array("this is no chunk\r\n".utf8))
            stream.cut()
        }
    }

    /// No line of it could be taken for the beginning of an answer, not even by a client that knows HTTP/0.9.
    private static let garbage: [UInt8] =
        [0x16, 0x03, 0x00, 0xFF, 0xFE, 0x00, 0x80, 0x0A] + Array("garbage".utf8) + [0x00]

    func begin(_ head: ResponseHead, over duration: Duration, _ timeline: Timeline) async throws {
        noteBeginning()
        let bytes = await stream.head(wireHead(head))
        for (number, byte) in bytes.enumerated() {
            let isLast = number == bytes.count - 1
            // What the division leaves is no time lost.
            let pause = duration / bytes.count
            try await timeline.pause(for: isLast ? duration - pause * number : pause)
            if isLast { noteHead(head) }
            stream.raw([byte])
            await stream.waitUntilSent()
        }
    }
}
