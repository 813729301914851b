/// What is to be delivered, and who waits for it.
extension ProtocolLoad {
    var isOver: Bool { state.withLock { $0.phase == .over } }

    func push(_ step: Step) {
        let needsPump = state.withLock { state in
            guard state.phase != .over else { return false }
            state.inbox.append(step)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if needsPump { context.async { self.pump() } }
    }

    /// On the loader's context: delivers what has come, unless the client is suspended.
    func pump() {
        guard let task else { return drained(isSuspended: true) }
        guard task.isRunning else {
            state.withLock { ($0.isScheduled, $0.isSuspended) = (false, true) }
            return drained(isSuspended: true)
        }
        let steps = state.withLock { state in
            (state.isScheduled, state.isSuspended) = (false, false)
            state.isDelivering = true
            defer { state.inbox = [] }
            return state.inbox
        }
        for step in steps { perform(step) }
        drained(isSuspended: false)
    }

    func drained(isSuspended: Bool) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isDelivering = false
            guard state.inbox.isEmpty || isSuspended || state.phase == .over else { return [] }
            defer {
                state.flushers = []
                if !isSuspended || state.phase == .over { state.writers = [] }
            }
            return state.flushers + (isSuspended && state.phase != .over ? [] : state.writers)
        }
        for continuation in waiting { continuation.resume() }
    }

    func flush() async {
        await untilInboxIsEmpty()
        // Whoever moves a clock by hand wants the client to have heard of it: what the loader has queued for the
        // delegate or the completion handler runs before this.
        guard let delegateQueue else { return }
        await withCheckedContinuation { continuation in
            context.async { delegateQueue.addOperation { continuation.resume() } }
        }
    }

    private func untilInboxIsEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                let isEmpty = state.phase == .over || state.isSuspended || (state.inbox.isEmpty && !state.isDelivering)
                if !isEmpty { state.flushers.append(continuation) }
                return isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    func write(_ data: Data) async throws {
        push(.data(data))
        await withCheckedContinuation { continuation in
            let mayGoOn = state.withLock { state in
                let mayGoOn = state.phase == .over || state.inbox.count < Self.highWater
                if !mayGoOn { state.writers.append(continuation) }
                return mayGoOn
            }
            if mayGoOn { continuation.resume() }
        }
        if isOver { throw CancellationError() }
    }

    func begin(_ head: ResponseHead) {
        pushCookies(of: head)
        push(.response(head.makeResponse()))
    }

    func pushCookies(of head: ResponseHead) {
        let lines = head.lines.cookieLines
        if !lines.isEmpty { push(.run { $0.storeCookies(lines, from: head.url) }) }
    }

    func end(_ outcome: Journal.Outcome) { push(.end(outcome)) }

    func fail(_ error: any Error) { push(.fail(error)) }

    func fail(_ error: any Error, _ kind: FailureKind) { fail(error) }

    func serverClosed(_ error: any Error) { fail(error) }
}
