/// Until when the peer must have done something.
struct Deadline {
    enum Reason {
        case none
        case idle
        case head
        case body
        case write
        case linger
    }

    static let none = Deadline(reason: .none, time: .max)

    let reason: Reason
    /// Nanoseconds of the clock that runs while the machine is awake.
    var time: UInt64
}

extension Connection {
    /// Begins a limit of time. One that already runs for the same reason goes on, but for writing, where each byte
    /// counts.
    func setDeadline(_ reason: Deadline.Reason) {
        guard reason != deadline.reason || reason == .write else { return }
        let configuration = server.configuration
        let duration: Duration
        switch reason {
        case .none:
            deadline = .none
            return
        case .idle: duration = configuration.idleTimeout
        case .head: duration = configuration.headTimeout
        case .body: duration = configuration.bodyTimeout
        case .write: duration = configuration.writeTimeout
        case .linger: duration = configuration.lingerTimeout
        }
        deadline = Deadline(reason: reason, time: Uptime.now &+ duration.nanoseconds)
    }

    /// A large body has more time than a small one, a slow one does not.
    func extendDeadline(forBytes count: Int) {
        guard deadline.reason == .body else { return }
        deadline.time &+= UInt64(count) * 1_000_000
    }

    /// Does what the limit of time says when it is over.
    func deadlinePassed() {
        switch deadline.reason {
        case .none: break
        case .idle, .linger: close()
        case .head: refuse(Rejection(408, "The head of the request took too long."))
        case .body: refuse(Rejection(408, "The body of the request took too long."))
        case .write: close(reset: true)
        }
    }
}

extension Duration {
    /// Never negative, and a century at most.
    var nanoseconds: UInt64 {
        let seconds = UInt64(min(max(0, components.seconds), 3_153_600_000))
        return seconds * 1_000_000_000 + UInt64(max(0, components.attoseconds / 1_000_000_000))
    }
}
