/// What came to a server, in order of arrival; a value behind the server's lock.
struct Journal {
    /// An exchange in the making; cheap to append, since every request pays for it.
    struct Record {
        let request: MockRequest
        var mount: MountedStub?
        var isUnexpected = false
        var isLate = false
        var outcome: Outcome = .pending
        let arrival: Duration
        var completion: Duration?
        var hops: [Exchange.Hop] = []
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

    private(set) var records: [Record] = []

    mutating func append(_ record: Record) -> Int {
        records.append(record)
        return records.count - 1
    }

    mutating func change(_ number: Int, _ change: (inout Record) -> Void) {
        guard records.indices.contains(number) else { return }
        change(&records[number])
    }

    mutating func removeAll() { records = [] }

    func exchange(_ record: Record) -> Exchange {
        Exchange(
            request: record.request, hops: record.hops, stub: record.mount?.stub.location,
            stubDescription: record.mount?.stub.description, isUnexpected: record.isUnexpected, isLate: record.isLate,
            outcome: record.outcome.value(for: record.request), arrival: record.arrival, completion: record.completion)
    }
}

extension Journal.Outcome {
    fileprivate func value(for request: MockRequest) -> Exchange.Outcome {
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
