import Foundation
import WindTunnel

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Benchmark {
    static var bigBody: Benchmark {
        Benchmark(
            name: "big-body", summary: "100 MB in one response", unit: .milliseconds, references: ["bare, cured"],
            repetitions: 9
        ) {
            let server = MockServer(Work.origin) { Stub(.get("/users/1"), returning: .data(BigBare.body)) }
            let cases = [("bare, cured", BigBare.directSession()), ("WindTunnel", server.session)]
            return cases.map { name, session in
                .timed(name, count: 4) { count in
                    for _ in 0..<count {
                        let (data, _) = try await session.data(for: Work.request)
                        guard data.count == BigBare.body.count else { throw WrongAnswer() }
                    }
                    withExtendedLifetime(server) {}
                }
            }
        }
    }

    static var chunks: Benchmark {
        Benchmark(
            name: "chunks", summary: "10,000 chunks of 1 kB in one response, to a delegate", unit: .milliseconds,
            references: ["bare, cured"], repetitions: 9
        ) {
            let pieces = ManyBare.pieces
            let server = MockServer(Work.origin) {
                Stub(.get("/users/1")) { _ in
                    .stream { body in for piece in pieces { try await body.write(piece) } }
                }
            }
            let counter = Counter()
            let ours = URLSession(
                configuration: server.configuration(), delegate: counter, delegateQueue: DirectQueue())
            let bare = ManyBare.directSession(delegate: counter)
            return [("bare, cured", bare), ("WindTunnel, streamed", ours)].map { name, session in
                .timed(name, count: 1) { count in
                    for _ in 0..<count {
                        let size = await counter.size { session.dataTask(with: Work.request).resume() }
                        guard size == pieces.count * 1_000 else { throw WrongAnswer() }
                    }
                    withExtendedLifetime(server) {}
                }
            }
        }
    }
}

/// Counts the bytes of one load at a time.
private final class Counter: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // one load at a time
    private var size = 0
    private var continuation: CheckedContinuation<Int, Never>?

    func size(_ start: () -> Void) async -> Int {
        await withCheckedContinuation { continuation in
            size = 0
            self.continuation = continuation
            start()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { size += data.count }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation?.resume(returning: error == nil ? size : -1)
    }
}
