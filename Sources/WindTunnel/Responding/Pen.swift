/// Writes a body at its pace, and cuts it.
final class Pen: Sendable {
    /// Thrown to the writer at the cut.
    struct CutError: Error {
        let error: any Error
    }

    private struct State {
        var data = Data()
        /// Bytes given out, which the record of a body that is not kept still needs.
        var count = 0
    }

    private let sink: any DeliverySink
    private let timeline: Timeline
    private let bytesPerSecond: Int?
    private let cut: MockResponse.Cut?
    private let discards: Bool
    private let state = Locked(State())

    init(sink: any DeliverySink, timeline: Timeline, response: MockResponse, discards: Bool) {
        self.sink = sink
        self.timeline = timeline
        bytesPerSecond = response.bytesPerSecond
        cut = response.cut
        self.discards = discards
    }

    var written: Data { state.withLock { $0.data }.fromZero }

    var writer: MockResponse.BodyWriter {
        MockResponse.BodyWriter(
            write: { try await self.write($0) },
            pause: { duration in
                await self.sink.flush()
                try await self.timeline.pause(for: duration, isUserTime: true)
            })
    }

    /// Where the body breaks off: an error, or silence for ever.
    func cutOff(_ cut: MockResponse.Cut) async throws {
        if let error = cut.error { throw CutError(error: error) }
        await sink.flush()
        try await timeline.wait()
    }

    func write(_ data: Data) async throws {
        try Task.checkCancellation()
        if timeline.isExpired { throw URLError(.timedOut) }
        guard !discards, !data.isEmpty else { return }
        let left = cut.map { max(0, $0.bytes - state.withLock(\.count)) }
        var rest = left.map { data.prefix($0) } ?? data
        let step = bytesPerSecond.map { max(1, min(16 * 1024, $0 / 10)) } ?? rest.count
        while !rest.isEmpty {
            let piece = rest.prefix(step)
            if let bytesPerSecond {
                try await timeline.pause(for: .seconds(piece.count) / bytesPerSecond)
            }
            timeline.noteActivity()
            try await sink.write(piece)
            state.withLock { state in
                state.count += piece.count
                if state.data.isEmpty { state.data = piece } else { state.data += piece }
            }
            rest = rest.dropFirst(step)
        }
        if let cut, left.map({ $0 <= data.count }) ?? false { try await cutOff(cut) }
    }
}
