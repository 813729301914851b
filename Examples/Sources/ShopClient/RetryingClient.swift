import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tries again what a server in trouble has not answered, with longer and longer pauses.
public struct RetryingClient: Sendable {
    private let session: URLSession
    private let clock: any Clock<Duration>
    private let attempts: Int
    private let jitter: ClosedRange<Double>

    /// A client.
    ///
    /// - Parameters:
    ///   - clock: What the pauses are measured by.
    ///   - attempts: How often a request is sent at most.
    ///   - jitter: What each pause is multiplied with, so that not all clients come back at the same moment.
    public init(
        session: URLSession = .shared, clock: any Clock<Duration> = ContinuousClock(), attempts: Int = 4,
        jitter: ClosedRange<Double> = 0.5...1
    ) {
        self.session = session
        self.clock = clock
        self.attempts = attempts
        self.jitter = jitter
    }

    /// The first good answer to a request, or else what came of the last attempt.
    public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        for attempt in 1..<max(1, attempts) where request.isRepeatable {
            var pause = Duration.seconds(1 << (attempt - 1)) * .random(in: jitter)
            do {
                let answer = try await session.answer(to: request)
                guard answer.head.isTemporaryFailure else { return answer }
                pause = answer.head.retryAfter ?? pause
            } catch let error as URLError where error.isTemporary {}
            try await clock.sleep(for: pause)
        }
        return try await session.answer(to: request)
    }
}

extension URLRequest {
    /// Whether it does no harm to send it twice: its method is idempotent (RFC 9110, section 9.2.2), or it has a key
    /// by which the server knows it again.
    fileprivate var isRepeatable: Bool {
        ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(httpMethod)
            || value(forHTTPHeaderField: "Idempotency-Key") != nil
    }
}

extension HTTPURLResponse {
    fileprivate var isTemporaryFailure: Bool { [429, 502, 503, 504].contains(statusCode) }

    /// The pause that the server asks for in seconds (RFC 9110, section 10.2.3).
    fileprivate var retryAfter: Duration? {
        value(forHTTPHeaderField: "Retry-After").flatMap(Int.init).map { .seconds(max(0, $0)) }
    }
}

extension URLError {
    fileprivate var isTemporary: Bool {
        switch code {
        case .timedOut, .networkConnectionLost, .cannotConnectToHost, .dnsLookupFailed: true
        // On Linux it is what becomes of a connection that ends before an answer.
        case .badServerResponse: true
        default: false
        }
    }
}
