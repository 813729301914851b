/// A stub inside a server, with what has happened to it. All of it is guarded by the server's lock.
final class MountedStub: @unchecked Sendable {
    /// The greater number is preferred.
    let number: Int
    /// Which `add` brought it, from 0.
    let block: Int
    var stub: Stub
    let location: Stub.Location
    /// The conditions as one.
    let check: any RequestCheck
    let isQuick: Bool
    let isDecidedByIndex: Bool
    /// Ready responses, each with its cache.
    var ready: [ReadyResponse]
    var uses = 0
    var isRemoved = false

    init(_ stub: Stub, number: Int, block: Int, origin: Origin?) {
        self.number = number
        self.block = block
        self.stub = stub
        location = stub.location
        check = stub.matchers.conjunction
        isQuick = check.isQuick
        isDecidedByIndex = (check as? TargetCheck)?.isDecidedByIndex(origin: origin) ?? false
        if case .responses(let responses) = stub.answer {
            ready = responses.map(ReadyResponse.init)
        } else {
            ready = []
        }
    }

    func isAvailable(_ states: [String: String]) -> Bool {
        if isRemoved { return false }
        if let limit = stub.limit, uses >= limit { return false }
        return stub.conditions.allSatisfy { (states[$0.scenario] ?? "start") == $0.state }
    }
}

/// A response with the Foundation object that was last made for it.
///
/// `HTTPURLResponse` costs from 3 to 11 µs, most of a request, and clients ask for the same URL again and again.
final class ReadyResponse: Sendable {
    let response: MockResponse
    private let last = Locked<(url: String, method: String, object: HTTPURLResponse)?>(nil)

    init(_ response: MockResponse) { self.response = response }

    func httpResponse(for request: MockRequest) -> HTTPURLResponse {
        last.withLock { last in
            if let last, last.url == request.parts.text, last.method == request.method { return last.object }
            let object = ResponseHead(response, for: request).makeResponse()
            last = (request.parts.text, request.method, object)
            return object
        }
    }
}
