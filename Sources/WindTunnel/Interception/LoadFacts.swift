extension URLSessionTask {
    /// Whether something may be delivered now.
    var isRunning: Bool { state == .running }

    /// Told without a cast, for the most frequent kind.
    var isPlainDataTask: Bool { type(of: self) == URLSessionDataTask.self }
}

extension TimeLimits {
    /// A protocol must time out itself: neither loader does it for one. The request's own interval counts, else the
    /// configuration's, and the resource's for the whole.
    init(_ task: URLSessionTask) {
        let configuration = FoundationInternals.shared.session(of: task)?.configuration
        let own = task.originalRequest?.timeoutInterval ?? Self.foundationDefault
        // Foundation on Linux shows its default where nothing was set.
        let request = own == Self.foundationDefault ? configuration?.timeoutIntervalForRequest ?? own : own
        self.init(
            idle: Self.duration(request), total: Self.duration(configuration?.timeoutIntervalForResource ?? 604_800))
    }

    private static let foundationDefault: TimeInterval = 60

    /// Zero and less mean no time-out of their own; what is beyond a century is one.
    private static func duration(_ seconds: TimeInterval) -> Duration {
        seconds > 0 && seconds < 3e9 ? .seconds(seconds) : .seconds(3_000_000_000)
    }
}

extension Data {
    /// The same bytes, counted from zero, as clients know them from the network; a copy for a slice alone.
    var fromZero: Data { startIndex == 0 ? self : Data(self) }
}

extension ReadyResponse {
    /// Whether the answer takes neither time nor the delegate.
    func isImmediate(for request: MockRequest) -> Bool {
        if isImmediate { return true }
        return response.isInstant && response.faults.isEmpty && Redirect.request(after: response, to: request) == nil
    }

    /// The same, and the whole body arrives.
    func isSuccess(for request: MockRequest) -> Bool {
        guard isImmediate(for: request) else { return false }
        if plainBody != nil { return true }
        guard response.cut == nil, case .content = response.kind else { return false }
        return true
    }
}

extension MockResponse {
    /// The pieces of a ready body as the client gets them.
    func deliveredChunks(for request: MockRequest) -> [Data] {
        guard hasBody(for: request), let chunks = readyBody else { return [] }
        guard let cut else { return chunks }
        var left = cut.bytes
        return chunks.compactMap { chunk in
            let piece = chunk.prefix(left)
            left -= piece.count
            return piece.isEmpty ? nil : piece
        }
    }
}

extension ServerCore {
    /// Answers where no server is: refuses by name.
    static let nobody: ServerCore = {
        let core = ServerCore(
            origin: nil, name: "a MockServer that is gone", clock: .system, policy: .fail, states: [:])
        core.dropJournal()
        core.close()
        return core
    }()
}
