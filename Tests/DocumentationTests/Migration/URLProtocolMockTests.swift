import Foundation
import TestSupport
import Testing
import WindTunnelTesting

// The class with its one table for the process: one test after the other.

@Suite("a suite of URLProtocolMock", .exclusiveMockURLs, .timeLimit(.minutes(1)))
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
}

@Suite("a suite of a class of its own", .exclusiveMockURLs, .timeLimit(.minutes(1)))
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
