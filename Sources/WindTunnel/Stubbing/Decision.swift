/// What is to be done with a request, and where it stands in the journal.
struct Decision: Sendable {
    enum Action: Sendable {
        case respond(ReadyResponse)
        case handle(Stub.Handler)
        case fail(any Error)
        case passthrough

        /// Whether a closure gets the request, and may ask what the pattern captured.
        var runsUserCode: Bool {
            switch self {
            case .handle: true
            case .respond(let ready): if case .webSocket = ready.response.kind { true } else { false }
            case .fail, .passthrough: false
            }
        }
    }

    let action: Action
    /// Where the answer was declared; nil for what no stub answers.
    let mount: MountedStub?
    /// Number in the journal.
    var exchange: Int
    /// How often the stub has been asked, from 1.
    var attempt = 1
    /// Whether the journal is complete already.
    var isSettled = false
}
