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

extension ReadyResponse {
    /// Whether the answer takes neither time nor the delegate.
    func isImmediate(for request: MockRequest) -> Bool {
        if isImmediate { return true }
        return response.isInstant && response.faults.isEmpty && Redirect.request(after: response, to: request) == nil
            && Challenge.all(of: response, to: request).isEmpty
    }

    /// The same, and the whole body arrives.
    func isSuccess(for request: MockRequest) -> Bool {
        guard isImmediate(for: request) else { return false }
        if plainBody != nil { return true }
        guard response.cut == nil, case .content = response.kind else { return false }
        return true
    }
}
