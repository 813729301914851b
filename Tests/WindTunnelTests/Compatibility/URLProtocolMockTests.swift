import TestSupport
import Testing
import WindTunnel

/// The table is one for the process, so these run one after the other, and nobody else touches it.
@Suite(.exclusiveMockURLs, .timeLimit(.minutes(3)))
struct URLProtocolMockTests {
    private let url = URL(string: "https://mock.example.com/users")!

    private func session() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [URLProtocolMock.self]
        return URLSession(configuration: configuration)
    }

    private func get(_ url: URL) async throws -> Answer {
        let session = session()
        defer { session.finishTasksAndInvalidate() }
        return try await session.answer(URLRequest(url: url))
    }

    /// Others leave their entries behind, as users do.
    init() {
        URLProtocolMock.mockURLs = [:]
        URLProtocolMock.requestHandler = nil
    }

    @Test func `the snippet works letter for letter`() async throws {
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        let error: (any Error)? = nil
        let data = "[{\"someJsonKey\": \"someJsonData\"}]".data(using: .utf8)

        URLProtocolMock.mockURLs = [
            url: (error, data, response)
        ]

        let sessionConfiguration = URLSessionConfiguration.ephemeral
        sessionConfiguration.protocolClasses = [URLProtocolMock.self]
        let mockedSession = URLSession(configuration: sessionConfiguration)

        let answer = try await mockedSession.answer(URLRequest(url: url))
        #expect(answer.data == data)
        #expect(answer.status == 200)
        #expect(answer.response.allHeaderFields.isEmpty)
        mockedSession.finishTasksAndInvalidate()
    }

    @Test func `a response keeps its status and headers`() async throws {
        let response = HTTPURLResponse(url: url, statusCode: 404, httpVersion: "HTTP/1.1", headerFields: ["X-A": "1"])
        URLProtocolMock.mockURLs[url] = (nil, Data("no".utf8), response)
        let answer = try await get(url)
        #expect(answer.status == 404)
        #expect(answer.header("x-a") == "1")
        #expect(answer.text == "no")
    }

    @Test func `a missing response becomes a 200, and missing data an empty body`() async throws {
        URLProtocolMock.mockURLs = [url: (nil, nil, nil)]
        let answer = try await get(url)
        #expect(answer.status == 200)
        #expect(answer.data.isEmpty)
        #expect(answer.response.url == url)
    }

    @Test func `an error ends the load and nothing follows it`() async throws {
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        URLProtocolMock.mockURLs = [url: (URLError(.notConnectedToInternet), Data("x".utf8), response)]
        let recorder = Recorder()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [URLProtocolMock.self]
        let session = URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        session.dataTask(with: url).resume()
        await recorder.completion()
        #expect((recorder.state.value.error as? URLError)?.code == .notConnectedToInternet)
        #expect(recorder.state.value.response == nil)
        #expect(recorder.texts.isEmpty)
    }

    @Test func `a URL that was never mocked fails with a report`() async throws {
        let other = URL(string: "https://mock.example.com/other?token=secret")!
        var error = await #expect(throws: URLError.self) { try await get(other) }
        #expect(
            error?.localizedDescription
                == "URLProtocolMock.mockURLs has no entry for https://mock.example.com/other?token=•••. The table is empty."
        )
        URLProtocolMock.mockURLs = [url: (nil, nil, nil), nil: (nil, nil, nil)]
        error = await #expect(throws: URLError.self) { try await get(other) }
        #expect(
            error?.localizedDescription == """
                URLProtocolMock.mockURLs has no entry for https://mock.example.com/other?token=•••. It has:

                    https://mock.example.com/users
                    nil
                """)
        #expect(error?.code == .resourceUnavailable)
    }

    @Test func `a handler sees the body of an upload and of a stream`() async throws {
        URLProtocolMock.requestHandler = { request in
            var body = request.httpBody ?? Data()
            if let stream = request.httpBodyStream {
                stream.open()
                var bytes = [UInt8](repeating: 0, count: 100)
                body = Data(bytes.prefix(max(0, stream.read(&bytes, maxLength: bytes.count))))
            }
            return (HTTPURLResponse(url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)!, body)
        }
        let session = session()
        defer {
            URLProtocolMock.requestHandler = nil
            session.finishTasksAndInvalidate()
        }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        #expect(try await session.upload(for: request, from: Data("an upload".utf8)).0 == Data("an upload".utf8))
        request.httpBodyStream = InputStream(data: Data("a stream".utf8))
        #expect(try await session.data(for: request).0 == Data("a stream".utf8))
    }

    @Test func `the closure form answers before the table`() async throws {
        let reported = url
        URLProtocolMock.mockURLs = [url: (nil, Data("table".utf8), nil)]
        URLProtocolMock.requestHandler = { request in
            guard request.url == reported else { throw URLError(.badURL) }
            let response = HTTPURLResponse(url: reported, statusCode: 201, httpVersion: nil, headerFields: nil)!
            return (response, Data("handler".utf8))
        }
        let answer = try await get(url)
        #expect("\(answer.status) \(answer.text)" == "201 handler")
        let error = await #expect(throws: URLError.self) { try await get(URL(string: "https://mock.example.com/x")!) }
        #expect(error?.code == .badURL)
        URLProtocolMock.requestHandler = nil
        #expect(try await get(url).text == "table")
    }

    @Test func `a redirect of the table is an answer that is followed`() async throws {
        let next = URL(string: "https://mock.example.com/next")!
        let response = HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: ["Location": "/next"])
        URLProtocolMock.mockURLs = [url: (nil, nil, response), next: (nil, Data("next".utf8), nil)]
        #expect(try await get(url).text == "next")
    }

    @Test func `sixteen threads may change the table while requests load`() async throws {
        let urls = (0..<16).map { URL(string: "https://mock.example.com/\($0)")! }
        for (number, url) in urls.enumerated() { URLProtocolMock.mockURLs[url] = (nil, Data("\(number)".utf8), nil) }
        let threads = urls.map { url in
            let isOver = Box(false)
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                let own = url.appendingPathComponent("own")
                while !isOver.value {
                    URLProtocolMock.mockURLs[own] = (nil, Data(), nil)
                    URLProtocolMock.mockURLs.removeValue(forKey: own)
                }
                end.signal()
            }
            return (isOver, end)
        }
        let session = session()
        defer { session.finishTasksAndInvalidate() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for round in 0..<320 {
                let number = round % urls.count
                group.addTask { try await session.answer(URLRequest(url: urls[number])).text == "\(number)" }
            }
            for try await isRight in group { #expect(isRight) }
        }
        for (isOver, _) in threads { isOver.change { $0 = true } }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for (_, end) in threads { end.wait() }
                continuation.resume()
            }
        }
        #expect(URLProtocolMock.mockURLs.count == urls.count)
    }

    @Test func `a subclass answers too`() async throws {
        final class Mine: URLProtocolMock {}
        URLProtocolMock.mockURLs = [url: (nil, Data("x".utf8), nil)]
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Mine.self]
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        #expect(try await session.answer(URLRequest(url: url)).text == "x")
    }
}
