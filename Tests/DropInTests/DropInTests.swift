import Foundation
import TestSupport
import Testing
import WindTunnel

/// The well-known snippet, letter for letter, in a target with the settings of a fresh package: Swift 6 and nothing else.
@Suite(.exclusiveMockURLs, .timeLimit(.minutes(3))) struct DropInTests {
    // swift-format-ignore
    @Test func `the snippet compiles and works unchanged`() async throws {
        let url = URL(string: "https://api.example.com/snippet")!

        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        let error: Error? = nil
        let data = "[{\"someJsonKey\": \"someJsonData\"}]".data(using: .utf8)

        URLProtocolMock.mockURLs = [
            url: (error, data, response),
        ]

        let sessionConfiguration = URLSessionConfiguration.ephemeral
        sessionConfiguration.protocolClasses = [URLProtocolMock.self]
        let mockedSession = URLSession(configuration: sessionConfiguration)

        let (body, answer) = try await mockedSession.data(from: url)
        #expect(body == data)
        #expect((answer as? HTTPURLResponse)?.statusCode == 200)
    }
}
