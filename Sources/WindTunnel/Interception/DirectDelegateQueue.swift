/// The delegate queue of our own sessions: straight to a serial dispatch queue, without the cost of an `Operation`
/// each.
///
/// It ignores `isSuspended`, priorities and operations that are added as objects; nobody but the session uses it.
final class DirectDelegateQueue: OperationQueue, @unchecked Sendable {  // the variables are the loader's queue's only
    private let serial = DispatchQueue(label: "WindTunnel.delegate")
    private var collects = false
    private var collected: (@Sendable () -> Void)?

    /// Keeps back the first block that is added while the body runs.
    ///
    /// The result of an async call resumes a Swift task: its block belongs into the concurrency pool, and goes there
    /// when the loader has nothing left to do, since a caller that is awake before that waits for the loader at once.
    func collect(while body: () -> Void) -> (@Sendable () -> Void)? {
        collects = true
        body()
        collects = false
        defer { collected = nil }
        return collected
    }

    /// The queue as one of ours; a cast would cost a tenth of a microsecond in every load.
    static func ours(_ queue: OperationQueue?) -> DirectDelegateQueue? {
        guard let queue, type(of: queue) == DirectDelegateQueue.self else { return nil }
        return unsafeDowncast(queue, to: DirectDelegateQueue.self)
    }

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        if collects, collected == nil { collected = block } else { serial.async(execute: block) }
    }
}
