/// A stub inside a server, with what has happened to it. All of it is guarded by the server's lock.
final class MountedStub: @unchecked Sendable {
    /// The greater number is preferred.
    var number: Int
    /// Which `add` brought it, from 0.
    let block: Int
    var stub: Stub
    /// The conditions as one.
    let check: any RequestCheck
    let isQuick: Bool
    let runsUserCode: Bool
    let isDecidedByIndex: Bool
    /// Whether a fault makes it match nothing.
    let isFaulty: Bool
    var uses = 0
    var isRemoved = false

    init(_ stub: Stub, number: Int, block: Int, isFaulty: Bool = false) {
        self.number = number
        self.block = block
        self.stub = stub
        check = stub.matchers.conjunction
        isQuick = check.isQuick
        self.isFaulty = isFaulty
        runsUserCode = check.runsUserCode
        isDecidedByIndex = (check as? TargetCheck)?.isDecidedByIndex ?? false
    }

    /// Nobody changes where a stub stands.
    var location: Stub.Location { stub.location }

    /// Where it stands, for sentences.
    var place: String { stub.place }

    func isAvailable(_ states: [String: String]) -> Bool {
        if isRemoved { return false }
        guard let options = stub.options else { return true }
        if let limit = options.limit, uses >= limit { return false }
        return options.conditions.allSatisfy { (states[$0.scenario] ?? "start") == $0.state }
    }
}
