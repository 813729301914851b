/// Answers requests from an archive; which entries were used is its own state.
final class Replay: Sendable {
    /// What a request gets.
    struct Answer: Sendable {
        let response: ReadyResponse
        /// From 0.
        let entry: Int
    }

    private struct State {
        var uses: [Int: Int] = [:]
        /// Entries without a usable answer, with the reason.
        var skipped: [Int: String] = [:]
    }

    let file: HAR.File
    /// What the archive is called in sentences.
    let name: String
    let rules: ReplayRules
    let order: ReplayOrder
    let timing: ReplayTiming
    private let index: ReplayIndex
    private let state = Locked(State())

    init(_ file: HAR.File, name: String, rules: ReplayRules, order: ReplayOrder, timing: ReplayTiming) {
        self.file = file
        self.name = name
        self.rules = rules
        self.order = order
        self.timing = timing
        index = ReplayIndex(file, rules)
    }

    /// Nil when no entry answers, or none any more.
    func answer(to request: MockRequest) -> Answer? {
        let candidates = index.entries(for: request, rules).filter { fits($0, request) }
        while let entry = choose(candidates) {
            switch response(entry, for: request) {
            case .success(let response): return Answer(response: ReadyResponse(response), entry: entry)
            case .failure(let reason): state.withLock { $0.skipped[entry] = reason.reason }
            }
        }
        return nil
    }

    /// Counts a use of the entry whose turn it is.
    private func choose(_ candidates: [Int]) -> Int? {
        state.withLock { state in
            let usable = candidates.filter { state.skipped[$0] == nil }
            let unused = usable.first { state.uses[$0] == nil }
            let chosen: Int? =
                switch order {
                case .inOrder: unused ?? usable.last
                case .once: unused
                case .any: usable.first
                }
            if let chosen { state.uses[chosen, default: 0] += 1 }
            return chosen
        }
    }

    private func fits(_ entry: Int, _ request: MockRequest) -> Bool {
        guard rules.body != nil || !rules.headers.isEmpty else { return true }
        guard let recorded = file.read(at: entry).entry?.request else { return false }
        let areHeadersEqual = rules.headers.allSatisfy { name in
            let lines = recorded.headers.map { (name: $0.name, value: $0.value) }
            return MockRequest.Headers(lines: lines).all(name) == request.headers.all(name)
        }
        guard areHeadersEqual, let ignored = rules.body, let postData = recorded.postData, let body = postData.body,
            !body.isEmpty
        else { return areHeadersEqual }
        let type = postData.mimeType.isEmpty ? nil : postData.mimeType
        let expected = RecordedBody(body, contentType: type ?? request.headers["Content-Type"], ignoring: ignored)
        return RecordedBody(request.body, contentType: request.headers["Content-Type"], ignoring: ignored)
            .equals(expected)
    }

    private func response(_ entry: Int, for request: MockRequest) -> Result<MockResponse, HAR.NoAnswer> {
        let item = file.read(at: entry)
        let isConditional = request.headers["If-None-Match"] != nil || request.headers["If-Modified-Since"] != nil
        do {
            let answer = try file.answer(at: entry, isConditional: isConditional)
            return .success(MockResponse(answer).delayed(by: delay(item.entry)))
        } catch let reason {
            guard let text = item.entry?.response.errorText, let error = ArchivedFailure.error(text) else {
                return .failure(reason)
            }
            return .success(MockResponse.failure(error).delayed(by: delay(item.entry)))
        }
    }

    private func delay(_ entry: HAR.Entry?) -> Duration {
        guard timing.scale > 0, let milliseconds = entry?.time, milliseconds > 0 else { return .zero }
        return Duration.milliseconds(min(milliseconds, 1e9)) * timing.scale
    }

    // MARK: What was not used

    /// Entries without a usable answer, with the reason; reads all of them.
    var skipped: [(entry: Int, reason: String)] {
        (0..<file.count).compactMap { entry -> (entry: Int, reason: String)? in
            do throws(HAR.NoAnswer) {
                _ = try file.answer(at: entry)
                return nil
            } catch {
                let text = file.read(at: entry).entry?.response.errorText
                return text.flatMap(ArchivedFailure.error) == nil ? (entry, error.reason) : nil
            }
        }
    }

    /// Entries that have answered.
    var used: [Int] { state.withLock { $0.uses.keys.sorted() } }

    /// `scheme://host` of the first entry.
    var firstOrigin: String? { file.count > 0 ? URLParts(file.url(at: 0)).origin : nil }

    /// `scheme://host` of all entries.
    var origins: [String] { index.origins }
}

extension HAR.Response {
    /// Why there was no answer, as browsers and we write it.
    var errorText: String? {
        if case .string(let text)? = custom["_error"] { text } else { nil }
    }
}

extension MockResponse {
    fileprivate init(_ answer: HAR.Answer) {
        self.init(
            .content(.data(answer.body)), status: answer.status,
            headers: answer.headers.map { (name: $0.name, value: $0.value) })
    }
}

/// Entries by what their requests have in common, for files of any size: eight bytes a key, and the key is compared when
/// it counts.
struct ReplayIndex: Sendable {
    private let first: [UInt64: Int32]
    /// The next entry of the same key; -1 for none.
    private let next: [Int32]
    let origins: [String]
    private let file: HAR.File

    init(_ file: HAR.File, _ rules: ReplayRules) {
        self.file = file
        var first: [UInt64: Int32] = [:]
        var next = [Int32](repeating: -1, count: file.count)
        var origins: Set<String> = []
        // From the end, so that each list is in order.
        for entry in (0..<file.count).reversed() {
            let parts = URLParts(file.url(at: entry))
            origins.insert(parts.origin)
            let hash = Self.hash(rules.key(method: file.method(at: entry), parts))
            next[entry] = first.updateValue(Int32(entry), forKey: hash) ?? -1
        }
        (self.first, self.next) = (first, next)
        self.origins = origins.sorted()
    }

    func entries(for request: MockRequest, _ rules: ReplayRules) -> [Int] {
        let key = rules.key(method: request.method, request.parts)
        var found: [Int] = []
        var cursor = first[Self.hash(key)] ?? -1
        while cursor >= 0 {
            let entry = Int(cursor)
            if rules.key(method: file.method(at: entry), URLParts(file.url(at: entry))) == key { found.append(entry) }
            cursor = next[entry]
        }
        return found
    }

    /// FNV-1a: the standard library's hash differs from run to run and is wider than what is kept of it.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
