import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The class that everybody pastes: a static table from URL to error, data and response, on a session with the cache
/// that an ephemeral configuration has.
final class Seed: URLProtocol {
    nonisolated(unsafe) static var mocks: [URL: (error: (any Error)?, data: Data?, response: HTTPURLResponse?)] = [:]

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        if let url = request.url, let mock = Self.mocks[url] {
            if let response = mock.response {
                client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            }
            if let data = mock.data { client?.urlProtocol(self, didLoad: data) }
            if let error = mock.error { client?.urlProtocol(self, didFailWithError: error) }
        }
        client?.urlProtocolDidFinishLoading(self)
    }

    static func session() -> URLSession {
        mocks[Work.url] = (nil, Work.body, Work.response)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Seed.self]
        return URLSession(configuration: configuration)
    }
}
