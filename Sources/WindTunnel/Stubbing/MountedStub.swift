/// A stub inside a server, with what has happened to it. All of it is guarded by the server's lock.
final class MountedStub: @unchecked Sendable {
    /// The greater number is preferred.
    var number: Int
    /// Which `add` brought it, from 0.
    let block: Int
    var stub: Stub
    /// The conditions as one.
    let check: any RequestCheck
    let isQuick: Bool
    let runsUserCode: Bool
    let isDecidedByIndex: Bool
    /// Whether a fault makes it match nothing.
    let isFaulty: Bool
    var uses = 0
    var isRemoved = false

    init(_ stub: Stub, number: Int, block: Int, isFaulty: Bool = false) {
        self.number = number
        self.block = block
        self.stub = stub
        check = stub.matchers.conjunction
        isQuick = check.isQuick
        self.isFaulty = isFaulty
        runsUserCode = check.runsUserCode
        isDecidedByIndex = (check as? TargetCheck)?.isDecidedByIndex ?? false
    }

    /// Nobody changes where a stub stands.
    var location: Stub.Location { stub.location }

    /// Where it stands, for sentences.
    var place: String { stub.place }

    func isAvailable(_ states: [String: String]) -> Bool {
        if isRemoved { return false }
        guard let options = stub.options else { return true }
        if let limit = options.limit, uses >= limit { return false }
        return options.conditions.allSatisfy { (states[$0.scenario] ?? "start") == $0.state }
    }
}

/// A response with what is asked of it in every load, and the Foundation object that was last made for it.
///
/// `HTTPURLResponse` costs from 3 to 11 µs, most of a request, and clients ask for the same URL again and again.
final class ReadyResponse: @unchecked Sendable {  // `last` is guarded by `lock`, the rest is constant
    private struct Last {
        let request: MockRequest.Storage
        let object: HTTPURLResponse
    }

    let response: MockResponse
    /// Whether the answer takes neither time nor the delegate, for every request.
    let isImmediate: Bool
    /// The whole body when it is ready, in one piece, and not cut.
    let plainBody: Data?
    let setsCookies: Bool
    private var last: Last?
    // One for all: it is held for a comparison, and a lock in each would be a tenth of a stub's memory.
    private static let lock = Locked(())

    init(_ response: MockResponse) {
        self.response = response
        setsCookies = !response.headerLines.cookieLines.isEmpty
        let asksClient = response.statusCode / 100 == 3 || response.statusCode == 401
        isImmediate = response.isInstant && response.faults.isEmpty && !asksClient
        plainBody = if case .content(.data(let data)) = response.kind, response.cut == nil { data } else { nil }
    }

    func httpResponse(for request: MockRequest) -> HTTPURLResponse {
        let known = Self.lock.withLock { _ in last }
        if let known, known.request.parts.text == request.parts.text, known.request.method == request.method {
            return known.object
        }
        let object = ResponseHead(response, for: request).makeResponse()
        Self.lock.withLock { _ in last = Last(request: request.storage, object: object) }
        return object
    }
}
