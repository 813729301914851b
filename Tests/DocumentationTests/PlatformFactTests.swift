import Foundation
import TestSupport
import Testing
import WindTunnelTesting

#if canImport(FoundationNetworking)
    // What a bare URLProtocol meets on Linux. Each fact makes a line of the library necessary; a test that fails here on a
    // newer toolchain says which line may go. Documentation/Platforms.md names them.

    /// A protocol without any cure. What it does is told by the host of the URL, so that tests can run in parallel.
    private final class BareProtocol: URLProtocol {
        struct Host: Sendable {
            var start: @Sendable (URLProtocol) -> Void
            var calls: [String] = []
        }

        static let hosts = Box<[String: Host]>([:])
        @TaskLocal static var place = "nowhere"

        static func note(_ call: String, _ request: URLRequest) {
            hosts.change { $0[request.url?.host ?? ""]?.calls.append(call) }
        }

        override class func canInit(with request: URLRequest) -> Bool {
            note("canInit \(place)", request)
            return true
        }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func startLoading() {
            Self.note("start \(Self.place)", request)
            let start = Self.hosts.change { $0[request.url?.host ?? ""]?.start }
            start?(self)
        }
        override func stopLoading() { Self.note("stop", request) }
    }

    extension URLProtocol {
        fileprivate func answer(_ chunks: [String] = [""], fields: [String: String] = [:]) {
            let response = HTTPURLResponse(
                url: request.url!, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields)
            client?.urlProtocol(self, didReceive: response!, cacheStoragePolicy: .notAllowed)
            for chunk in chunks { client?.urlProtocol(self, didLoad: Data(chunk.utf8)) }
            client?.urlProtocolDidFinishLoading(self)
        }
    }

    @Suite("Linux, a bare URLProtocol", .timeLimit(.minutes(3)))
    struct PlatformFactTests {
        private let host = "\(UUID().uuidString.lowercased()).invalid"
        private var url: URL { URL(string: "http://\(host)/")! }
        private var calls: [String] { BareProtocol.hosts.change { $0[host]?.calls ?? [] } }

        private func session(
            headers: [String: String]? = nil, start: @escaping @Sendable (URLProtocol) -> Void = { $0.answer() }
        ) -> URLSession {
            BareProtocol.hosts.change { $0[host] = BareProtocol.Host(start: start) }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.protocolClasses = [BareProtocol.self]
            configuration.httpAdditionalHeaders = headers
            return URLSession(configuration: configuration)
        }

        @Test func `of several chunks an async call gets the last one only`() async throws {
            let session = session { $0.answer(["one", "two", "three"]) }
            #expect(String(decoding: try await session.data(from: url).0, as: UTF8.self) == "three")
        }

        @Test func `canInit runs in the caller's task, startLoading does not`() async throws {
            let session = session()
            _ = try await BareProtocol.$place.withValue("here") { try await session.data(from: url) }
            #expect(calls == ["canInit here", "start nowhere"])
        }

        @Test func `a suspension stops the load, and a resumption starts the same one again`() async throws {
            let started = AsyncStream.makeStream(of: Void.self)
            let session = session { loader in
                started.continuation.yield()
                // Only the second start answers, so that the suspension falls between the two.
                if BareProtocol.hosts.change({ $0[loader.request.url!.host!]!.calls.contains("stop") }) {
                    loader.answer()
                }
            }
            var starts = started.stream.makeAsyncIterator()
            let ended = AsyncStream.makeStream(of: Void.self)
            let task = session.dataTask(with: url) { _, _, _ in ended.continuation.finish() }
            task.resume()
            await starts.next()
            task.suspend()
            task.resume()
            for await _ in ended.stream {}
            #expect(calls.map { $0.prefix(5) } == ["canIn", "start", "stop", "start"])
        }

        @Test func `headers of the configuration do not reach the request`() async throws {
            let seen = Box<[String: String]?>(nil)
            let session = session(headers: ["X-Added": "1"]) { loader in
                seen.change { $0 = loader.request.allHTTPHeaderFields }
                loader.answer()
            }
            _ = try await session.data(from: url)
            #expect(seen.change { $0 ?? [:] } == [:])
        }

        @Test func `the body of an upload does not reach the request`() async throws {
            let hasBody = Box<Bool?>(nil)
            let session = session { loader in
                hasBody.change { $0 = loader.request.httpBody != nil || loader.request.httpBodyStream != nil }
                loader.answer()
            }
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            _ = try await session.upload(for: request, from: Data("body".utf8))
            #expect(hasBody.change { $0 } == false)
        }

        @Test func `cookies of an answer are not stored`() async throws {
            let session = session { $0.answer(fields: ["Set-Cookie": "a=1"]) }
            _ = try await session.data(from: url)
            #expect(session.configuration.httpCookieStorage?.cookies?.count == 0)
        }

        @Test func `a session's configuration is the live one, and the one it was made from is not`() async throws {
            let given = URLSessionConfiguration.ephemeral
            let session = URLSession(configuration: given)
            given.protocolClasses = []
            #expect(session.configuration.protocolClasses?.isEmpty == false)
            BareProtocol.hosts.change { $0[host] = BareProtocol.Host(start: { $0.answer(["live"]) }) }
            session.configuration.protocolClasses = [BareProtocol.self]
            #expect(String(decoding: try await session.data(from: url).0, as: UTF8.self) == "live")
        }

        @Test func `protection spaces are compared by identity`() {
            func space() -> URLProtectionSpace {
                URLProtectionSpace(
                    host: host, port: 80, protocol: "http", realm: "x",
                    authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
            }
            let storage = URLCredentialStorage()
            storage.set(URLCredential(user: "ann", password: "pw", persistence: .forSession), for: space())
            #expect(space() != space())
            #expect(storage.allCredentials.count == 1)
            #expect(storage.credentials(for: space()) == nil)
        }

        @Test func `names of header fields are capitalised, and cookies are found under one spelling`() {
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["etag": "1"])
            #expect(response?.allHeaderFields.keys.map { "\($0)" } == ["Etag"])
            #expect(HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": "a=1, b=2"], for: url).count == 2)
            #expect(HTTPCookie.cookies(withResponseHeaderFields: ["set-cookie": "a=1"], for: url).isEmpty)
        }
    }
#endif
