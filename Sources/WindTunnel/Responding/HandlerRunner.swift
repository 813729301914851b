/// Runs work with the task-local values of the place where it was made.
///
/// Task-local values can be inherited, not stored: a task that waits for work keeps them, and each piece of work is a
/// task that this one starts.
final class HandlerRunner: Sendable {
    private let work: AsyncStream<@Sendable () -> Void>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
        work = continuation
        Task { for await start in stream { start() } }
    }

    deinit { work.finish() }

    /// Starts a task; it is cancelled through the handle.
    func start(_ operation: @escaping @Sendable () async -> Void, _ handle: WorkHandle) {
        work.yield { handle.hold(Task { await operation() }) }
    }
}

extension ServerCore {
    /// Runs in a task: where user code may answer, in one that has the task-local values of the place that made the server.
    func start(_ work: WorkHandle, _ run: @escaping @concurrent @Sendable () async -> Void) {
        if let runner { runner.start(run, work) } else { work.hold(Task.detached { await run() }) }
    }
}

/// A task that may not have begun yet.
final class WorkHandle: Sendable {
    private let state = Locked<(tasks: [Task<Void, Never>], isCancelled: Bool)>(([], false))

    func hold(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.tasks.append(task) }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let tasks = state.withLock { state in
            state.isCancelled = true
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }
}
