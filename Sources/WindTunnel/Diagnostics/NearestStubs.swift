/// The stubs that differ least from a request; of equals the most preferred.
struct NearestStubs {
    /// So many are compared part by part; the others are told to be farther at a glance.
    private static let maximumCompared = 50
    private static let maximumShown = 3

    private let count: Int
    private let nearest: [(mount: MountedStub, comparison: Comparison)]
    private let states: [String: String]

    init(_ view: ServerCore.View, _ context: MatchContext) {
        let usable = view.stubs.filter { !$0.isFaulty }
        count = usable.count
        states = view.states
        let compared = Self.candidates(usable, context).map { ($0, Comparison($0.stub.matchers, context)) }
        let least = compared.map(\.1.distance).min() ?? 0
        nearest = Array(compared.filter { $0.1.distance <= least + 0.000_001 }.prefix(Self.maximumShown))
    }

    private static func candidates(_ stubs: [MountedStub], _ context: MatchContext) -> [MountedStub] {
        guard stubs.count > maximumCompared else { return stubs }
        let distances = stubs.map { $0.check.roughDistance(context) }
        let limit = distances.sorted()[maximumCompared - 1]
        let nearer = distances.count { $0 < limit }
        var ties = maximumCompared - nearer
        return zip(stubs, distances).compactMap { stub, distance in
            if distance == limit { ties -= 1 }
            return distance < limit || (distance == limit && ties >= 0) ? stub : nil
        }
    }

    /// Nil when there are no stubs.
    var text: String? {
        guard !nearest.isEmpty else { return nil }
        let head =
            switch nearest.count {
            case count: count == 1 ? "The only stub" : "The \(count) stubs, all as close"
            case 1: "The closest of \(count) stubs"
            default: "The closest \(nearest.count) of \(count) stubs"
            }
        return "\(head):\n\n" + nearest.map(text).joined(separator: "\n\n")
    }

    private func text(_ mount: MountedStub, _ comparison: Comparison) -> String {
        var lines = [ReportText.place("\(mount.stub)", mount.place)] + comparison.lines
        if comparison.differences.isEmpty { lines += unavailability(of: mount) }
        return lines.joined(separator: "\n")
    }

    /// Why a stub that fits does not answer.
    private func unavailability(of mount: MountedStub) -> [String] {
        var lines: [String] = []
        if let limit = mount.stub.options?.limit, mount.uses >= limit {
            lines.append(
                ReportText.line("used up", "it has answered \(RequestCount.exactly(mount.uses)): .times(\(limit))"))
        }
        for condition in mount.stub.options?.conditions ?? [] {
            let state = states[condition.scenario] ?? "start"
            guard state != condition.state else { continue }
            lines.append(
                ReportText.line(
                    "state",
                    "\(SourceText.quoted(condition.scenario)) is \(SourceText.quoted(state)), expected "
                        + SourceText.quoted(condition.state)))
        }
        // Added, freed or moved on since the request was decided.
        return lines.isEmpty ? [ReportText.line("hint", "it became available after the request came")] : lines
    }
}
