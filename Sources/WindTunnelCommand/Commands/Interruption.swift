import Foundation

/// SIGINT and SIGTERM. The second one ends the program at once.
struct Interruption {
    private let stream: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            // Whoever started the program may have blocked it.
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            sigprocmask(SIG_UNBLOCK, &set, nil)
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.finish()
            }
            source.resume()
            return source
        }
    }

    func wait() async {
        for await _ in stream {}
        for source in sources { source.cancel() }
    }
}
