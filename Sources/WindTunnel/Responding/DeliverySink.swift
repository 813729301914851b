/// The client's side of an answer that takes time: a `URLSession` load, or a socket.
protocol DeliverySink: AnyObject, Sendable {
    var limits: TimeLimits { get }
    func begin(_ head: ResponseHead)
    /// Suspends while the client has more than it can take.
    ///
    /// - Throws: `CancellationError` once the client has left.
    func write(_ data: Data) async throws
    func end(_ outcome: Journal.Outcome)
    func fail(_ error: any Error, _ kind: FailureKind)
    /// Begins, status and headers byte by byte.
    func begin(_ head: ResponseHead, over duration: Duration, _ timeline: Timeline) async throws
    /// Breaks the connection instead of an answer.
    func breakOff(_ breakage: MockResponse.Breakage, _ head: ResponseHead)
    /// Speaks another protocol with the client until the script ends.
    func upgrade(_ answer: WebSocketAnswer, _ request: MockRequest, _ timeline: Timeline) async throws
    /// Suspends until the client has got everything, or has stopped listening.
    func flush() async
    /// Sends the client on, or says how to go on.
    func redirect(_ head: ResponseHead, to request: URLRequest) async -> RedirectChoice
    /// Asks the client for credentials.
    func authenticate(_ round: ChallengeRound, _ head: ResponseHead, _ clock: ServerClock) async -> ChallengeChoice
    /// The client was let in with these.
    func keep(_ credential: URLCredential, for space: Challenge.Space)
    /// The body of a request that is sent again; nil once the client has left.
    func bodyAgain(_ request: MockRequest) async -> Data?
    func passThrough(_ request: MockRequest)
}

/// Why there is no answer.
enum FailureKind: Sendable {
    /// The stub was told to fail.
    case simulated
    /// The stub itself is broken, or its code threw.
    case broken
}

enum RedirectChoice: Sendable {
    /// The client goes on with this request, through us.
    case follow(URLRequest)
    /// The client takes the 3xx as the answer.
    case refuse
    /// The loader goes on by itself.
    case left
}
