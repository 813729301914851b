import Foundation
import TestSupport
import Testing
import WindTunnelTesting

// The class with its one table for the process: one test after the other.

extension URLProtocolMock {
    static var testURLs: [URL?: Data] {
        get { mockURLs.compactMapValues(\.data) }
        set { mockURLs = newValue.mapValues { (nil, $0, nil) } }
    }
}

@Suite("a suite of URLProtocolMock", .exclusiveMockURLs, .timeLimit(.minutes(3)))
struct URLProtocolMockGuideTests {
    @Test func asItWas() async throws {
        let url = URL(string: "https://api.example.com/users/42")!
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        URLProtocolMock.mockURLs = [url: (nil, Data(#"{"id":42,"name":"Ann"}"#.utf8), response)]

        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [URLProtocolMock.self]
        let client = APIClient(session: URLSession(configuration: configuration))
        #expect(try await client.user(42).name == "Ann")
    }

    @Test("the other variant of the table")
    func dataOnly() async throws {
        let url = URL(string: "https://api.example.com/other/variant")!
        URLProtocolMock.testURLs = [url: Data("x".utf8)]
        #expect(URLProtocolMock.testURLs == [url: Data("x".utf8)])
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [URLProtocolMock.self]
        let reply = try await URLSession(configuration: configuration).send(URLRequest(url: url))
        #expect(reply.text == "x")
        #expect(reply.status == 200)
    }

    @Test("a URL without an entry fails, and an error ends the load")
    func differences() async throws {
        let url = URL(string: "https://api.example.com/lost")!
        URLProtocolMock.mockURLs = [url: (URLError(.timedOut), Data("x".utf8), nil)]
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [URLProtocolMock.self]
        let session = URLSession(configuration: configuration)
        #expect(try await session.failure("/lost").code == .timedOut)
        #expect(try await session.failure("/unknown").localizedDescription.contains("/lost"))
    }
}

@Suite("a suite of a class of its own", .exclusiveMockURLs, .timeLimit(.minutes(3)))
struct MockURLProtocolGuideTests {
    typealias MockURLProtocol = URLProtocolMock

    @Test func asItWas() async throws {
        defer { MockURLProtocol.requestHandler = nil }
        MockURLProtocol.requestHandler = { request in
            let response = HTTPURLResponse(url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)!
            return (response, Data(#"{"id":42,"name":"Ann"}"#.utf8))
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [MockURLProtocol.self]
        let client = APIClient(session: URLSession(configuration: configuration))
        #expect(try await client.user(42).name == "Ann")
    }
}
