/// A lane that was taken.
struct LaneClass: Sendable {
    let number: Int
    let type: AnyClass
}

/// Which server answers on which class.
///
/// A request carries nothing of ours but its class, so a lane is used again only when no request can come through it
/// any more: its session has gone, and each that was made from the same configuration, which weak references tell. (A
/// number beside the class was tried: it cannot tell a late request from a new one.) Lanes of configurations that were
/// handed out are never used again.
final class LaneRegistry: Sendable {
    private struct Slot {
        let type: AnyClass
        var core: ServerCore?
        /// What the lane's sessions are made from, one after the other.
        var configuration: URLSessionConfiguration?
    }

    private struct Watched {
        let number: Int
        weak var session: URLSession?
        /// What the session's configuration holds, and every copy of that: sessions can be made from them, too.
        weak var storage: URLCredentialStorage?

        var hasGone: Bool { session == nil && storage == nil }
    }

    private struct State {
        var slots: [Slot] = []
        var free: [Int] = []
        var numbers: [ObjectIdentifier: Int] = [:]
        var watched: [Watched] = []
        var nextLook = 0
    }

    static let shared = LaneRegistry()
    private let state = Locked(State())

    /// How many lanes have ever been made; tests see by it that they are used again.
    var count: Int { state.withLock { $0.slots.count } }

    func take(for core: ServerCore) -> LaneClass {
        FoundationInternals.prepare()
        var swept: [ServerCore] = []
        let lane = state.withLock { state in
            Self.sweep(&state, &swept)
            let number = state.free.popLast() ?? Self.grow(&state)
            state.slots[number].core = core
            return LaneClass(number: number, type: state.slots[number].type)
        }
        // Closures of stubs end here, outside the lock.
        withExtendedLifetime(swept) {}
        return lane
    }

    private static func grow(_ state: inout State) -> Int {
        let number = state.slots.count
        let type: AnyClass = LaneTypes.lane(number)
        state.numbers[ObjectIdentifier(type)] = number
        state.slots.append(Slot(type: type))
        return number
    }

    /// A few each time, so that the cost of a server does not depend on how many there are.
    private static func sweep(_ state: inout State, _ swept: inout [ServerCore]) {
        for _ in 0..<min(4, state.watched.count) {
            if state.nextLook >= state.watched.count { state.nextLook = 0 }
            if state.watched[state.nextLook].hasGone {
                free(state.nextLook, &state, &swept)
            } else {
                state.nextLook += 1
            }
        }
    }

    private static func free(_ index: Int, _ state: inout State, _ swept: inout [ServerCore]) {
        let number = state.watched[index].number
        state.watched.swapAt(index, state.watched.count - 1)
        state.watched.removeLast()
        if let core = state.slots[number].core { swept.append(core) }
        state.slots[number].core = nil
        state.free.append(number)
    }

    /// The lane goes back when the session has gone, and whatever was made from its configuration.
    func release(_ lane: LaneClass, with session: URLSession) {
        let storage = session.configuration.urlCredentialStorage
        state.withLock { $0.watched.append(Watched(number: lane.number, session: session, storage: storage)) }
    }

    /// Frees a lane now if its session has gone; called when a server goes.
    func sweep(_ lane: LaneClass) {
        var swept: [ServerCore] = []
        state.withLock { state in
            guard let index = state.watched.lastIndex(where: { $0.number == lane.number }),
                state.watched[index].hasGone
            else { return }
            Self.free(index, &state, &swept)
        }
        withExtendedLifetime(swept) {}
    }

    /// The ephemeral configuration of a lane's session, with storages that nobody else has.
    ///
    /// Making one takes longer than all the rest of a server: Foundation on Linux looks for the folder of a cache that
    /// is thrown away at once. So a lane keeps its own, and clears its storages when the next session takes it.
    func configuration(of lane: LaneClass) -> URLSessionConfiguration {
        let known = state.withLock { $0.slots[lane.number].configuration }
        known?.clearStorages()
        let configuration = known ?? makeConfiguration(of: lane)
        // Each session its own: by that it is known when the last one of a lane has gone.
        if !Platform.isDarwin { configuration.urlCredentialStorage = URLCredentialStorage() }
        return configuration
    }

    private func makeConfiguration(of lane: LaneClass) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [lane.type]
        // On Apple platforms a fresh one is cheap, and has storages that cannot be made otherwise.
        if !Platform.isDarwin { state.withLock { $0.slots[lane.number].configuration = configuration } }
        return configuration
    }

    /// The session has its copy of the lane's configuration; that must not keep what only the session holds.
    func letGo(_ configuration: URLSessionConfiguration) {
        if !Platform.isDarwin { configuration.urlCredentialStorage = nil }
    }

    func core(of type: AnyClass) -> ServerCore? {
        state.withLock { state in state.numbers[ObjectIdentifier(type)].flatMap { state.slots[$0].core } }
    }

    func isLane(_ type: AnyClass) -> Bool { state.withLock { $0.numbers[ObjectIdentifier(type)] != nil } }
}

extension URLSessionConfiguration {
    private static let freshPolicy = ephemeral.httpCookieStorage?.cookieAcceptPolicy ?? .onlyFromMainDocumentDomain

    /// Forgets the cookies of the session before.
    fileprivate func clearStorages() {
        for cookie in httpCookieStorage?.cookies ?? [] { httpCookieStorage?.deleteCookie(cookie) }
        httpCookieStorage?.cookieAcceptPolicy = Self.freshPolicy
    }
}
