import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct TaskKindTests {
    private let server = MockServer("https://api.example.com") {
        Stub(.get("/chunks"), returning: .events("one", "two", "three"))
        Stub(.get("/empty"), returning: .status(204))
        Stub(.get("/big"), returning: .data(Data(count: 20_000_000)))
        Stub(.get("/fails"), returning: .data(Data(count: 100)).cut(after: 50))
        Stub(.get("/denied"), returning: .status(401).header("WWW-Authenticate", "Basic realm=\"x\""))
    }
    private let events = "data: one\n\ndata: two\n\ndata: three\n\n"

    @Test func `a delegate gets the chunks one by one, in order`() async throws {
        let delegate = CollectingDelegate()
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: api("/chunks")).resume()
        #expect(try await delegate.finished() == Data(events.utf8))
        #expect(delegate.heard.value.chunks.count == 3)
        #expect(delegate.heard.value.responses == [200])
    }

    @Test func `a concurrent delegate queue gets the whole body in order`() async throws {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 8
        for _ in 0..<50 {
            let delegate = CollectingDelegate()
            let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: queue)
            session.dataTask(with: api("/chunks")).resume()
            _ = try? await delegate.finished()
            // Completion may overtake the data on such a queue, with real servers too; the data itself is whole.
            #expect(delegate.heard.value.chunks.count <= 1)
        }
    }

    @Test func `completion handlers and async calls get the whole body`() async throws {
        #expect(try await server.session.text("/chunks") == events)
        let text = await withCheckedContinuation { continuation in
            server.session.dataTask(with: api("/chunks")) { data, _, _ in
                continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
            }.resume()
        }
        #expect(text == events)
    }

    @Test(arguments: ["/chunks", "/empty", "/big"]) func `a download has a file with the bytes`(_ path: String)
        async throws
    {
        let expected = try await server.session.data(from: api(path)).0
        let file = try await server.session.download(from: api(path)).0
        #expect(try Data(contentsOf: file) == expected)
        try FileManager.default.removeItem(at: file)

        let delegate = CollectingDelegate()
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.downloadTask(with: api(path)).resume()
        _ = try await delegate.finished()
        #expect(delegate.heard.value.files == [expected])
    }

    @Test func `a download that breaks off has no file, and an error`() async throws {
        let outcome = await withCheckedContinuation { continuation in
            server.session.downloadTask(with: api("/fails")) { file, _, error in
                continuation.resume(returning: (file, (error as? URLError)?.code))
            }.resume()
        }
        #expect(outcome.0 == nil)
        #expect(outcome.1 == .networkConnectionLost)
    }

    @Test func `a 401 with a Basic challenge completes for every kind of task`() async throws {
        let (_, response) = try await server.session.data(from: api("/denied"))
        #expect((response as? HTTPURLResponse)?.statusCode == 401)
        #expect(response.url == api("/denied"))
        let (file, other) = try await server.session.download(from: api("/denied"))
        #expect((other as? HTTPURLResponse)?.statusCode == 401)
        try FileManager.default.removeItem(at: file)
        let delegate = CollectingDelegate()
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: api("/denied")).resume()
        _ = try await delegate.finished()
        #expect(delegate.heard.value.responses == [401])
    }

    @Test func `everything that Foundation hides on Linux was found`() {
        if !Platform.isDarwin { #expect(FoundationInternals.shared.summary.values.allSatisfy { $0 }) }
    }
}
