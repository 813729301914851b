/// The delegate queue of our own sessions: straight to a serial dispatch queue, without the cost of an `Operation` each.
///
/// It ignores `isSuspended`, priorities and operations that are added as objects; nobody but the session uses it.
final class DirectDelegateQueue: OperationQueue, @unchecked Sendable {  // `sendsToPool` is touched on the loader's queue only
    private let serial = DispatchQueue(label: "WindTunnel.delegate")
    /// The next block is the result of an async call: it resumes a Swift task, and belongs into the concurrency pool.
    var sendsToPool = false

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        if sendsToPool { Task.detached { block() } } else { serial.async(execute: block) }
    }
}
