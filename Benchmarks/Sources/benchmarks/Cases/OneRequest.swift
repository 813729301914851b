import Foundation
import WindTunnel

extension Benchmark {
    private static let bare = "bare, cured"
    private static let ours = "WindTunnel"
    private static let seed = "seed"

    /// One GET with 1 kB of JSON.
    static func oneRequest(atOnce width: Int) -> Benchmark {
        let aims: [Aim] =
            if width == 1 {
                [.ratio(of: ours, to: bare, atMost: 1.15), .ratio(of: ours, to: seed, atMost: 0.5)]
            } else {
                [.rate(of: ours, to: bare, atLeast: 0.85), .ratio(of: ours, to: seed, atMost: 0.5)]
            }
        return Benchmark(
            name: "request/\(width)", summary: "one GET answered with 1 kB of JSON, \(width) at a time",
            unit: .microseconds, references: [bare, seed], aims: aims, repetitions: 21
        ) {
            let server = MockServer(Work.origin) { Stub(.get("/users/{id}"), returning: Work.answer) }
            let count = width == 1 ? 1_000 : 6_400
            return [
                ("bare, not cured", Bare.session(queue: nil)), (bare, CuredBare.directSession()),
                (ours, server.session),
                (seed, Seed.session()),
            ].map { name, session in
                .timed(name, count: count) { count in
                    try await Work.ask(session, count, atOnce: width)
                    withExtendedLifetime(server) {}
                }
            }
        }
    }

    /// Each request has a URL of its own, so nobody can keep a response.
    static var newURLs: Benchmark {
        let bare = "bare, cured, makes its response"
        return Benchmark(
            name: "new-urls", summary: "the same, one at a time, a new URL each time", unit: .microseconds,
            references: [bare]
        ) {
            let server = MockServer(Work.origin) { Stub(.get("/users/{id}"), returning: Work.answer) }
            let cases = [(bare, MakingBare.directSession()), (ours, server.session)]
            return cases.map { name, session in
                Case(name, count: 1_000) { count in
                    let requests = (0..<count).map { URLRequest(url: URL(string: "\(Work.origin)/users/\($0)")!) }
                    let watch = Stopwatch()
                    for request in requests { _ = try await session.data(for: request) }
                    return withExtendedLifetime(server) { watch.sample(count) }
                }
            }
        }
    }
}
