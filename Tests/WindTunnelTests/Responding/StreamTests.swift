import TestSupport
import Testing
import WindTunnel

/// Asks with a delegate, on a session of its own.
func record(_ server: MockServer, _ request: URLRequest, _ recorder: Recorder = Recorder()) async -> Recorder {
    let session = URLSession(configuration: server.configuration(), delegate: recorder, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    session.dataTask(with: request).resume()
    await recorder.completion()
    return recorder
}

@Suite(.timeLimit(.minutes(3)))
struct StreamTests {
    @Test func `what is written arrives in order, piece by piece`() async throws {
        let words = (0..<200).map { "\($0);" }
        let server = MockServer(origin) {
            Stub(.any) { _ in .stream { body in for word in words { try await body.write(word) } } }
        }
        let recorder = await record(server, URLRequest("/a"))
        #expect(recorder.texts == words)
        #expect(try await server.get("/a").text == words.joined())
    }

    @Test func `each write reaches the client before the next is made`() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let server = MockServer(origin) {
            Stub(
                .any,
                returning: .stream { body in
                    try await body.write("first")
                    for await _ in gate { break }
                    try await body.write("second")
                })
        }
        let recorder = Recorder()
        let session = URLSession(configuration: server.configuration(), delegate: recorder, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        session.dataTask(with: URLRequest("/a")).resume()
        await recorder.chunks(1)
        #expect(recorder.texts == ["first"])
        opener.yield()
        await recorder.completion()
        #expect(recorder.texts == ["first", "second"])
    }

    @Test func `a body may be a sequence of data or of strings`() async throws {
        let data = AsyncStream<Data> { stream in
            for byte in [1, 2, 3] as [UInt8] { stream.yield(Data([byte])) }
            stream.finish()
        }
        let texts = AsyncStream<String> { stream in
            for text in ["é", "ü"] { stream.yield(text) }
            stream.finish()
        }
        let server = MockServer(origin) {
            Stub(.get("/data"), returning: .stream(data))
            Stub(.get("/texts"), returning: .stream(texts, status: 206))
        }
        #expect(try await server.get("/data").data == Data([1, 2, 3]))
        let answer = try await server.get("/texts")
        #expect(answer.text == "éü")
        #expect(answer.status == 206)
        #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
    }

    @Test func `an error in the middle breaks the body off and names the stub`() async throws {
        struct Broken: Error, CustomStringConvertible { let description = "broken" }
        let server = MockServer(origin) {
            Stub(
                .any,
                returning: .stream { body in
                    try await body.write("half")
                    throw Broken()
                })
        }
        let recorder = await record(server, URLRequest("/a"))
        #expect(recorder.texts == ["half"])
        let exchange = try #require(server.exchanges.first)
        let text = "the stub of \(try #require(exchange.stub)) failed: broken"
        #expect(recorder.state.value.error?.localizedDescription == text)
        #expect(await server.error(of: "/a")?.localizedDescription == text)
        guard case .failure(let error) = exchange.outcome else {
            Issue.record("\(exchange)")
            return
        }
        #expect(error.localizedDescription == text)
    }

    @Test func `writing throws once the client has left`() async throws {
        let left = Box(false)
        let (ended, end) = AsyncStream.makeStream(of: String.self)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let server = MockServer(origin) {
            Stub(
                .any,
                returning: .stream { body in
                    do {
                        try await body.write("first")
                        for await _ in gate { break }
                        left.change { $0 = true }
                        while true { try await body.write("more") }
                    } catch {
                        end.yield("\(type(of: error))")
                        throw error
                    }
                })
        }
        let recorder = Recorder()
        let session = URLSession(configuration: server.configuration(), delegate: recorder, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: URLRequest("/a"))
        task.resume()
        await recorder.chunks(1)
        task.cancel()
        opener.yield()
        for await name in ended {
            #expect(name == "CancellationError")
            break
        }
        await recorder.completion()
        #expect((recorder.state.value.error as? URLError)?.code == .cancelled)
        guard case .cancelled = try #require(server.exchanges.first).outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
    }
}
