import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The least that a `URLProtocol` can do, and so what `URLSession` itself costs: one ready answer, no look-up.
class Bare: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        answer()
        client!.urlProtocolDidFinishLoading(self)
    }

    final func answer() {
        client!.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        for chunk in chunks { client!.urlProtocol(self, didLoad: chunk) }
    }

    var response: HTTPURLResponse { Work.response }
    var chunks: [Data] { Work.chunks }

    /// A session of this class on the configuration of the library's sessions.
    class func session(queue: OperationQueue?, delegate: (any URLSessionDelegate)? = nil) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [self]
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    /// The session that ours are compared with.
    class func directSession(delegate: (any URLSessionDelegate)? = nil) -> URLSession {
        InlineFlag.prepare()
        return session(queue: DirectQueue(), delegate: delegate)
    }
}

/// With the cure of the dead-lock.
class CuredBare: Bare {
    override func startLoading() {
        let isAsync = InlineFlag.clear(task!)
        answer()
        if isAsync, let queue = InlineFlag.queue(of: task!) {
            queue.sendsToPool = true
            client!.urlProtocolDidFinishLoading(self)
            queue.sendsToPool = false
        } else {
            client!.urlProtocolDidFinishLoading(self)
        }
    }
}

/// Makes its response for each request, as whoever answers with the request's own URL must.
final class MakingBare: CuredBare {
    override var response: HTTPURLResponse {
        HTTPURLResponse(
            url: request.url!, statusCode: 200, httpVersion: "HTTP/1.1",
            headerFields: ["Content-Type": "application/json", "Content-Length": "\(Work.body.count)"])!
    }
}

/// 100 MB at once.
final class BigBare: CuredBare {
    static let body = Data(count: 100_000_000)
    override var chunks: [Data] { [Self.body] }
}

/// 10,000 pieces.
final class ManyBare: CuredBare {
    static let pieces = [Data](repeating: Data(count: 1_000), count: 10_000)
    override var chunks: [Data] { Self.pieces }
}
