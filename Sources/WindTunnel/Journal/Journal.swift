/// What came to a server, in order of arrival; a value behind the server's lock.
struct Journal {
    /// An exchange in the making; cheap to append, since every request pays for it.
    struct Record {
        let request: MockRequest
        var mount: MountedStub?
        /// What answered where no stub did.
        var source: String?
        var isUnexpected = false
        var isLate = false
        var outcome: Outcome = .pending
        let arrival: Duration
        var completion: Duration?
        var hops: [MockExchange.Hop] = []
        /// Whether `nextRequest` has handed it out.
        var isTaken = false
        /// Whether a test library, or a verification, has told of it.
        var isTold = false
    }

    enum Outcome {
        case pending
        /// A ready response to the request itself.
        case ready(ReadyResponse)
        indirect case response(ResponseHead, Data)
        case failure(any Error)
        case cancelled
        case passedThrough(Int?)
    }

    private var kept: [Record] = []
    /// The number of the first that is kept.
    private var first = 0
    /// How many are kept at most; nil for all.
    let limit: Int?
    /// How many are kept no longer, and how many of those no stub has answered.
    private(set) var dropped = 0
    private(set) var droppedUnexpected = 0
    /// Of those, the ones of which nobody has been told.
    private(set) var droppedUntold = 0
    /// What was dropped before it had its outcome, of which events and the log still tell.
    private var unfinished: [Int: Record] = [:]

    init(limit: Int? = nil) { self.limit = limit }

    /// The last ones, in order of arrival.
    var records: ArraySlice<Record> { limit.map { kept.suffix($0) } ?? kept[...] }

    mutating func append(_ record: Record) -> Int {
        kept.append(record)
        if let limit, kept.count > limit {
            dropped += 1
            let leaving = kept[kept.count - limit - 1]
            if leaving.isUnexpected || leaving.isLate { droppedUnexpected += 1 }
            if leaving.isUnexpected, !leaving.isTold { droppedUntold += 1 }
            trim(to: limit)
        }
        return first + kept.count - 1
    }

    /// Rarely, since all that stay are moved; what has left is not seen in between.
    private mutating func trim(to limit: Int) {
        guard kept.count > limit + max(16, limit / 4) else { return }
        for (offset, record) in kept.prefix(kept.count - limit).enumerated() {
            if case .pending = record.outcome { unfinished[first + offset] = record }
        }
        first += kept.count - limit
        kept.removeFirst(kept.count - limit)
    }

    mutating func change(_ number: Int, _ change: (inout Record) -> Void) {
        guard kept.indices.contains(number - first) else {
            unfinished[number].map { record in
                var record = record
                change(&record)
                unfinished[number] = record
            }
            return
        }
        change(&kept[number - first])
    }

    /// Nobody asks for it any more.
    mutating func forget(_ number: Int) { unfinished[number] = nil }

    var keptCount: Int { kept.count }
    var unfinishedCount: Int { unfinished.count }

    /// Nil for one that has its outcome and is kept no longer.
    func record(_ number: Int) -> Record? {
        kept.indices.contains(number - first) ? kept[number - first] : unfinished[number]
    }

    /// Those from a number on, with their numbers.
    func records(from number: Int) -> [(number: Int, record: Record)] {
        let seen = records
        let start = max(seen.startIndex, number - first)
        guard start < seen.endIndex else { return [] }
        return (start..<seen.endIndex).map { (first + $0, seen[$0]) }
    }

    mutating func removeAll() { (kept, unfinished) = ([], [:]) }

    /// Who asks for the dropped ones tells of them.
    mutating func takeDroppedUntold() -> Int {
        defer { droppedUntold = 0 }
        return droppedUntold
    }

    func exchange(_ record: Record) -> MockExchange {
        MockExchange(
            request: record.request, hops: record.hops, stub: record.mount?.stub.location,
            stubDescription: record.mount?.stub.description ?? record.source,
            stubPlace: record.mount?.stub.options.flatMap { options in options.place.map { ($0, options.name) } },
            isUnexpected: record.isUnexpected,
            isLate: record.isLate,
            outcome: record.outcome.value(for: record.request), arrival: record.arrival, completion: record.completion)
    }
}

extension Journal.Outcome {
    fileprivate func value(for request: MockRequest) -> MockExchange.Outcome {
        switch self {
        case .pending: .pending
        case .ready(let ready):
            .response(
                ResponseHead(ready.response, for: request).exchange(
                    body: ready.response.deliveredChunks(for: request).joined))
        case .response(let head, let body): .response(head.exchange(body: body))
        case .failure(let error): .failure(error)
        case .cancelled: .cancelled
        case .passedThrough(let status): .passedThrough(status: status)
        }
    }
}
