import Foundation
import TestSupport
import Testing
import WindTunnelTesting

// The table is one for the process, as in the well-known class: one test after the other.
@Suite("promised spellings: the drop-in", .exclusiveMockURLs, .timeLimit(.minutes(3)))
struct PromisedDropIn {
    private let url = URL(string: "https://api.example.com/drop-in")!

    // swift-format-ignore
    @Test("the well-known snippet compiles and works unchanged")
    func snippet() async throws {
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        let error: (any Error)? = nil
        let data = "[{\"someJsonKey\": \"someJsonData\"}]".data(using: .utf8)

        URLProtocolMock.mockURLs = [
            url: (error, data, response),
        ]

        let sessionConfiguration = URLSessionConfiguration.ephemeral
        sessionConfiguration.protocolClasses = [URLProtocolMock.self]
        let mockedSession = URLSession(configuration: sessionConfiguration)

        let reply = try await mockedSession.send(URLRequest(url: url))
        #expect(reply.status == 200)
        #expect(reply.body == data)
        #expect(reply.headers.isEmpty)
    }

    private var session: URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [URLProtocolMock.self]
        return URLSession(configuration: configuration)
    }

    @Test("a response is optional; an error ends the load; a URL that was never mocked fails with a report")
    func rules() async throws {
        let failing = URL(string: "https://api.example.com/failing")!
        let data = Data("x".utf8)
        URLProtocolMock.mockURLs = [url: (nil, data, nil), failing: (URLError(.timedOut), data, nil)]
        let session = session
        #expect(try await session.send(URLRequest(url: url)).status == 200)
        #expect(try await session.failure("/failing").code == .timedOut)
        let error = try await session.failure("/never")
        #expect(
            error.localizedDescription == """
                URLProtocolMock.mockURLs has no entry for https://api.example.com/never. It has:

                    https://api.example.com/drop-in
                    https://api.example.com/failing
                """)
    }

    @Test("the other form: a closure from request to response and data")
    func handler() async throws {
        defer { URLProtocolMock.requestHandler = nil }  // it comes before the table, for all who follow
        URLProtocolMock.requestHandler = { request in
            let response = HTTPURLResponse(
                url: request.url!, statusCode: 201, httpVersion: nil, headerFields: ["A": "1"])
            return (response!, request.httpBody)
        }
        let reply = try await session.send(Sent("POST", "/drop-in", [:], "echo"))
        #expect(reply.status == 201)
        #expect(reply.header("A") == "1")
        #expect(reply.text == "echo")
    }
}
