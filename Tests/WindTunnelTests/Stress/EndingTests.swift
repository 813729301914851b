import TestSupport
import Testing

@testable import WindTunnel

/// Loads, servers and stubs that end at the wrong moment.
@Suite(.timeLimit(.minutes(3)))
struct EndingTests {
    private func ask(_ session: URLSession, _ request: URLRequest) -> (URLSessionTask, Task<URLError?, Never>) {
        let (stream, answers) = AsyncStream.makeStream(of: URLError?.self)
        let task = session.dataTask(with: request) { _, _, error in answers.yield(error as? URLError) }
        task.resume()
        return (task, Task { await stream.first { _ in true } ?? nil })
    }

    @Test
    func `Closing a server ends what it passes through, by name`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let (asked, asks) = AsyncStream.makeStream(of: Void.self)
        let network = LoopbackEcho { _ in
            asks.yield()
            gate.wait()
            return LoopbackEcho.response(200, "late")
        }
        let server = MockServer(unhandled: .passthrough)
        let (_, error) = ask(server.session, URLRequest(url: network.url("/a")))
        for await _ in asked { break }
        server.close()
        let text = await error.value?.localizedDescription ?? ""
        #expect(text.hasSuffix("was closed before it had answered"))
        gate.signal()
        // The loader of the real network has let go: whatever else is asked finds it alive.
        let other = MockServer(origin) { Stub(.any, returning: .text("x")) }
        #expect(try await other.get("/a").text == "x")
        guard case .failure = try #require(server.exchanges.first).outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
    }

    @Test
    func `Closing a server ends a request whose body never ends`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .text("x")) }
        var request = URLRequest("/a", method: "POST")
        let stream = StuckStream()
        request.httpBodyStream = stream
        let (_, error) = ask(server.session, request)
        await stream.untilRead()
        server.close()
        #expect(await error.value?.code == .cancelled)
        stream.end()
    }

    @Test
    func `Cancelled requests whose bodies never end hold up no others`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .text("x")) }
        let streams = (0..<64).map { _ in StuckStream() }
        for stream in streams {
            var request = URLRequest("/a", method: "POST")
            request.httpBodyStream = stream
            let (task, error) = ask(server.session, request)
            await stream.untilRead()
            task.cancel()
            #expect(await error.value?.code == .cancelled)
        }
        var request = URLRequest("/b", method: "POST")
        request.httpBodyStream = InputStream(data: Data("abc".utf8))
        #expect(try await server.session.answer(request).text == "x")
        for stream in streams { stream.end() }
    }

    @Test
    func `A request that is cancelled while its body is read leaves nothing`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .never) }
        for turn in 0..<400 {
            var request = URLRequest("/a", method: "POST")
            request.httpBodyStream = InputStream(data: Data("abc".utf8))
            let (task, error) = ask(server.session, request)
            for _ in 0..<(turn * 5) { _ = task.taskIdentifier }
            task.cancel()
            #expect(await error.value?.code == .cancelled)
        }
        await eventually { server.core.loadCount == 0 }
    }

    @Test
    func `A closure of a stub may call the server when it ends`() {
        final class Ending: Sendable {
            let server: MockServer
            let count: Box<Int>
            init(_ server: MockServer, _ count: Box<Int>) { (self.server, self.count) = (server, count) }
            deinit { count.change { $0 += 1 + server.requests.count } }
        }
        let server = MockServer(origin)
        let count = Box(0)
        func add() {
            let ending = Ending(server, count)
            server.stub(.any) { _ in
                _ = ending
                return .text("x")
            }
        }
        add()
        server.removeAllStubs()
        #expect(count.value == 1)
        add()
        server.close()
        #expect(count.value == 2)
    }

    @Test
    func `Stubs that are removed are let go`() async throws {
        let server = MockServer(origin) { Stub(.get("/kept"), returning: .text("kept")) }
        weak var first: AnyObject?
        do {
            let object = Box(0)
            first = object
            server.stub(.get("/a")) { _ in .text("\(object.value)") }.remove()
        }
        for _ in 0..<200 { server.stub(.get("/a"), returning: .text("x")).remove() }
        #expect(first == nil)
        server.stub(.get("/b"), returning: .text("b"))
        #expect(try await server.get("/kept").text == "kept")
        #expect(try await server.get("/b").text == "b")
    }

    @Test
    func `A session made from a session's configuration never reaches another server`() async throws {
        var server: MockServer? = MockServer(origin) { Stub(.any, returning: .text("own")) }
        let derived = URLSession(configuration: try #require(server).session.configuration)
        server = nil
        var others: [MockServer] = []
        for _ in 0..<64 {
            let other = MockServer(origin) { Stub(.any, returning: .text("other")) }
            _ = other.session
            others.append(other)
        }
        #expect(try await derived.text("/a") == "own")
        withExtendedLifetime(others) {}
    }

    @Test
    func `The journal keeps what was uploaded when the file changes`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let body = Data(repeating: 65, count: 100_000)
        try body.write(to: file)
        let server = MockServer(origin) { Stub(.any, returning: .text("x")) }
        _ = try await server.session.upload(for: URLRequest("/a", method: "POST"), fromFile: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.close()
        #expect(server.requests.map(\.body) == [body])
    }
}

/// A body that somebody else should have written.
private final class StuckStream: InputStream {
    private let gate = DispatchSemaphore(value: 0)
    private let (reads, read) = AsyncStream.makeStream(of: Void.self)

    convenience init() { self.init(data: Data()) }

    func untilRead() async { for await _ in reads { return } }
    func end() { gate.signal() }

    override func open() {}
    override func close() {}
    override var hasBytesAvailable: Bool { true }
    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        read.yield()
        gate.wait()
        return 0
    }
}
