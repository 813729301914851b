/// A request and what became of it.
public struct MockExchange: Sendable, CustomStringConvertible {
    /// What became of a request.
    public enum Outcome: Sendable {
        /// Not answered yet.
        case pending
        /// Answered by a response, delivered in full.
        case response(Response)
        /// The load failed, on purpose or not.
        case failure(any Error)
        /// The client left before the answer was complete.
        case cancelled
        /// Sent to the real network.
        case passedThrough(status: Int?)
    }

    /// A response as it was delivered.
    public struct Response: Sendable {
        /// The status code.
        public let statusCode: Int
        /// The headers, in written order.
        public let headers: MockRequest.Headers
        /// The bytes that were delivered.
        public let body: Data
    }

    /// One step before the last: what was asked, and the 3xx or the 401 that came.
    public struct Hop: Sendable {
        /// The request of the step.
        public let request: MockRequest
        /// The status that sent the client on, or asked it for credentials.
        public let statusCode: Int
        /// The headers that came with it, in written order.
        public let headers: MockRequest.Headers
        /// What the client sent next.
        let next: MockRequest
    }

    /// What the client sent first.
    public let request: MockRequest
    /// What the client sent last.
    var lastRequest: MockRequest { hops.last?.next ?? request }
    /// The steps before the last, for redirects that were followed and challenges that were answered.
    public internal(set) var hops: [Hop] = []
    /// Where the stub stands that answered; nil when none did.
    public internal(set) var stub: Stub.Location?
    /// The stub as source, or the entry of a recording that answered: `entry 3 of shop.har`.
    public internal(set) var stubDescription: String?
    /// Where the stub was read, when that is no Swift source, and its name.
    package internal(set) var stubPlace: (place: String, name: String?)?
    /// Whether no stub answered.
    public internal(set) var isUnexpected: Bool
    /// Whether it came after the server was closed.
    public internal(set) var isLate = false
    /// What became of it.
    public internal(set) var outcome: Outcome = .pending
    /// When it arrived, on the server's clock, since the server was made.
    public let arrival: Duration
    /// When it was complete, on the same clock.
    public internal(set) var completion: Duration?

    /// `GET https://api.example.com/users → 200`
    public var description: String { "\(request) → \(outcome.summary)" }
}

extension MockExchange.Outcome {
    /// `200`, `URLError -1009`
    var summary: String {
        switch self {
        case .pending: "pending"
        case .response(let response): "\(response.statusCode)"
        case .failure(let error as URLError): "URLError \(error.code.rawValue)"
        case .failure(let error): "\(error)"
        case .cancelled: "cancelled"
        case .passedThrough(let status): "network" + (status.map { " \($0)" } ?? "")
        }
    }
}
