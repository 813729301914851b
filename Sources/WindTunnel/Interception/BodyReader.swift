/// Reads body streams away from the loader's thread, on a few threads of its own: a slow writer must not hold up
/// others, and a thousand of them must not make a thousand threads.
final class BodyReader: Sendable {
    /// One stream to be read.
    final class Job: Sendable {
        fileprivate enum Phase { case waiting, running, over }

        fileprivate let stream: Unchecked<InputStream>
        fileprivate let progress: @Sendable () -> Void
        fileprivate let done: @Sendable (Data) -> Void
        fileprivate let phase = Locked(Phase.waiting)

        fileprivate init(
            _ stream: InputStream, _ progress: @escaping @Sendable () -> Void,
            _ done: @escaping @Sendable (Data) -> Void
        ) {
            self.stream = Unchecked(stream)
            self.progress = progress
            self.done = done
        }

        fileprivate var isWanted: Bool { phase.withLock { $0 != .over } }

        /// What it was before; the first to end it gets `waiting` or `running`.
        fileprivate func end() -> Phase {
            phase.withLock { phase in
                defer { phase = .over }
                return phase
            }
        }
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
    ///   - progress: Told of each piece, on a thread of the reader.
    ///   - done: Gets the bytes, on a thread of the reader.
    func read(
        _ stream: InputStream, progress: @escaping @Sendable () -> Void = {},
        done: @escaping @Sendable (Data) -> Void
    ) -> Job {
        let job = Job(stream, progress, done)
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.threads < Self.maximumThreads else { return false }
            state.threads += 1
            return true
        }
        if needsThread { Thread.detachNewThread { self.work() } }
        return job
    }

    /// Ends the reading between two reads; a thread that is inside one counts no longer, since it may never return.
    func giveUp(_ job: Job) {
        guard job.end() == .running else { return }
        let needsThread = state.withLock { state in
            if state.waiting.isEmpty { state.threads -= 1 }
            return !state.waiting.isEmpty
        }
        if needsThread { Thread.detachNewThread { self.work() } }
    }

    private func work() {
        while let job = next() {
            let begins = job.phase.withLock { phase in
                if phase == .waiting { phase = .running }
                return phase == .running
            }
            guard begins else { continue }
            let data = Self.drain(job)
            // Who gave the job up has given this thread's place away.
            guard job.end() == .running else { return }
            job.done(data)
        }
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
    private static func drain(_ job: Job) -> Data {
        let stream = job.stream.value
        var data = Data()
        stream.open()
        defer { stream.close() }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 * 1024) { buffer in
            while job.isWanted, let base = buffer.baseAddress {
                let count = stream.read(base, maxLength: buffer.count)
                guard count > 0 else { break }
                data.append(base, count: count)
                job.progress()
            }
        }
        return data
    }
}
