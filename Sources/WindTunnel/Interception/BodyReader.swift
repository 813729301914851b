/// Reads body streams away from the loader's thread, on a few threads of its own: a slow writer must not hold up others,
/// and a thousand of them must not make a thousand threads.
final class BodyReader: Sendable {
    private struct Job: Sendable {
        let stream: Unchecked<InputStream>
        let isWanted: @Sendable () -> Bool
        let done: @Sendable (Data) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var threads = 0
    }

    static let shared = BodyReader()
    private static let maximumThreads = 64
    private let state = Locked(State())

    /// Reads a stream to its end.
    ///
    /// - Parameters:
    ///   - stream: Touched by nobody else from here on.
    ///   - isWanted: False ends the reading between two reads.
    ///   - done: Gets the bytes, on a thread of the reader.
    func read(
        _ stream: InputStream, while isWanted: @escaping @Sendable () -> Bool, done: @escaping @Sendable (Data) -> Void
    ) {
        let job = Job(stream: Unchecked(stream), isWanted: isWanted, done: done)
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.threads < Self.maximumThreads else { return false }
            state.threads += 1
            return true
        }
        if needsThread { Thread.detachNewThread { self.work() } }
    }

    private func work() {
        while let job = next() { job.done(Self.drain(job.stream.value, while: job.isWanted)) }
    }

    private func next() -> Job? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.threads -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    /// `streamError` is never asked: it traps on Linux when there is none.
    private static func drain(_ stream: InputStream, while isWanted: () -> Bool) -> Data {
        var data = Data()
        stream.open()
        defer { stream.close() }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 * 1024) { buffer in
            while isWanted(), let base = buffer.baseAddress {
                let count = stream.read(base, maxLength: buffer.count)
                guard count > 0 else { break }
                data.append(base, count: count)
            }
        }
        return data
    }
}
