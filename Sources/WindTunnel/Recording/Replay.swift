/// Answers requests from an archive; which entries were used is its own state.
final class Replay: Sendable {
    /// What a request gets.
    struct Answer: Sendable {
        let response: ReadyResponse
        /// From 0.
        let entry: Int
    }

    private struct State {
        let reader: EntryReader
        var uses: [Int: Int] = [:]
        /// Entries without a usable answer, with the reason.
        var skipped: [Int: String] = [:]
        /// What was looked for, by what counts of a request: clients ask for the same again and again.
        var searches: [SearchKey: ReplaySearch] = [:]
        var groups: [String: ReplayGroup] = [:]
    }

    private struct Choice {
        let entry: Int
        /// Nil when it has to be read.
        let item: HAR.File.Item?
    }

    private struct SearchKey: Hashable {
        let method: String
        let url: String
        let body: Data
        let headers: [[String]]
        let isConditional: Bool
        let isRedacted: Bool
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
    private let state: Locked<State>

    init(_ file: HAR.File, name: String, _ options: ReplayOptions) {
        self.file = file
        self.name = name
        rules = options.rules
        order = options.order
        timing = options.timing
        extra = options.delay
        advice = options.advice
        supplied = options.supplied.filter { Placeholder($0.key) != nil }
        secrets = supplied.values.reduce(options.redaction) { $0.redacting(values: $1) }
        index = ReplayIndex(file, rules)
        state = Locked(State(reader: EntryReader(file)))
    }

    /// Nil when no entry answers, or none any more.
    func answer(to request: MockRequest) -> Answer? {
        while let choice = choose(request) {
            switch response(choice.item ?? file.read(at: choice.entry), for: request) {
            case .success(let response): return Answer(response: ReadyResponse(response), entry: choice.entry)
            case .failure(let reason): state.withLock { $0.skipped[choice.entry] = reason.reason }
            }
        }
        return nil
    }

    /// As the request is; and only when nothing fits, without its secrets, which takes ten times as long.
    private func choose(_ request: MockRequest) -> Choice? {
        let plain = search(request) { Sought(request) }
        if let entry = plain.choice { return entry }
        guard plain.isEmpty else { return nil }
        return search(request, isRedacted: true) { Sought(request, without: secrets) }.choice
    }

    /// The entry whose turn it is; its use is counted.
    private func search(
        _ request: MockRequest, isRedacted: Bool = false, _ sought: () -> Sought
    ) -> (choice: Choice?, isEmpty: Bool) {
        let key = key(request, isRedacted)
        return state.withLock { state in
            let search = key.flatMap { state.searches[$0] } ?? makeSearch(sought(), &state)
            if let key {
                if state.searches.count >= Self.maximumSearches { state.searches = [:] }
                state.searches[key] = search
            }
            let choice = search.choose(
                order, isUsed: { state.uses[$0] != nil }, isSkipped: { state.skipped[$0] != nil })
            if let choice { state.uses[choice, default: 0] += 1 }
            return (choice.map { Choice(entry: $0, item: state.reader.last($0)) }, search.isEmpty)
        }
    }

    private static let maximumSearches = 1_000
    private static let maximumKeptBody = 16_384

    /// Nil for what is too large to be kept.
    private func key(_ request: MockRequest, _ isRedacted: Bool) -> SearchKey? {
        guard request.body.count <= Self.maximumKeptBody else { return nil }
        let headers = (rules.headers + ["Content-Type"]).map { request.headers.all($0) }
        return SearchKey(
            method: request.method, url: request.parts.text, body: request.body, headers: headers,
            isConditional: request.isConditional, isRedacted: isRedacted)
    }

    private func makeSearch(_ sought: Sought, _ state: inout State) -> ReplaySearch {
        let key = sought.key(rules)
        let group = state.groups[key] ?? ReplayGroup(key, index)
        state.groups[key] = group
        return ReplaySearch(sought, in: group, state.reader, rules)
    }

    private func response(
        _ item: HAR.File.Item, for request: MockRequest
    ) -> Result<MockResponse, HAR.AnswerError> {
        if let problem = item.problems.first(where: \.preventsAnswer) {
            return .failure(HAR.AnswerError(reason: problem.message))
        }
        guard let read = item.entry else { return .failure(HAR.AnswerError(reason: "not an object")) }
        let recorded = supplied.isEmpty ? read : read.restoring(supplied)
        do throws(HAR.AnswerError) {
            let answer = try recorded.answer(filesIn: file.folder, isConditional: request.isConditional)
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
        return extra + Duration.milliseconds(min(entry.time * timing.scale, 1e9))
    }

    // MARK: What was not used

    /// Entries without a usable answer, with the reason; reads all of them.
    var skipped: [(entry: Int, reason: String)] {
        (0..<file.count).compactMap { entry -> (entry: Int, reason: String)? in
            do throws(HAR.AnswerError) {
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
