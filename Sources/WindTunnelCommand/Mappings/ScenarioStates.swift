import Foundation
import WindTunnel

/// Lets each scenario of mappings begin in their first state, and go on where it is when they are read again.
final class ScenarioStates: @unchecked Sendable {  // `begun` is guarded by `lock`
    private let server: MockServer
    private let lock = NSLock()
    private var begun: Set<String> = []

    init(_ server: MockServer) { self.server = server }

    func begin(_ names: [String]) {
        lock.withLock {
            for name in names where begun.insert(name).inserted {
                server.states[name] = StubMapping.Scenario.first
            }
        }
    }
}
