import TestSupport
import Testing
import WindTunnel

@Suite("As true as the real thing", .serialized, .timeLimit(.minutes(3)))
struct FidelityTests {
    static let scenarios =
        Scenario.answers + Scenario.redirects + Scenario.cookies + Scenario.failures + Scenario.uploads
        + Scenario.requests

    @Test("A mocked load and a real one look the same to the client", arguments: scenarios)
    func same(_ scenario: Scenario) async throws {
        for kind in scenario.kinds {
            let differences = (scenario.differences + Difference.everywhere).filter { $0.concerns(kind) }
            let mocked = try await scenario.trace(kind, onSocket: false)
            let real = try await scenario.trace(kind, onSocket: true)
            let excused = { (lines: [String]) in
                lines.compactMap { line in
                    differences.reduce(line) { line, difference in line.flatMap(difference.excuse) }
                }
            }
            let changes = excused(mocked).difference(from: excused(real)).map { change in
                switch change {
                case .insert(_, let line, _): "mocked: \(line)"
                case .remove(_, let line, _): "real: \(line)"
                }
            }
            #expect(changes.isEmpty, "\(kind):\n\(changes.joined(separator: "\n"))")
            #expect(!mocked.isEmpty)
        }
    }

    @Test("There are at least sixty scenarios, each under a name of its own")
    func enough() {
        #expect(Self.scenarios.count >= 60)
        #expect(Set(Self.scenarios.map(\.name)).count == Self.scenarios.count)
    }

    @Test("Each difference that is excused is still there", arguments: Difference.allCases)
    func differencesAreReal(_ difference: Difference) async throws {
        for scenario in Self.scenarios {
            guard (scenario.differences + Difference.everywhere).contains(difference) else { continue }
            for kind in scenario.kinds where difference.concerns(kind) {
                let mocked = try await scenario.trace(kind, onSocket: false)
                let real = try await scenario.trace(kind, onSocket: true)
                let excused = zip(mocked + real, (mocked + real).map(difference.excuse)).filter { $0 != $1 }.map(\.0)
                if mocked.filter(excused.contains) != real.filter(excused.contains) { return }
            }
        }
        Issue.record("nothing shows \(difference) (\(difference.rawValue)) any more: its row can go")
    }
}
