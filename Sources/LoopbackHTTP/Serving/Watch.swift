/// Tells when a descriptor can be read or written, while somebody wants to know. On the thread of its loop alone.
final class Watch {
    let descriptor: Int32
    let readable: () -> Void
    let writable: () -> Void
    let ended: () -> Void
    private let loop: EventLoop
    private(set) var wantsInput = false
    private(set) var wantsOutput = false
    /// Whether the peer's end is of interest while nothing is read.
    private(set) var wantsEnd = false
    /// Its place in the loop; 0 when it has none.
    var index = 0

    init(
        _ descriptor: Int32, on loop: EventLoop, readable: @escaping () -> Void, writable: @escaping () -> Void = {},
        ended: @escaping () -> Void = {}
    ) {
        self.descriptor = descriptor
        self.loop = loop
        self.readable = readable
        self.writable = writable
        self.ended = ended
        loop.add(self)
    }

    func want(input wanted: Bool) {
        guard wanted != wantsInput else { return }
        wantsInput = wanted
        loop.update(self)
    }

    func want(output wanted: Bool) {
        guard wanted != wantsOutput else { return }
        wantsOutput = wanted
        loop.update(self)
    }

    func want(end wanted: Bool) {
        guard wanted != wantsEnd else { return }
        wantsEnd = wanted
        loop.update(self)
    }

    /// The descriptor may be closed then.
    func end() { loop.remove(self) }
}
