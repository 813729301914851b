import Dispatch

/// Tells when a descriptor can be read or written, while somebody wants to know.
///
/// Used on the queue of its connection alone.
final class Readiness {
    private let source: any DispatchSourceProtocol
    private var isWanted = false
    private var isCancelled = false

    init(
        _ source: any DispatchSourceProtocol, ready: @escaping @Sendable () -> Void,
        cancelled: @escaping @Sendable () -> Void
    ) {
        self.source = source
        source.setEventHandler(handler: ready)
        source.setCancelHandler(handler: cancelled)
    }

    func want(_ wanted: Bool) {
        guard wanted != isWanted, !isCancelled else { return }
        isWanted = wanted
        if wanted { source.resume() } else { source.suspend() }
    }

    func cancel() {
        guard !isCancelled else { return }
        // A suspended source would neither call its handler nor may it be released.
        want(true)
        isCancelled = true
        source.cancel()
    }
}
