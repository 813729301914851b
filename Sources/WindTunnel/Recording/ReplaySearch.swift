/// The entries that fit one request, found as far as somebody has looked: of a hundred thousand equal ones each answer
/// looks at one more. Guarded by whoever holds it.
final class ReplaySearch {
    /// How well an entry fits, the best first.
    private enum Rank: Int, CaseIterable {
        /// To the byte.
        case exact
        case equal
        /// The request has a body and none was recorded, or it was not changed since nobody knows what.
        case poor
    }

    private struct Found {
        var entries: [Int] = []
        /// Those before it are used, or answer nothing.
        var cursor = 0
    }

    private let sought: Sought
    private let group: ReplayGroup
    private let reader: EntryReader
    private let rules: ReplayRules
    private let mark: Int?
    private var position = 0
    private var found = Rank.allCases.map { _ in Found() }

    init(_ sought: Sought, in group: ReplayGroup, _ reader: EntryReader, _ rules: ReplayRules) {
        self.sought = sought
        self.group = group
        self.reader = reader
        self.rules = rules
        mark = rules.body.flatMap(sought.mark)
    }

    /// Whether no entry fits, used or not.
    var isEmpty: Bool {
        while found.allSatisfy(\.entries.isEmpty) { if !findMore() { return true } }
        return false
    }

    /// The entry whose turn it is: of those that fit best.
    func choose(_ order: ReplayOrder, isUsed: (Int) -> Bool, isSkipped: (Int) -> Bool) -> Int? {
        for rank in Rank.allCases {
            if let entry = unused(rank, { isSkipped($0) || order != .any && isUsed($0) }) { return entry }
            guard let last = found[rank.rawValue].entries.last(where: { !isSkipped($0) }) else { continue }
            return order == .once ? nil : last
        }
        return nil
    }

    /// Looks on as long as none is found.
    private func unused(_ rank: Rank, _ isOut: (Int) -> Bool) -> Int? {
        repeat {
            while found[rank.rawValue].cursor < found[rank.rawValue].entries.count {
                let entry = found[rank.rawValue].entries[found[rank.rawValue].cursor]
                if !isOut(entry) { return entry }
                found[rank.rawValue].cursor += 1
            }
        } while findMore()
        return nil
    }

    /// False when there is nothing more to look at.
    private func findMore() -> Bool {
        if let mark { position = group.position(from: position, mark: mark) }
        guard let entry = group[position] else { return false }
        let (rank, recorded) = rank(entry)
        if mark != nil, position == group.sorted { group.sort(mark: recorded) }
        if let rank { found[rank.rawValue].entries.append(entry) }
        position += 1
        return true
    }

    /// How well an entry fits; and the mark of its body, if others may pass it over by that.
    private func rank(_ entry: Int) -> (rank: Rank?, mark: Int?) {
        guard let read = reader.read(entry).entry else { return (.equal, nil) }
        let recorded = read.request
        guard rules.headers.allSatisfy({ hasHeader($0, recorded) }) else { return (nil, nil) }
        let isUnasked = read.response.isBareNotModified && !sought.request.isConditional
        let best: Rank = isUnasked ? .poor : sought.isExactly(recorded) ? .exact : .equal
        guard let ignored = rules.body else { return (best, nil) }
        guard recorded.postData?.body?.isEmpty == false else {
            return (sought.request.body.isEmpty ? best : .poor, nil)
        }
        let comparison = sought.compare(recorded, ignoring: ignored)
        let isMarked = recorded.postData?.mimeType.isEmpty == false
        return (comparison.isEqual ? best : nil, isMarked ? comparison.mark : nil)
    }

    private func hasHeader(_ name: String, _ recorded: HAR.Request) -> Bool {
        if Secrets.isSecret(header: name) { return true }
        let lines = recorded.headers.map { (name: $0.name, value: $0.value) }
        return MockRequest.Headers(lines: lines).all(name) == sought.request.headers.all(name)
    }
}

/// A request as it is looked for in a recording that may have lost its secrets.
struct Sought {
    let request: MockRequest
    private let secrets: HAR.Redaction?
    private let url: URLParts
    private let body: Data

    init(_ request: MockRequest) {
        self.request = request
        secrets = nil
        url = request.parts
        body = request.headers.decoded(request.body).body
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

    /// As the recording has it to the byte: of secrets that were told apart by their values nothing is left but their
    /// numbers.
    func isExactly(_ recorded: HAR.Request) -> Bool {
        guard recorded.url == request.parts.text else { return false }
        let recordedBody = recorded.postData?.body ?? Data()
        return recordedBody == request.body || recordedBody == body
    }

    /// Nil when the entries have to be read for it.
    func mark(_ ignored: [JSONPath]) -> Int? {
        guard secrets == nil, let type = request.headers["Content-Type"] else { return nil }
        return RecordedBody(Placeholder.generalized(body), contentType: type, ignoring: ignored).mark
    }

    /// The recorded body, and whether it is that of the request.
    func compare(_ recorded: HAR.Request, ignoring paths: [JSONPath]) -> (isEqual: Bool, mark: Int) {
        let recorded = recorded.decoded
        let expected = secrets.map(recorded.redacted)?.postData ?? recorded.postData
        let type = request.headers["Content-Type"]
        let recordedType = expected.flatMap { $0.mimeType.isEmpty ? nil : $0.mimeType } ?? type
        let theirs = RecordedBody(
            Placeholder.generalized(expected?.body ?? Data()), contentType: recordedType, ignoring: paths)
        let ours = RecordedBody(Placeholder.generalized(body), contentType: type, ignoring: paths)
        return (ours.equals(theirs), theirs.mark)
    }
}

extension HAR.Request {
    fileprivate func redacted(_ redaction: HAR.Redaction) -> HAR.Request {
        var redactor = HAR.Redactor(redaction)
        let entry = HAR.Entry(startedDateTime: "", request: self, response: HAR.Response(status: 0))
        return redactor.redacted(entry).request
    }
}

extension MockRequest {
    /// Whether it may be answered by 304 (RFC 9110, section 13.1).
    var isConditional: Bool { headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil }
}

extension HAR.Response {
    /// Browsers put the body of their cache beside the status, which makes an answer for everybody.
    fileprivate var isBareNotModified: Bool {
        status == 304 && (content.text ?? "").isEmpty && content.custom["_file"] == nil
    }
}

/// Reads entries, and has the last one still when it is to answer. Guarded by whoever holds it.
final class EntryReader {
    private let file: HAR.File
    private var last: (entry: Int, item: HAR.File.Item)?

    init(_ file: HAR.File) { self.file = file }

    func read(_ entry: Int) -> HAR.File.Item {
        if let item = last(entry) { return item }
        let item = file.read(at: entry)
        last = (entry, item)
        return item
    }

    /// Nil when it is not the last one that was read.
    func last(_ entry: Int) -> HAR.File.Item? { last?.entry == entry ? last?.item : nil }
}
