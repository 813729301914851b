import Foundation
import HTTPArchive
import WindTunnel

/// One mapping that can be served.
struct StubMapping: Sendable {
    /// The file, and the path in it when there are several.
    let place: String
    let name: String?
    /// 1 comes first.
    let priority: Int
    let scenario: Scenario?
    private let matcher: RequestMatcher
    private let response: MappedResponse

    struct Scenario: Sendable {
        /// In which each begins.
        static let first = "Started"

        let name: String
        let required: String?
        let next: String?
    }

    /// - Parameter latency: What every answer waits.
    func stub(latency: Duration) -> Stub {
        var stub = response.stub(matcher, latency: latency).placed(at: place)
        if let name { stub = stub.named(name) }
        if let scenario {
            if let state = scenario.required { stub = stub.when(scenario.name, is: state) }
            if let state = scenario.next { stub = stub.setting(scenario.name, to: state) }
        }
        return stub
    }
}

// MARK: Reading

extension StubMapping {
    private static let known = [
        "id", "uuid", "name", "request", "response", "persistent", "priority", "scenarioName",
        "requiredScenarioState", "newScenarioState", "metadata", "insertionIndex",
    ]
    private static let callbacks = "nothing is called behind an answer here; leave it out"
    private static let refused = [
        "postServeActions": callbacks, "serveEventListeners": callbacks,
    ]

    /// WireMock's, for a mapping that has none.
    private static let usualPriority = 5

    /// Nil when something is wrong with it, which is told then.
    init?(_ node: MappingNode, place: String, _ folder: BodyFolder, _ faults: inout MappingFaults) {
        let before = faults.all.count
        faults.checkNames(of: node, known: Self.known, refused: Self.refused)
        self.place = place
        name = faults.caught { try node["name"]?.text() } ?? nil
        priority =
            faults.caught { try node["priority"]?.int(in: 1...Int(Int32.max)) ?? Self.usualPriority }
            ?? Self.usualPriority
        scenario = faults.caught { try Self.scenario(node) } ?? nil
        let matchers = Self.member("request", node, &faults).map { RequestReader($0).matchers(&faults) } ?? []
        let response = Self.member("response", node, &faults).flatMap { MappedResponse($0, folder, &faults) }
        guard faults.all.count == before, let response, let first = matchers.first else { return nil }
        self.response = response
        matcher = matchers.dropFirst().reduce(first) { $0 && $1 }
    }

    private static func member(
        _ name: String, _ node: MappingNode, _ faults: inout MappingFaults
    ) -> MappingNode? {
        if let member = node[name] { return member }
        faults.add(node.fault("\(name.quoted) is missing; write {\(name.quoted): {…}}"))
        return nil
    }

    private static func scenario(_ node: MappingNode) throws -> Scenario? {
        guard let name = node["scenarioName"] else {
            if let state = node["requiredScenarioState"] ?? node["newScenarioState"] {
                throw state.fault("it needs a \"scenarioName\" beside it")
            }
            return nil
        }
        return Scenario(
            name: try name.text(), required: try node["requiredScenarioState"]?.text(),
            next: try node["newScenarioState"]?.text())
    }
}
