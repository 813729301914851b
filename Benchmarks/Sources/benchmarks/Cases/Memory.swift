import Foundation
import HeapSize
import WindTunnel

extension Benchmark {
    static var memoryOfStubs: Benchmark {
        Benchmark(
            name: "memory/stub", summary: "heap per stub beyond its body, of 10,000", unit: .bytes,
            aims: [.figure(of: "literals", atMost: 800), .figure(of: "templates", atMost: 800)], repetitions: 3
        ) {
            [StubKind.literals, .templates].map { kind in
                Case("\(kind)", count: 10_000) { count in
                    _ = Work.answer
                    return grown(count) {
                        let server = MockServer(Work.origin) {}
                        server.add { for number in 0..<count { kind.other(number) } }
                        return server
                    }
                }
            } + [
                Case("seed's table", count: 10_000) { count in
                    grown(count) {
                        var table: [URL: (error: (any Error)?, data: Data?, response: URLResponse?)] = [:]
                        for number in 0..<count {
                            let url = URL(string: "\(Work.origin)/users/\(number)")!
                            table[url] = (nil, Work.body, Work.response)
                        }
                        return Box(table)
                    }
                }
            ]
        }
    }

    static var memoryOfExchanges: Benchmark {
        Benchmark(
            name: "memory/exchange", summary: "heap per journalled exchange, of 10,000, beyond bodies", unit: .bytes,
            repetitions: 3
        ) {
            [
                Case("GET", count: 10_000) { count in
                    let server = MockServer(Work.origin) { Stub(.get("/users/{id}"), returning: Work.answer) }
                    let session = server.session
                    try await Work.ask(session, 100)
                    let before = heap_size()
                    try await Work.ask(session, count)
                    let after = heap_size()
                    return withExtendedLifetime(server) { Sample(value: Double(after - before) / Double(count)) }
                }
            ]
        }
    }

    private static func grown(_ count: Int, _ make: () -> AnyObject) -> Sample {
        let before = heap_size()
        let object = make()
        let after = heap_size()
        return withExtendedLifetime(object) { Sample(value: Double(after - before) / Double(count)) }
    }
}

private final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
}
