/// The stubs of a server and the states of its scenarios; a value behind the server's lock.
struct StubSet {
    private(set) var mounted: [MountedStub] = []
    private(set) var faults: [StubFault] = []
    var states: [String: String] = [:]
    private var index = StubIndex()
    /// How many blocks were added.
    private(set) var blocks = 0
    private var removed = 0
    /// The last ones that were taken out, for reports.
    private(set) var lastRemoved: [RemovedStub] = []
    private static let maximumRemembered = 32
    private let origin: Origin?

    init(origin: Origin?) { self.origin = origin }

    /// What one pass over the candidates found.
    enum Choice {
        case stub(MountedStub)
        case none
        /// These must be asked, in this order, while the lock is not held.
        case ask([MountedStub])
    }

    /// Adds a block: within it the first that matches wins, and it wins over all earlier blocks.
    ///
    /// - Returns: The stubs in the order of the block, and the faults found.
    mutating func add(_ stubs: [Stub]) -> (mounted: [MountedStub], faults: [StubFault]) {
        var added: [MountedStub] = []
        var found: [StubFault] = []
        // The greater number is preferred, so a block is numbered from its end.
        for stub in stubs.reversed() {
            let faults = stub.matchingFaults
            let mount = MountedStub(stub, number: mounted.count, block: blocks, isFaulty: !faults.isEmpty)
            found += (stub.answerFaults + faults).reversed().map { StubFault(message: $0, location: stub.location) }
            if faults.isEmpty { index.add(mount.number, keys: mount.check.indexKeys(origin: origin)) }
            mounted.append(mount)
            added.append(mount)
        }
        blocks += 1
        found.reverse()
        faults += found
        return (added.reversed(), found)
    }

    /// Most preferred first, as they stand.
    var standing: [MountedStub] { mounted.reversed().filter { !$0.isRemoved } }

    mutating func report(_ fault: StubFault) { faults.append(fault) }

    /// - Returns: What is held no longer.
    @discardableResult
    mutating func remove(_ mount: MountedStub) -> [MountedStub] {
        guard !mount.isRemoved else { return [] }
        mount.isRemoved = true
        removed += 1
        remember([mount])
        // Tests that add and remove in a loop must not make the tables longer and longer.
        return removed > 64 && removed > mounted.count / 2 ? compact() : []
    }

    private mutating func compact() -> [MountedStub] {
        let gone = mounted.filter(\.isRemoved)
        mounted.removeAll(where: \.isRemoved)
        index = StubIndex()
        removed = 0
        for (number, mount) in mounted.enumerated() {
            mount.number = number
            guard !mount.isFaulty else { continue }
            index.add(number, keys: mount.check.indexKeys(origin: origin))
        }
        return gone
    }

    /// - Returns: What is held no longer.
    @discardableResult
    mutating func removeAll() -> [MountedStub] {
        remember(mounted.filter { !$0.isRemoved })
        for mount in mounted { mount.isRemoved = true }
        defer { (mounted, index, removed) = ([], StubIndex(), 0) }
        return mounted
    }

    /// Not what has code of the user in it, which is to end with its stub.
    private mutating func remember(_ mounts: [MountedStub]) {
        lastRemoved += mounts.suffix(Self.maximumRemembered).lazy.filter { !$0.runsUserCode }.map {
            RemovedStub(matchers: $0.stub.matchers, name: $0.stub.options?.name, place: $0.place)
        }
        lastRemoved.removeFirst(max(0, lastRemoved.count - Self.maximumRemembered))
    }

    /// The most preferred stub that is available and matches.
    ///
    /// - Parameter verdicts: What stubs said that had to be asked outside the lock.
    func choose(_ context: MatchContext, verdicts: [ObjectIdentifier: Bool]) -> Choice {
        var chosen: MountedStub?
        var unasked: [MountedStub] = []
        index.forEachCandidate(context.request) { number, isExact in
            let mount = mounted[number]
            guard mount.isAvailable(states) else { return false }
            if isExact && mount.isDecidedByIndex {
                chosen = mount
            } else if mount.isQuick {
                if mount.check.mismatch(context) == nil { chosen = mount }
            } else if let verdict = verdicts[ObjectIdentifier(mount)] {
                if verdict { chosen = mount }
            } else {
                unasked.append(mount)
            }
            return chosen != nil
        }
        if !unasked.isEmpty { return .ask(unasked) }
        return chosen.map(Choice.stub) ?? .none
    }

    /// Counts a use and moves the scenarios.
    mutating func use(_ mount: MountedStub) {
        mount.uses += 1
        for transition in mount.stub.options?.transitions ?? [] { states[transition.scenario] = transition.state }
    }
}
