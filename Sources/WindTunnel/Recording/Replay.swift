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
    private let extra: Duration
    /// What a report says to do about a request that was not recorded.
    let advice: String
    /// What is put in the place of placeholders.
    let supplied: [String: String]
    private let secrets: HAR.Redaction
    private let index: ReplayIndex
    private let state = Locked(State())

    init(_ file: HAR.File, name: String, _ options: ReplayOptions) {
        self.file = file
        self.name = name
        rules = options.rules
        order = options.order
        timing = options.timing
        extra = options.delay
        advice = options.advice
        supplied = options.supplied
        secrets = supplied.values.reduce(options.redaction) { $0.redacting(values: $1) }
        index = ReplayIndex(file, rules)
    }

    /// Nil when no entry answers, or none any more.
    func answer(to request: MockRequest) -> Answer? {
        var reader = EntryReader(file)
        let fitting = fitting(request, &reader)
        while let entry = choose(preferred(of: fitting, request, &reader), fitting) {
            switch response(entry, for: request, &reader) {
            case .success(let response): return Answer(response: ReadyResponse(response), entry: entry)
            case .failure(let reason): state.withLock { $0.skipped[entry] = reason.reason }
            }
        }
        return nil
    }

    /// As the request is; and only when nothing fits, without its secrets, which takes ten times as long.
    private func fitting(_ request: MockRequest, _ reader: inout EntryReader) -> [Int] {
        let plain = Sought(request)
        let fitting = index.entries(for: plain.key(rules)).filter { fits($0, plain, &reader) }
        guard fitting.isEmpty else { return fitting }
        let redacted = Sought(request, without: secrets)
        return index.entries(for: redacted.key(rules)).filter { fits($0, redacted, &reader) }
    }

    /// Of secrets that were told apart by their values nothing is left but their numbers; what is equal to the byte comes
    /// first.
    private func preferred(of fitting: [Int], _ request: MockRequest, _ reader: inout EntryReader) -> [Int] {
        guard fitting.count > 1 else { return fitting }
        let exact = fitting.filter { entry in
            file.url(at: entry) == request.parts.text
                && (reader[entry].entry?.request.postData?.body ?? Data()) == request.body
        }
        return exact.isEmpty ? fitting : exact
    }

    /// Counts a use of the entry whose turn it is.
    private func choose(_ preferred: [Int], _ all: [Int]) -> Int? {
        state.withLock { state in
            let isUsable: (Int) -> Bool = { state.skipped[$0] == nil }
            let usable = preferred.contains(where: isUsable) ? preferred.filter(isUsable) : all.filter(isUsable)
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

    private func fits(_ entry: Int, _ sought: Sought, _ reader: inout EntryReader) -> Bool {
        guard rules.body != nil || !rules.headers.isEmpty else { return true }
        guard let recorded = reader[entry].entry?.request else { return false }
        let areHeadersEqual = rules.headers.allSatisfy { name in
            let lines = recorded.headers.map { (name: $0.name, value: $0.value) }
            return Secrets.isSecret(header: name)
                || MockRequest.Headers(lines: lines).all(name) == sought.request.headers.all(name)
        }
        guard areHeadersEqual, let ignored = rules.body, recorded.postData?.body?.isEmpty == false else {
            return areHeadersEqual
        }
        return sought.hasBody(of: recorded, ignoring: ignored)
    }

    private func response(
        _ entry: Int, for request: MockRequest, _ reader: inout EntryReader
    ) -> Result<MockResponse, HAR.NoAnswer> {
        let item = reader[entry]
        if let problem = item.problems.first(where: \.preventsAnswer) {
            return .failure(HAR.NoAnswer(reason: problem.message))
        }
        guard let read = item.entry else { return .failure(HAR.NoAnswer(reason: "not an object")) }
        let recorded = supplied.isEmpty ? read : read.restoring(supplied)
        let isConditional = request.headers["If-None-Match"] != nil || request.headers["If-Modified-Since"] != nil
        do throws(HAR.NoAnswer) {
            let answer = try recorded.answer(filesIn: file.folder, isConditional: isConditional)
            return .success(MockResponse(answer).delayed(by: delay(recorded)))
        } catch {
            guard let text = recorded.response.errorText, let failure = ArchivedFailure.error(text) else {
                return .failure(error)
            }
            return .success(MockResponse.failure(failure).delayed(by: delay(recorded)))
        }
    }

    private func delay(_ entry: HAR.Entry) -> Duration {
        guard timing.scale > 0, entry.time > 0 else { return extra }
        return extra + Duration.milliseconds(min(entry.time, 1e9)) * timing.scale
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

/// Reads an entry once in a search.
private struct EntryReader {
    private let file: HAR.File
    private var items: [Int: HAR.File.Item] = [:]

    init(_ file: HAR.File) { self.file = file }

    subscript(entry: Int) -> HAR.File.Item {
        mutating get {
            if let item = items[entry] { return item }
            let item = file.read(at: entry)
            items[entry] = item
            return item
        }
    }
}

/// A request as it is looked for in a recording that may have lost its secrets.
private struct Sought {
    let request: MockRequest
    private let secrets: HAR.Redaction?
    private let url: URLParts
    private let body: Data

    init(_ request: MockRequest) {
        self.request = request
        secrets = nil
        url = request.parts
        body = request.body
    }

    /// As it would have been recorded.
    init(_ request: MockRequest, without secrets: HAR.Redaction) {
        let redacted = HAR.Request(request).redacted(secrets)
        self.request = request
        self.secrets = secrets
        url = URLParts(redacted.url)
        body = redacted.postData?.body ?? Data()
    }

    func key(_ rules: ReplayRules) -> String { rules.key(method: request.method, url) }

    func hasBody(of recorded: HAR.Request, ignoring paths: [JSONPath]) -> Bool {
        let expected = secrets.map(recorded.redacted)?.postData ?? recorded.postData
        let type = request.headers["Content-Type"]
        let recordedType = expected.flatMap { $0.mimeType.isEmpty ? nil : $0.mimeType } ?? type
        return RecordedBody(Placeholder.generalized(body), contentType: type, ignoring: paths).equals(
            RecordedBody(
                Placeholder.generalized(expected?.body ?? Data()), contentType: recordedType, ignoring: paths))
    }
}

extension HAR.Request {
    fileprivate func redacted(_ redaction: HAR.Redaction) -> HAR.Request {
        var redactor = HAR.Redactor(redaction)
        let entry = HAR.Entry(startedDateTime: "", request: self, response: HAR.Response(status: 0))
        return redactor.redacted(entry).request
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
    private let rules: ReplayRules

    init(_ file: HAR.File, _ rules: ReplayRules) {
        self.file = file
        self.rules = rules
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

    /// In order.
    func entries(for key: String) -> [Int] {
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
