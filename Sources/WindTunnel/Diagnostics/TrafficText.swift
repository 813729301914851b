/// What came instead of what was expected: the closest request, the stub for the expected one, and the list.
struct TrafficText {
    let core: ServerCore
    /// What was expected; none means any request.
    let matchers: [RequestMatcher]
    let exchanges: [MockExchange]
    /// Whether the list says who answered.
    var showsStubs = false

    /// Behind a sentence.
    func following(_ sentence: String) -> String {
        let closest = closest
        let shown = [closest?.request].compactMap { $0 } + exchanges.prefix(ReportText.maximumLines).map(\.request)
        return ReportMask(shown).masked(sentence + text([closest?.text, stubs].compactMap { $0 }))
    }

    private func text(_ sections: [String]) -> String {
        guard !exchanges.isEmpty else {
            let sentence = dropped > 0 ? "\(Self.forgotten(dropped))." : "Nothing came at all."
            return " \(sentence)" + (sections.isEmpty ? "" : "\n\n" + ReportText.sections(sections))
        }
        guard !sections.isEmpty else { return " " + ReportText.sections([list]) }
        return "\n\n" + ReportText.sections(sections + [list])
    }

    /// What a bounded journal has lost is not nothing.
    private var dropped: Int { core.dropped.all }

    private static func forgotten(_ count: Int) -> String {
        "The journal keeps none of the \(count == 1 ? "one request" : "\(count) requests") that came"
    }

    private var list: String {
        (dropped > 0 ? "What came last, behind \(dropped) that the journal keeps no longer:\n\n" : "What came:\n\n")
            + ReportText.list(
                exchanges.map { exchange in
                    let stub = showsStubs ? exchange.stub.map { ", answered by the stub of \($0)" } ?? "" : ""
                    return "    \(RequestText.line(exchange.request))\(stub)"
                })
    }

    /// The request that differs least and has something in common; the first of equals.
    private var closest: (request: MockRequest, text: String)? {
        guard !matchers.isEmpty else { return nil }
        let candidates = exchanges.suffix(Self.maximumCompared).compactMap { exchange -> (MockExchange, Comparison)? in
            let comparison = Comparison(matchers, MatchContext(exchange.request, origin: core.origin))
            return comparison.isNear && !comparison.differences.isEmpty ? (exchange, comparison) : nil
        }
        guard let (exchange, comparison) = candidates.min(by: { $0.1.distance < $1.1.distance }) else { return nil }
        let head = exchanges.count == 1 ? "The only request" : "The closest of \(exchanges.count) requests"
        var lines = ["    \(RequestText.line(exchange.request))"] + comparison.lines
        let answerer = exchange.stub.map { "\(exchange.stubDescription ?? "") of \($0)" } ?? "no stub"
        lines.append(ReportText.line("answered", "by \(answerer)"))
        return (exchange.request, "\(head):\n\n" + lines.joined(separator: "\n"))
    }

    private static let maximumCompared = 1_000

    /// The stubs that were made for the expected request.
    private var stubs: String? {
        guard !matchers.isEmpty else { return nil }
        let source = Stub.source(matchers, name: nil)
        let found = core.mountedStubs.filter { Stub.source($0.stub.matchers, name: nil) == source }
        guard !found.isEmpty else { return nil }
        return (found.count == 1 ? "Its stub:" : "Its stubs:") + "\n\n"
            + ReportText.list(found.map { ReportText.place("\($0.stub)", $0.place) })
    }
}
