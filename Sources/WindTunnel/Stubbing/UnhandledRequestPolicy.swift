/// What happens to a request that no stub answers.
public struct UnhandledRequestPolicy: Sendable {
    enum Action: Sendable {
        case fail
        case passthrough
        case respond(ReadyResponse)
    }

    let action: Action

    /// Whether a request that no stub answers gets a report, for which all stubs are read.
    var writesReports: Bool {
        if case .fail = action { true } else { false }
    }

    /// Why its response cannot be sent.
    var faults: [String] {
        if case .respond(let ready) = action { ready.response.faults } else { [] }
    }

    /// It fails at once with a `URLError` whose description is a report, and counts as unexpected.
    public static var fail: UnhandledRequestPolicy { UnhandledRequestPolicy(action: .fail) }

    /// It goes to the real network.
    public static var passthrough: UnhandledRequestPolicy { UnhandledRequestPolicy(action: .passthrough) }

    /// It gets a response, and still counts as unexpected.
    public static func respond(_ response: MockResponse) -> UnhandledRequestPolicy {
        UnhandledRequestPolicy(action: .respond(ReadyResponse(response)))
    }
}
