import Foundation
import WindTunnel

extension Benchmark {
    /// What a test of its own pays.
    static var servers: Benchmark {
        Benchmark(
            name: "server", summary: "making a server with its session, one request, dropping both",
            unit: .microseconds, references: ["bare session"],
            aims: [.ratio(of: "server", to: "bare session", atMost: 1.5)], repetitions: 21
        ) {
            [
                .timed("bare session", count: 100) { count in
                    for _ in 0..<count { try await Work.ask(Bare.session(queue: nil), 1) }
                },
                .timed("bare session, cured", count: 100) { count in
                    for _ in 0..<count { try await Work.ask(CuredBare.directSession(), 1) }
                },
                .timed("server", count: 100) { count in
                    for _ in 0..<count {
                        let server = MockServer(Work.origin) { Stub(.get("/users/{id}"), returning: Work.answer) }
                        try await Work.ask(server.session, 1)
                    }
                },
                .timed("server without a request", count: 1_000) { count in
                    for _ in 0..<count {
                        _ = MockServer(Work.origin) { Stub(.get("/users/{id}"), returning: Work.answer) }
                    }
                },
            ]
        }
    }

    /// 200 tests at the same time, each with a server of its own that answers after 20 ms.
    static var parallelTests: Benchmark {
        Benchmark(
            name: "parallel", summary: "200 tasks at once, each waits 20 ms; all in turn would take 4,000 ms",
            unit: .milliseconds, references: ["tasks that sleep"], repetitions: 9
        ) {
            [
                .timed("tasks that sleep", count: 1) { _ in
                    try await together { _ in try await Task.sleep(for: .milliseconds(20)) }
                },
                .timed("tasks that sleep, a bare session and request each", count: 1) { _ in
                    try await together { _ in
                        try await Task.sleep(for: .milliseconds(20))
                        try await Work.ask(CuredBare.directSession(), 1)
                    }
                },
                .timed("a server each", count: 1) { _ in
                    try await together { number in
                        let server = MockServer(Work.origin) {
                            Stub(.get("/users/1"), returning: .text("\(number)").delayed(by: .milliseconds(20)))
                        }
                        let (data, _) = try await server.session.data(for: Work.request)
                        guard String(decoding: data, as: UTF8.self) == "\(number)" else { throw WrongAnswer() }
                    }
                },
            ]
        }
    }

    private static func together(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { @concurrent in try await body(number) } }
            try await group.waitForAll()
        }
    }
}
