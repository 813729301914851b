/// Runs what recurses deeply on a thread with room for it.
///
/// Secondary threads of Apple's systems have 512 kB. In a debug build one level of JSON takes up to 8 kB of that, and
/// bodies may be nested as deeply as ``JSONParser/maximumDepth`` says.
enum LargeStack {
    /// What needs no thread of its own.
    static let safeDepth = 32

    private static let size = 8 << 20

    static func run<R>(_ body: @escaping () -> R) -> R {
        // One thread works, the other one waits for it; neither touches the values at the same time.
        let work = Unchecked(body)
        let result = Locked<Unchecked<R>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let value = Unchecked(work.value())
            result.withLock { $0 = value }
            done.signal()
        }
        thread.stackSize = size
        thread.start()
        done.wait()
        return result.withLock { $0!.value }
    }
}

extension JSONValue {
    /// Looks level by level: to measure depth by recursion would need the stack that is in doubt.
    var isDeep: Bool {
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
