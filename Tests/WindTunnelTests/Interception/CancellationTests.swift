import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct CancellationTests {
    private let server = MockServer("https://api.example.com") {
        Stub(.get("/never"), returning: .never)
        Stub(.get("/ready"), returning: .text("x"))
        Stub(.get("/soon"), returning: .text("x").delayed(by: .milliseconds(1)))
    }

    @Test func `cancelling a task ends it once, as cancelled`() async throws {
        let delegate = CollectingDelegate()
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: api("/never"))
        task.resume()
        try await server.nextRequest(.get("/never"))
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await delegate.finished() }
        #expect(error?.code == .cancelled)
        #expect(delegate.heard.value.completions.count == 1)
        #expect(server.exchanges.first?.description == "GET https://api.example.com/never → cancelled")
    }

    @Test func `a Swift task that is cancelled ends its request`() async throws {
        let task = Task { [server] in try await server.session.text("/never") }
        try await server.nextRequest(.get("/never"))
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func `a task cancelled before it was resumed never arrives`() async throws {
        let done = AsyncStream.makeStream(of: Void.self)
        let task = server.session.dataTask(with: api("/ready")) { _, _, _ in done.continuation.yield() }
        task.cancel()
        task.resume()
        for await _ in done.stream { break }
        #expect(server.requests.isEmpty)
    }

    @Test func `invalidating the session ends what is under way`() async throws {
        let session = URLSession(configuration: server.configuration())
        let task = Task { try await session.text("/never") }
        try await server.nextRequest(.get("/never"))
        session.invalidateAndCancel()
        await #expect(throws: URLError.self) { try await task.value }
    }

    @Test func `a suspended task gets its answer when it goes on`() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            Stub(.get("/a"), returning: .text("x").delayed(by: .seconds(1)))
        }
        let delegate = CollectingDelegate()
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: api("/a"))
        task.resume()
        try await server.nextRequest()
        task.suspend()
        await clock.advance(by: .seconds(2))
        #expect(delegate.heard.value.completions.isEmpty)
        task.resume()
        #expect(try await delegate.finished() == Data("x".utf8))
        #expect(server.requests.count == 1)
    }

    /// swift-corelibs-foundation 5412: without the cure this dead-locks the process within the first hundred.
    @Test func `cancelling at the moment of the answer never hangs`() async {
        for _ in 0..<20 {
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<64 {
                    group.addTask { [server] in
                        let path = number.isMultiple(of: 2) ? "/soon" : "/ready"
                        return (try? await server.session.text(path)) != nil
                    }
                }
                for _ in 0..<(64 * 2) { await Task.yield() }
                group.cancelAll()
                return await group.reduce(into: 0) { count, _ in count += 1 }
            }
            #expect(outcomes == 64)
        }
    }

    /// Without suspensions: a `resume()` at the moment of the end kills the process inside Foundation, with its native
    /// loader too.
    @Test func `every task of a random mix completes exactly once`() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/ready"), returning: .text("ready"))
            Stub(.get("/chunks"), returning: .events("a", "b", "c"))
            Stub(.get("/slow"), returning: .text("slow").delayed(by: .microseconds(500)))
            Stub(.get("/handler")) { request in .text("handler") }
            Stub(.get("/moved"), returning: .redirect(to: "/ready"))
            Stub(.post("/body")) { request in .data(request.body) }
            Stub(.get("/stream")) { _ in
                .stream { body in for word in ["a", "b", "c"] { try await body.write(word) } }
            }
        }
        let paths = ["/ready", "/chunks", "/slow", "/handler", "/moved", "/stream", "/unexpected"]
        let counts = Box([Int](repeating: 0, count: 6_000))
        let session = server.session
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<24 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(worker))
                    for round in 0..<250 {
                        await Self.send(
                            paths.randomElement(using: &random)!, worker * 250 + round, session, counts, &random)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(counts.value.allSatisfy { $0 == 1 })
    }

    private static func send(
        _ path: String, _ number: Int, _ session: URLSession, _ counts: Box<[Int]>, _ random: inout SeededGenerator
    ) async {
        let done = AsyncStream.makeStream(of: Void.self)
        let complete: @Sendable () -> Void = {
            counts.change { $0[number] += 1 }
            done.continuation.finish()
        }
        let request =
            Int.random(in: 0..<8, using: &random) == 0
            ? URLRequest("POST", "/body", body: Data("x".utf8)) : URLRequest("GET", path)
        let task: URLSessionTask =
            Int.random(in: 0..<5, using: &random) == 0
            ? session.downloadTask(with: request) { file, _, _ in
                if let file { try? FileManager.default.removeItem(at: file) }
                complete()
            } : session.dataTask(with: request) { _, _, _ in complete() }
        task.resume()
        switch Int.random(in: 0..<6, using: &random) {
        case 0: task.cancel()
        case 1:
            await Task.yield()
            task.cancel()
        default: break
        }
        for await _ in done.stream {}
    }
}
