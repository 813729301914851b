/// Sends what no stub answers to the network, and keeps what came.
final class Recorder: Sendable {
    private struct State {
        /// What the file had, for `new`: all of it stays.
        var kept: HAR?
        var takes: [Take] = []
        var isFinished = false
        /// Whether it could not be written, and somebody was told.
        var hasFailed = false
    }

    private struct Take {
        var entry: HAR.Entry
        let start: ContinuousClock.Instant
        /// Whether it has an answer, perhaps one whose body nobody has read.
        var isAnswered = false
        var isComplete = false
    }

    let url: URL
    private let upstream: RecordingUpstream
    private let redaction: HAR.Redaction
    private let lock: RecordingLock
    /// Whether the file has entries that stay.
    private let isAddition: Bool
    private let state: Locked<State>
    /// Held while the file is written: who finishes second waits for the first.
    private let writing = Locked(())

    /// - Parameter kept: What the file has, read under the lock; nil when it is made afresh.
    init(
        to url: URL, _ lock: RecordingLock, upstream: RecordingUpstream, redaction: HAR.Redaction,
        keeping kept: HAR? = nil
    ) {
        self.url = url
        self.upstream = upstream
        self.redaction = redaction
        self.lock = lock
        isAddition = kept != nil
        // What a process has left that was killed while it wrote; nobody writes now but who holds the lock.
        FileReplacement.removeLeftovers(of: url)
        state = Locked(State(kept: kept))
    }

    deinit { upstream.end() }

    /// The network's answer, which is recorded while the client gets it.
    func answer(to request: MockRequest) async -> MockResponse {
        let take = begin(request)
        do {
            var response = try await upstream.send(request)
            guard case .content(let body) = response.kind else {
                if case .failure(let error) = response.kind { record(error, take) }
                return response
            }
            response.kind = .content(.stream(recording(body, of: response, take)))
            // Of an answer that sends the client on, or asks it for credentials, the body may never be read.
            record(response, Data(), take, isComplete: !response.hasBody(for: request))
            return response
        } catch is CancellationError {
            // The client has left: there is nothing to keep.
            return .failure(URLError(.cancelled))
        } catch {
            record(error, take)
            return .failure(error)
        }
    }

    /// Gives the body to the client, and keeps a copy.
    private func recording(
        _ body: MockResponse.Body, of head: MockResponse, _ take: Int
    ) -> MockResponse.StreamWriter {
        let write = body.writer
        let length = head.headers["Content-Length"].flatMap { Int($0) }
        return { [self] client in
            let copy = Locked(Data())
            let writer = client.copying { [self] data in
                let body = copy.withLock { copy -> Data? in
                    copy.append(data)
                    return copy.count == length ? copy : nil
                }
                // Before the client has all of it: it may be gone, and the recording finished, right after.
                if let body { record(head, body, take) }
            }
            do {
                try await write(writer)
            } catch let cut as Pen.CutError {
                record(cut.error, take)
                throw cut
            }
            record(head, copy.withLock { $0 }, take)
        }
    }

    private func begin(_ request: MockRequest) -> Int {
        let entry = HAR.Entry(
            startedDateTime: HAR.Timestamp(Date()), request: HAR.Request(request), response: HAR.Response(status: 0))
        return state.withLock { state in
            guard !state.isFinished else { return -1 }
            state.takes.append(Take(entry: entry, start: .now))
            return state.takes.count - 1
        }
    }

    private func record(_ response: MockResponse, _ body: Data, _ take: Int, isComplete: Bool = true) {
        let isAnswer = isComplete || 300..<400 ~= response.statusCode || response.statusCode == 401
        guard isAnswer else { return }
        let (headers, body) = response.headers.decoded(body)
        change(take, isComplete: isComplete) { entry in
            entry.response = HAR.Response(
                status: response.statusCode, headers: headers, body: body,
                url: URL(string: entry.request.url) ?? MockRequest.noURL)
        }
    }

    private func record(_ error: any Error, _ take: Int) {
        // A client that leaves breaks the transfer off; the network did not.
        if (error as? URLError)?.code == .cancelled { return }
        change(take, isComplete: true) { $0.response = HAR.Response(failure: error) }
    }

    private func change(_ take: Int, isComplete: Bool, _ change: (inout HAR.Entry) -> Void) {
        state.withLock { state in
            guard !state.isFinished, !state.takes[take].isComplete else { return }
            change(&state.takes[take].entry)
            let time = (ContinuousClock.now - state.takes[take].start).seconds * 1_000
            state.takes[take].entry.time = (time * 1_000).rounded() / 1_000
            state.takes[take].entry.timings.wait = state.takes[take].entry.time
            state.takes[take].isAnswered = true
            state.takes[take].isComplete = isComplete
        }
    }

    // MARK: The file

    /// Writes the file as a whole, once; what is still under way is left out. A file stays as it is when there is
    /// nothing new.
    ///
    /// - Throws: ``RecordingError`` when it cannot be written; what was there before is there still, and what was
    ///   recorded can be written later.
    func finish() throws {
        try writing.withLock { _ in
            guard let archive = state.withLock(Self.archive) else { return }
            do {
                try write(archive)
            } catch {
                state.withLock { $0.hasFailed = true }
                throw RecordingError("the recording \(url.path) cannot be written: \(error.localizedDescription)")
            }
            state.withLock { state in
                state.isFinished = true
                (state.kept, state.takes) = (nil, [])
            }
            lock.release()
        }
    }

    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Leaves the file as it was; false when it has been written.
    func discard() -> Bool {
        let isFinished = state.withLock { state in
            defer { state.isFinished = true }
            return state.isFinished
        }
        if !isFinished { lock.release() }
        return !isFinished
    }

    /// Nil when it was written already.
    private static func archive(_ state: inout State) -> (archive: HAR, hasNews: Bool)? {
        guard !state.isFinished else { return nil }
        let entries = state.takes.filter(\.isAnswered).map(\.entry)
        var archive = state.kept ?? HAR(log: HAR.Log(creator: .windTunnel))
        archive.log.entries += entries
        return (archive, !entries.isEmpty)
    }

    private func write(_ recorded: (archive: HAR, hasNews: Bool)) throws {
        if !recorded.hasNews, FileManager.default.fileExists(atPath: url.path) { return }
        try redacted(recorded.archive).write(to: url)
    }

    /// What this process has redacted, by file and rules: a secret has the same placeholder in all that is added to a
    /// file.
    private static let redactors = Locked<[Redacted: HAR.Redactor]>([:])

    private struct Redacted: Hashable {
        let path: String
        let rules: HAR.Redaction
    }

    private func redacted(_ archive: HAR) -> HAR {
        let key = Redacted(path: url.path, rules: redaction)
        let known = isAddition ? Self.redactors.withLock { $0[key] } : nil
        var redactor = known ?? HAR.Redactor(redaction)
        redactor.learn(archive)
        let redacted = redactor.redacted(archive)
        Self.redactors.withLock { $0[key] = redactor }
        return redacted
    }
}

extension MockResponse.Body {
    /// Writes all of it.
    fileprivate var writer: MockResponse.StreamWriter {
        switch self {
        case .data(let data): { try await $0.write(data) }
        case .chunks(let chunks): { body in for chunk in chunks { try await body.write(chunk) } }
        case .stream(let write): write
        }
    }
}
