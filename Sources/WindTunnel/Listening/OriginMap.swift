import LoopbackHTTP

/// Finds the URL that the stubs know for a request that came to a loopback address, and the way back.
///
/// One socket stands for all origins of a server. Which one is meant says, in this order: a whole URL as the target (a
/// client that takes the server for a proxy), a path that begins with `/__origin/<host>/`, a `Host` that the stubs
/// know; else it is the server's own origin, or that of a recording's first entry, and for a server without one the
/// loopback address itself.
struct OriginMap: Sendable {
    let core: ServerCore
    /// `http://127.0.0.1:49152`
    let baseURL: String
    /// The same without `http://`.
    let ownAuthority: String

    init(core: ServerCore, baseURL: String) {
        self.core = core
        self.baseURL = baseURL
        ownAuthority = String(baseURL.dropFirst("http://".count))
    }

    static let prefix = "/__origin/"

    /// Whether a URL is the address of one of the server's sockets.
    func leadsHere(_ url: URLParts, _ head: RequestHead) -> Bool {
        if Host.isLoopback(url.hostName) { return core.listeningPorts.contains(url.port ?? 0) }
        // A name that is not known to be the machine's, but by which the request has come.
        return head.form != .absolute && url.authorityText == head.authority?.lowercased()
    }

    /// The URL for the stubs, and the one under which the request came.
    func urls(of head: RequestHead) -> (url: String, received: String) {
        if head.form == .absolute { return absolute(head) }
        let target = head.form == .asterisk ? "/*" : head.target
        let authority = head.authority.flatMap { $0.isEmpty ? nil : $0 }
        let received = (authority.map { "http://" + $0 } ?? baseURL) + target
        return (url(target, authority) ?? received, received)
    }

    private func absolute(_ head: RequestHead) -> (url: String, received: String) {
        guard let authority = head.authority, Host.isLoopback(Host.name(in: authority)) else {
            return (head.target, head.target)
        }
        let target = String(URLParts(head.target).targetText)
        return (url(target, authority) ?? head.target, head.target)
    }

    /// Nil for the loopback address itself.
    private func url(_ target: String, _ authority: String?) -> String? {
        if target.hasPrefix(Self.prefix) {
            let rest = target.dropFirst(Self.prefix.count)
            let host = rest.prefix { $0 != "/" && $0 != "?" }
            guard !host.isEmpty else { return nil }
            return text(of: String(host)) + rest.dropFirst(host.count)
        }
        // The address that was handed out is what nearly all ask for.
        if let authority, authority != ownAuthority, !Host.isLoopback(Host.name(in: authority)),
            core.knows(host: Host.name(in: authority))
        {
            return text(of: authority) + target
        }
        return core.defaultOrigin.map { $0 + target }
    }

    /// `https://api.example.com` for the host, with the scheme that the stubs use for it.
    private func text(of authority: String) -> String {
        let name = Host.name(in: authority)
        let known = core.origins[name]
        let port = authority.utf8.last == UInt8(ascii: "]") ? nil : authority.split(separator: ":").dropFirst().last
        // Whoever found the name here says the port of this socket.
        if let known, let port, ownAuthority.hasSuffix(":\(port)") { return known.text }
        return (known?.scheme ?? "https") + "://" + (name.contains(":") ? "[\(name)]" : name)
            + (port.map { ":\($0)" } ?? "")
    }

    /// Where a client of the socket finds the target of a redirect; nil when it finds it by itself, or the target is
    /// not served here.
    ///
    /// A redirect to the real host would make a real client leave for the real network.
    func loopbackURL(for location: String, of request: MockRequest, isProxied: Bool) -> String? {
        let parts = URLParts(resolved(location, of: request))
        guard !parts.host.isEmpty, ["http", "https"].contains(parts.scheme) else { return nil }
        let here = URLParts(request.receivedURL.absoluteString)
        if Host.isLoopback(here.hostName) {
            if core.defaultOrigin == parts.origin { return here.origin + parts.targetText }
        } else if isProxied {
            // The client asks for whole URLs, wherever they are.
            return nil
        }
        guard core.knows(host: parts.hostName) || parts.origin == request.parts.origin else { return nil }
        return here.origin + Self.prefix + parts.authorityText + parts.targetText
    }

    /// A client takes the scheme of a target without one from the socket, and the beginning of `/__origin/<host>/…` for
    /// a path.
    private func resolved(_ location: String, of request: MockRequest) -> String {
        guard location.hasPrefix("//") || request.receivedURL.path.hasPrefix(Self.prefix) else { return location }
        return URL(string: location, relativeTo: request.url)?.absoluteString ?? location
    }
}

extension URLParts {
    /// Path, query and fragment.
    fileprivate var targetText: Substring {
        let start = text.utf8.index(text.utf8.startIndex, offsetBy: authorityEnd)
        let target = text[start...]
        return target.first == "/" ? target : "/" + target
    }

    /// Without the brackets of IPv6.
    var hostName: String { Host.name(in: host) }

    fileprivate var authorityText: String { host + (writtenPort.isEmpty ? "" : ":\(writtenPort)") }
}

extension RequestCheck {
    /// The URLs of which it may be.
    fileprivate var targets: [TargetCheck] {
        switch self {
        case let target as TargetCheck: [target]
        case let all as AllCheck: all.checks.flatMap(\.targets)
        case let either as EitherCheck: either.checks.flatMap(\.targets)
        default: []
        }
    }
}

extension ServerCore {
    /// What a request means that names no origin: the server's own, else that of a recording's first entry.
    var defaultOrigin: String? { origin?.schemeAndHost ?? state.withLock { $0.tape?.replay }?.firstOrigin }

    /// The hosts that the server's origin and its stubs name, without brackets, each with its scheme and as an origin.
    var origins: [String: (scheme: String, text: String)] {
        var origins: [String: (scheme: String, text: String)] = [:]
        for mount in mountedStubs {
            for target in mount.stub.matchers.flatMap(\.check.targets) {
                guard case .success(let pattern)? = target.pattern, let authority = pattern.authority,
                    case .literal(let host) = authority.host
                else { continue }
                let text = Origin.text(scheme: authority.scheme, host: host, port: authority.port)
                origins[Host.name(in: host)] = (authority.scheme, text)
            }
        }
        for text in state.withLock({ $0.tape?.replay })?.origins ?? [] {
            let parts = URLParts(text)
            origins[Host.name(in: parts.host)] = (parts.scheme, text)
        }
        if let origin { origins[Host.name(in: origin.host)] = (origin.scheme, origin.schemeAndHost) }
        return origins
    }

    func knows(host: String) -> Bool { origin.map { Host.name(in: $0.host) } == host || origins[host] != nil }

    var listeningPorts: [Int] { state.withLock { $0.listeners.map(\.port) } }
}
