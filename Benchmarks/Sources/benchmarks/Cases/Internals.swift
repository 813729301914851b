import Foundation

#if INTERNALS
    @testable import WindTunnel

    extension Benchmark {
        static var internals: [Benchmark] { [deciding, reporting] }

        /// Matching, counting and the journal, without a session.
        private static var deciding: Benchmark {
            Benchmark(
                name: "decide", summary: "one decision, without a session", unit: .nanoseconds, references: ["1"],
                aims: [.figure(of: "10000 literals", atMost: 2_000), .figure(of: "10000 templates", atMost: 2_000)],
                repetitions: 9
            ) {
                let miss = URLRequest(url: URL(string: "\(Work.origin)/things5000/7/parts/9")!)
                return [
                    deciding("1", .templates, 1), deciding("10000 literals", .literals, 10_000),
                    deciding("10000 templates", .templates, 10_000),
                    deciding("10000 templates, one in the middle", .templates, 10_000, miss),
                    reading("1, and reading the request"),
                ]
            }
        }

        /// The report of a request that no stub answers, all stubs compared with it.
        private static var reporting: Benchmark {
            Benchmark(
                name: "report", summary: "the report of an unexpected request", unit: .milliseconds,
                aims: [
                    .figure(of: "10000 literals", atMost: 5), .figure(of: "10000 templates", atMost: 5),
                    .figure(of: "10000 bodies", atMost: 5),
                ]
            ) {
                let bodies = (0..<10_000).map { n in
                    Stub(.post("/graphql"), .json(["id": .value(n), "name": "Ann"]), returning: Work.answer)
                }
                return [
                    reporting("1", StubKind.templates.stubs(1, targetIsFirst: false)),
                    reporting("10000 literals", StubKind.literals.stubs(10_000, targetIsFirst: false)),
                    reporting("10000 templates", StubKind.templates.stubs(10_000, targetIsFirst: false)),
                    reporting("10000 bodies", bodies),
                ]
            }
        }

        private static func reporting(_ name: String, _ stubs: [Stub]) -> Case {
            var request = URLRequest(url: URL(string: "\(Work.origin)/thing5000/7/parts/9")!)
            request.httpMethod = "POST"
            let read = MockRequest(request, body: Data(#"{"id":-1,"name":"Bo"}"#.utf8))
            let core = core(stubs)
            return Case(name, count: 20) { count in
                let watch = Stopwatch()
                for _ in 0..<count { _ = UnexpectedReport(request: read, core: core).text }
                return watch.sample(count)
            }
        }

        private static func deciding(
            _ name: String, _ kind: StubKind, _ stubs: Int, _ request: URLRequest = Work.request
        ) -> Case {
            let stubs = kind.stubs(stubs, targetIsFirst: false)
            let read = MockRequest(request)
            return Case(name, count: 20_000) { count in
                // A new one each time: otherwise the journal of all repetitions is kept.
                let core = core(stubs)
                let watch = Stopwatch()
                for _ in 0..<count { _ = core.decide(read) }
                return watch.sample(count)
            }
        }

        private static func reading(_ name: String) -> Case {
            Case(name, count: 20_000) { count in
                let core = core([StubKind.templates.target])
                let watch = Stopwatch()
                for _ in 0..<count { _ = core.decide(MockRequest(Work.request)) }
                return watch.sample(count)
            }
        }

        private static func core(_ stubs: [Stub]) -> ServerCore {
            MockServer(Work.origin) { for stub in stubs { stub } }.core
        }
    }
#else
    extension Benchmark {
        /// Only a build for testing has them.
        static var internals: [Benchmark] { [] }
    }
#endif
