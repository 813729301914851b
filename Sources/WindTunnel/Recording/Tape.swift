/// What answers behind the stubs: a recording, the network that is recorded, or both.
struct Tape: Sendable {
    enum Answer: Sendable {
        case entry(Replay.Answer, of: String)
        case record(Recorder)
        case ask(RecordingUpstream)
    }

    var replay: Replay?
    /// More recordings, asked behind the first.
    var others: [Replay] = []
    var recorder: Recorder?
    /// Asked without being recorded.
    var upstream: RecordingUpstream?
    var mode = RecordingMode.never
    /// Where requests go that are recorded, or sent again to be compared.
    var network = RecordingUpstream.network

    /// Reads entries, and so is asked outside of the server's lock and of the loader's place.
    func answer(to request: MockRequest) -> Answer? {
        for replay in [replay].compactMap(\.self) + others {
            if let answer = replay.answer(to: request) { return .entry(answer, of: replay.name) }
        }
        return recorder.map { .record($0) } ?? upstream.map { .ask($0) }
    }
}

extension Tape.Answer {
    var action: Decision.Action {
        switch self {
        case .entry(let answer, _): .respond(answer.response)
        case .record(let recorder): .handle { await recorder.answer(to: $0) }
        case .ask(let upstream): .handle { try await upstream.answer(to: $0) }
        }
    }

    /// For the journal.
    var description: String {
        switch self {
        case .entry(let answer, let name): "entry \(answer.entry + 1) of \(name)"
        case .ask: "the upstream"
        case .record(let recorder): "the network, recorded to \(recorder.url.lastPathComponent)"
        }
    }
}

extension Tape {
    /// What a mode makes of a file.
    ///
    /// - Throws: ``RecordingError``, and what reading the file throws.
    init(_ url: URL, _ mode: RecordingMode, _ options: ReplayOptions, upstream: RecordingUpstream) throws {
        func exists() -> Bool { FileManager.default.fileExists(atPath: url.path) }
        (self.mode, network) = (mode, upstream)
        if !mode.records, !exists() {
            throw RecordingError(
                "there is no recording \(url.path). To make it, run the test with \(RecordingMode.variable)=missing")
        }
        // What another process has just recorded counts, so that the file is looked at under the lock.
        let records = mode == .all || mode == .new || (mode == .missing && !exists())
        let lock = records ? try RecordingLock(url) : nil
        let file = mode != .all && exists() ? try Self.open(url) : nil
        replay = file.map { Replay($0, name: url.lastPathComponent, options) }
        guard let lock, mode != .missing || file == nil else { return }
        recorder = Recorder(
            to: url, lock, upstream: upstream, redaction: options.redaction,
            keeping: try file.map { try Self.all($0, url) })
    }

    /// What is added to must be read without a loss, since it is written again.
    private static func all(_ file: HAR.File, _ url: URL) throws -> HAR {
        if let entry = (0..<file.count).first(where: { file.read(at: $0).entry == nil }) {
            throw RecordingError(
                "nothing can be added to the recording \(url.path): entry \(entry + 1) cannot be read, and would be lost"
            )
        }
        return file.read().archive
    }

    private static func open(_ url: URL) throws -> HAR.File {
        do {
            return try HAR.File(contentsOf: url)
        } catch {
            throw RecordingError("the recording \(url.path) cannot be read: \(error)")
        }
    }
}
