/// The place where a protocol's client may be called.
enum LoaderContext: Sendable {
    /// Linux: the task's work queue.
    case queue(DispatchQueue)
    /// Linux, when the queue is not found: a suspension and a resumption make Foundation call `startLoading` on it.
    case resumption(URLSessionTask)
    /// Apple's classic loader: the thread of `startLoading`, which runs its run loop.
    case runLoop(Unchecked<RunLoop>)

    /// Of the load whose `startLoading` is running.
    static func current(for task: URLSessionTask) -> LoaderContext {
        #if canImport(FoundationNetworking)
            return FoundationInternals.shared.workQueue(of: task).map(LoaderContext.queue) ?? .resumption(task)
        #else
            // The newer loader runs delegate blocks and has no run loop; its client may be called from anywhere, in
            // order.
            let isClassic = Thread.current.name?.hasPrefix("com.apple.CFNetwork.CustomProtocols") == true
            return isClassic
                ? .runLoop(Unchecked(RunLoop.current)) : .queue(DispatchQueue(label: "WindTunnel.loader"))
        #endif
    }

    /// Runs the body there, soon.
    func async(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .queue(let queue): queue.async(execute: body)
        case .resumption(let task):
            DispatchQueue.global().async {
                task.suspend()
                task.resume()
            }
        case .runLoop(let loop):
            loop.value.perform(inModes: [.default, .common], block: body)
            #if canImport(Darwin)
                CFRunLoopWakeUp(loop.value.getCFRunLoop())
            #endif
        }
    }
}
