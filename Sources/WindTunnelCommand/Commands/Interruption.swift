import Foundation

/// SIGINT, SIGTERM, and SIGHUP of a terminal that is closed. The second one ends the program at once.
struct Interruption {
    private let stream: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]
    private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.stream = stream
        sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
            // Whoever started the program may have blocked it.
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            sigprocmask(SIG_UNBLOCK, &set, nil)
            // Under `nohup` the program outlives its terminal.
            if unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == Self.ignored, number == SIGHUP { return nil }
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
