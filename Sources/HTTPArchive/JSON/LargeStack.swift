import Foundation

/// Runs what recurses deeply on a thread with room for it.
///
/// Secondary threads of Apple's systems have 512 kB. In a debug build one level of JSON takes up to 8 kB of that, and
/// bodies may be nested as deeply as ``JSONParser/maximumDepth`` says.
package enum LargeStack {
    /// What needs no thread of its own.
    package static let safeDepth = 32

    private static let size = 8 << 20

    package static func run<R>(_ body: @escaping () -> R) -> R {
        let job = Job(body)
        let thread = Thread { job.run() }
        thread.stackSize = size
        thread.start()
        return job.wait()
    }

    /// One thread works, the other one waits for it; neither touches the values at the same time.
    private final class Job<R>: @unchecked Sendable {
        private let body: () -> R
        private let done = NSCondition()
        private var result: R?

        init(_ body: @escaping () -> R) { self.body = body }

        func run() {
            let value = body()
            done.lock()
            result = value
            done.signal()
            done.unlock()
        }

        func wait() -> R {
            done.lock()
            defer { done.unlock() }
            while true {
                if let result { return result }
                done.wait()
            }
        }
    }
}

extension JSONValue {
    /// Looks level by level: to measure depth by recursion would need the stack that is in doubt.
    package var isDeep: Bool {
        var level = [self]
        for _ in 0..<LargeStack.safeDepth {
            level = level.flatMap { value -> [JSONValue] in
                switch value {
                case .array(let elements): elements.filter(\.isContainer)
                case .object(let members): members.values.filter(\.isContainer)
                default: []
                }
            }
            if level.isEmpty { return false }
        }
        return true
    }
}
