#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One thread that waits for many descriptors at once and does the work of their connections: the lock of all that they
/// hold.
///
/// It waits with `poll`, which every system has. Dispatch sources on Linux are re-armed by another thread after every
/// event, which was a third of the time of a request.
final class EventLoop: @unchecked Sendable {  // what others touch is behind `mutex`, the rest is the thread's own
    typealias Work = @Sendable () -> Void

    /// For all servers of the process. A handful of threads serve thousands of connections.
    static let shared: [EventLoop] = (0..<2).map { _ in EventLoop() }

    private let mutex = Mutex()
    private var jobs: [Work] = []
    private var isWaiting = false

    private let wakeup: (read: Int32, write: Int32)
    private var polled: [pollfd]
    private var watches: [Watch?] = [nil]
    private var tickers: [ObjectIdentifier: Ticker] = [:]
    private var hasHoles = false
    /// Set before anybody else knows the loop.
    private var thread: pthread_t?

    private struct Ticker {
        let interval: UInt64
        var next: UInt64
        let body: Work
    }

    private init() {
        wakeup = Sockets.makePipe()
        polled = [pollfd(fd: wakeup.read, events: Int16(POLLIN), revents: 0)]
        thread = Threads.start { [self] in while true { turn() } }
    }

    /// Runs work behind what is there; at once when the caller is the loop already.
    func run(_ work: @escaping Work) {
        if let thread, pthread_equal(thread, pthread_self()) != 0 { return work() }
        let mustWake = mutex.withLock {
            jobs.append(work)
            defer { isWaiting = false }
            return isWaiting
        }
        if mustWake { Sockets.poke(wakeup.write) }
    }

    /// Asks something of what the loop guards.
    func ask<Answer: Sendable>(_ question: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in run { continuation.resume(returning: question()) } }
    }

    /// Called on both sides of a hand-over of memory by a continuation: the sanitizer sees locks, and not what the
    /// runtime does.
    func handOver() { mutex.withLock {} }

    /// False when the system had no thread left.
    var isRunning: Bool { thread != nil }

    // MARK: The loop's own thread

    private func turn() {
        let timeout = mutex.withLock { () -> Int32 in
            isWaiting = jobs.isEmpty
            return isWaiting ? timeUntilTick : 0
        }
        let count = poll(&polled, nfds_t(polled.count), timeout)
        let work = mutex.withLock {
            isWaiting = false
            defer { jobs = [] }
            return jobs
        }
        if count > 0 { dispatch() }
        for job in work { job() }
        tick()
        if hasHoles { closeHoles() }
    }

    private func dispatch() {
        if polled[0].revents != 0 { Sockets.drain(wakeup.read) }
        // Watches that end meanwhile leave a hole, so that none is passed over and none is asked twice.
        for index in 1..<max(1, polled.count) where polled[index].revents != 0 {
            let events = Int32(polled[index].revents)
            polled[index].revents = 0
            guard let watch = watches[index] else { continue }
            let isBroken = events & (Int32(POLLERR) | Int32(POLLHUP) | Int32(POLLNVAL)) != 0
            if watch.wantsInput, isBroken || events & Int32(POLLIN) != 0 { watch.readable() }
            if watch.wantsEnd, isBroken || events & Sockets.pollEnd != 0 {
                watch.want(end: false)
                watch.ended()
            }
            if watch.wantsOutput, isBroken || events & Int32(POLLOUT) != 0 { watch.writable() }
        }
    }

    private func closeHoles() {
        hasHoles = false
        var index = 1
        while index < watches.count {
            if watches[index] != nil {
                index += 1
                continue
            }
            let last = watches.count - 1
            watches.swapAt(index, last)
            polled.swapAt(index, last)
            watches.removeLast()
            polled.removeLast()
            if index < watches.count { watches[index]?.index = index }
        }
    }

    /// Calls a watch when its descriptor is ready. On the loop's thread alone.
    func add(_ watch: Watch) {
        watch.index = watches.count
        watches.append(watch)
        polled.append(pollfd(fd: -1, events: 0, revents: 0))
        update(watch)
    }

    /// What the watch wants has changed. On the loop's thread alone.
    func update(_ watch: Watch) {
        guard watch.index > 0 else { return }
        var events: Int32 = 0
        if watch.wantsInput { events |= Int32(POLLIN) }
        if watch.wantsOutput { events |= Int32(POLLOUT) }
        if watch.wantsEnd { events |= Sockets.pollEnd }
        // A descriptor that nobody wants to hear of would still tell of its end, again and again.
        polled[watch.index].fd = events == 0 ? -1 : watch.descriptor
        polled[watch.index].events = Int16(events)
    }

    /// The descriptor may be closed. On the loop's thread alone.
    func remove(_ watch: Watch) {
        guard watch.index > 0 else { return }
        polled[watch.index] = pollfd(fd: -1, events: 0, revents: 0)
        watches[watch.index] = nil
        watch.index = 0
        hasHoles = true
    }

    // MARK: Time

    /// Calls back over and over. On the loop's thread alone.
    func startTicking(_ owner: AnyObject, every interval: UInt64, _ body: @escaping Work) {
        tickers[ObjectIdentifier(owner)] = Ticker(interval: interval, next: Uptime.now + interval, body: body)
    }

    func stopTicking(_ owner: AnyObject) { tickers[ObjectIdentifier(owner)] = nil }

    private func tick() {
        guard !tickers.isEmpty else { return }
        let now = Uptime.now
        for (id, ticker) in tickers where ticker.next <= now {
            tickers[id]?.next = now + ticker.interval
            ticker.body()
        }
    }

    /// Milliseconds; -1 for ever.
    private var timeUntilTick: Int32 {
        // Without its pipe nobody can wake it, so it looks by itself.
        let longest: Int32 = wakeup.read < 0 ? 10 : -1
        guard let next = tickers.values.lazy.map(\.next).min() else { return longest }
        let now = Uptime.now
        let time = next <= now ? 0 : Int32(clamping: (next - now) / 1_000_000 + 1)
        return longest < 0 ? time : min(time, longest)
    }
}
