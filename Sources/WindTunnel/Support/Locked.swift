/// A value that is only reachable while its lock is held; copies share it.
///
/// `Mutex` would do, but needs iOS 18; `NSLock` costs three allocations, which every load would pay. Value and lock
/// stand in one.
struct Locked<Value>: @unchecked Sendable {  // every access to the value holds the mutex beside it
    private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
        deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
    }

    private let storage: ManagedBuffer<Value, pthread_mutex_t>

    init(_ value: sending Value) {
        storage = Storage.create(minimumCapacity: 1) { storage in
            storage.withUnsafeMutablePointerToElements { mutex in
                mutex.initialize(to: pthread_mutex_t())
                pthread_mutex_init(mutex, nil)
            }
            return value
        }
    }

    @inline(__always)
    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        try storage.withUnsafeMutablePointers { value, mutex in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }
}

/// Carries a value over an isolation boundary where a reason stands beside its use.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
