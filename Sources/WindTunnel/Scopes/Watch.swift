/// What a server knows of the test that it belongs to; a value behind the server's lock.
struct Watch {
    var checks: MockServer.Checks = [.unexpectedRequests, .faults]
    /// Whether a test library looks when the server is dropped or closed: it was made where one is imported.
    var isUntraited = false
    /// Whether a scope looks at its end.
    var isScoped = false
    /// Where the server was made.
    var place: Stub.Location?
    /// How many blocks of stubs are defaults, of which nobody complains.
    var defaultBlocks = 0
    /// What no test could be told of when it was found.
    var untoldFaults: [StubFault] = []
    var handlerErrors: [ScopeIssue] = []
    var unusedStubs: [ScopeIssue] = []
    var toldUnusedStubs = false
    /// What is to be said of the recording, whatever is checked.
    var recordingIssues: [ScopeIssue] = []
    /// The command that makes the recording anew.
    var recordingCommand: String?

    var isWatched: Bool { isUntraited || isScoped }

    /// What was found has been taken.
    mutating func forget() { (untoldFaults, handlerErrors, unusedStubs, recordingIssues) = ([], [], [], []) }
}
