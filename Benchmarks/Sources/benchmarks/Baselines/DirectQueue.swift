import Foundation

/// A delegate queue like that of the library's sessions: a serial dispatch queue without operations, results of async
/// calls straight to the concurrency pool.
final class DirectQueue: OperationQueue, @unchecked Sendable {  // `sendsToPool` is touched on the loader's queue only
    private let serial = DispatchQueue(label: "benchmarks.delegate")
    var sendsToPool = false

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        if sendsToPool { Task.detached { block() } } else { serial.async(execute: block) }
    }
}
