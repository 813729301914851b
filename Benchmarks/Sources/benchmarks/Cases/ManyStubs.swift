import Foundation
import WindTunnel

/// What the stubs beside the target look like.
enum StubKind: String {
    case literals
    case templates

    var target: Stub {
        switch self {
        case .literals: Stub(.get("/users/1"), returning: Work.answer)
        case .templates: Stub(.get("/users/{id}"), returning: Work.answer)
        }
    }

    func other(_ number: Int) -> Stub {
        switch self {
        case .literals: Stub(.get("/users/\(number + 10)"), returning: Work.answer)
        case .templates: Stub(.get("/things\(number)/{id}/parts/{part}"), returning: Work.answer)
        }
    }

    /// So many stubs, the target among them.
    func stubs(_ count: Int, targetIsFirst: Bool) -> [Stub] {
        let others = (0..<count - 1).map(other)
        return targetIsFirst ? [target] + others : others + [target]
    }
}

extension Benchmark {
    static func manyStubs(_ kind: StubKind) -> Benchmark {
        Benchmark(
            name: "many/\(kind)", summary: "one GET, one at a time, among many stubs (\(kind))", unit: .microseconds,
            references: ["1"], aims: [.ratio(of: "10000, last", to: "1", atMost: 1.15)]
        ) {
            let counts = [(1, true)] + [100, 1_000, 10_000].flatMap { [($0, true), ($0, false)] }
            return counts.map { count, isFirst in
                let stubs = kind.stubs(count, targetIsFirst: isFirst)
                let server = MockServer(Work.origin) { for stub in stubs { stub } }
                let name = count == 1 ? "1" : "\(count), \(isFirst ? "first" : "last")"
                return .timed(name, count: 500) { try await Work.ask(server.session, $0) }
            }
        }
    }

    static var registering: Benchmark {
        Benchmark(
            name: "register", summary: "adding 10,000 stubs to a server", unit: .milliseconds,
            aims: [
                .figure(of: "literals, one block", atMost: 50), .figure(of: "templates, one block", atMost: 50),
                .figure(of: "templates, one by one", atMost: 50),
            ], repetitions: 9
        ) {
            [StubKind.literals, .templates].flatMap { kind in
                let stubs = kind.stubs(10_000, targetIsFirst: false)
                return [
                    adding("\(kind), one block") { server in server.add { for stub in stubs { stub } } },
                    adding("\(kind), one by one") { server in for stub in stubs { server.add { stub } } },
                    adding("\(kind), made and added in one block") { server in
                        let stubs = kind.stubs(10_000, targetIsFirst: false)
                        server.add { for stub in stubs { stub } }
                    },
                ]
            }
        }
    }

    private static func adding(_ name: String, _ body: @escaping (MockServer) -> Void) -> Case {
        Case(name, count: 1) { _ in
            let server = MockServer(Work.origin) {}
            let watch = Stopwatch()
            body(server)
            return watch.sample(1)
        }
    }
}
