import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    @_silgen_name("swift_reflectionMirror_recursiveChildOffset")
    private func childOffset(_: Any.Type, index: Int) -> Int

    @_silgen_name("swift_reflectionMirror_recursiveCount")
    private func childCount(_: Any.Type) -> Int

    /// The cure of swift-corelibs-foundation issue 5412, as the library has it: an async call is resumed by the delegate
    /// queue, not inside the loader. A bare protocol without it is faster, and dead-locks.
    enum InlineFlag {
        private static let flag = offset(of: "_callCompletionHandlerInline")
        private static let session = offset(of: "session")

        /// Looks before the first load: making a task inside one dead-locks.
        static func prepare() { _ = (flag, session) }

        /// Clears the flag; tells whether the task belongs to an async call.
        @inline(__always)
        static func clear(_ task: URLSessionTask) -> Bool {
            let place = Unmanaged.passUnretained(task).toOpaque() + flag
            guard place.load(as: UInt8.self) == 1 else { return false }
            place.storeBytes(of: 0, as: UInt8.self)
            return true
        }

        /// The queue of the task's session when it is a direct one.
        @inline(__always)
        static func queue(of task: URLSessionTask) -> DirectQueue? {
            let word = (Unmanaged.passUnretained(task).toOpaque() + session).load(as: UnsafeRawPointer.self)
            return Unmanaged<URLSession>.fromOpaque(word)._withUnsafeGuaranteedRef { $0.delegateQueue as? DirectQueue }
        }

        private static func offset(of name: String) -> Int {
            let task = Bare.session(queue: nil).dataTask(with: Work.url) { _, _, _ in }
            var mirror: Mirror? = Mirror(reflecting: task)
            while let current = mirror, current.subjectType != URLSessionTask.self { mirror = current.superclassMirror }
            let children = mirror.map { Array($0.children) } ?? []
            let index = children.firstIndex { $0.label == name }
            precondition(index != nil, "this Foundation has no \(name)")
            return childOffset(
                URLSessionTask.self, index: childCount(URLSessionTask.self) - children.count + index!)
        }
    }
#else
    enum InlineFlag {
        static func prepare() {}
        static func clear(_ task: URLSessionTask) -> Bool { false }
        static func queue(of task: URLSessionTask) -> DirectQueue? { nil }
    }
#endif
