extension RequestMatcher {
    /// Any request at all.
    public static var any: RequestMatcher { RequestMatcher(TargetCheck(method: nil, pattern: nil, spelling: ".any")) }

    /// Any method on a URL.
    ///
    /// - Parameter url: A path such as `"/users/{id}"`, resolved against the server's origin, or a whole URL. `{name}`
    ///   captures one segment, `*` stands for any text inside one, `**` for any number of segments.
    public static func any(_ url: String) -> RequestMatcher { target(nil, url, ".any") }

    /// `GET` on a URL; see ``any(_:)`` for the patterns.
    public static func get(_ url: String) -> RequestMatcher { target("GET", url, ".get") }

    /// `HEAD` on a URL; see ``any(_:)`` for the patterns.
    public static func head(_ url: String) -> RequestMatcher { target("HEAD", url, ".head") }

    /// `POST` on a URL; see ``any(_:)`` for the patterns.
    public static func post(_ url: String) -> RequestMatcher { target("POST", url, ".post") }

    /// `PUT` on a URL; see ``any(_:)`` for the patterns.
    public static func put(_ url: String) -> RequestMatcher { target("PUT", url, ".put") }

    /// `PATCH` on a URL; see ``any(_:)`` for the patterns.
    public static func patch(_ url: String) -> RequestMatcher { target("PATCH", url, ".patch") }

    /// `DELETE` on a URL; see ``any(_:)`` for the patterns.
    public static func delete(_ url: String) -> RequestMatcher { target("DELETE", url, ".delete") }

    /// `OPTIONS` on a URL; see ``any(_:)`` for the patterns.
    public static func options(_ url: String) -> RequestMatcher { target("OPTIONS", url, ".options") }

    /// Any other method on a URL; methods are compared as written (RFC 9110, section 9.1).
    public static func request(_ method: String, _ url: String) -> RequestMatcher {
        target(method, url, ".request(\(SourceText.literal(method)), ", close: ")")
    }

    /// Only the method.
    public static func method(_ method: String) -> RequestMatcher {
        RequestMatcher(TargetCheck(method: method, pattern: nil, spelling: ".method(\(SourceText.literal(method)))"))
    }

    private static func target(
        _ method: String?, _ url: String, _ name: String, close: String? = nil
    ) -> RequestMatcher {
        let open = close == nil ? name + "(" : name
        let spelling = TargetCheck.Spelling(open: open, close: close ?? ")")
        return RequestMatcher(
            TargetCheck(method: method, pattern: URLPattern.parse(url), text: url, spelling: spelling))
    }
}

/// Method and URL, the part of a stub that the index knows.
struct TargetCheck: RequestCheck {
    struct Spelling: Sendable {
        let open: String
        let close: String
    }

    let method: String?
    let pattern: Result<URLPattern, PatternFault>?
    let text: String
    let spelling: Spelling

    init(method: String?, pattern: Result<URLPattern, PatternFault>?, text: String, spelling: Spelling) {
        self.method = method
        self.pattern = pattern
        self.text = text
        self.spelling = spelling
    }

    init(method: String?, pattern: Result<URLPattern, PatternFault>?, spelling: String) {
        self.init(method: method, pattern: pattern, text: "", spelling: Spelling(open: spelling, close: ""))
    }

    var source: String {
        pattern == nil ? spelling.open : spelling.open + SourceText.literal(text) + spelling.close
    }

    var faults: [String] {
        var faults: [String] = []
        if let method, !Self.isToken(method) { faults.append("\(SourceText.quoted(method)) is no HTTP method") }
        if case .failure(let fault)? = pattern { faults.append(fault.message) }
        return faults
    }

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        if let method, method != context.request.method {
            return Mismatch(.method, "method is \(context.request.method), expected \(method)")
        }
        switch pattern {
        case nil: return nil
        case .failure(let fault)?: return Mismatch(.path, fault.message)
        case .success(let pattern)?:
            return authorityMismatch(pattern, context) ?? pathMismatch(pattern, context)
                ?? queryMismatch(pattern, context)
        }
    }

    func captures(_ context: MatchContext) -> [(String, String)] {
        guard case .success(let pattern)? = pattern, pattern.path.contains(where: { !$0.captureNames.isEmpty }) else {
            return []
        }
        let base = pattern.authority == nil ? context.origin?.basePath ?? [] : []
        return PathMatching.match((base + pattern.path)[...], context.segments[...]) ?? []
    }

    private func authorityMismatch(_ pattern: URLPattern, _ context: MatchContext) -> Mismatch? {
        let scheme: String
        let host: URLPattern.Host
        let port: Int?
        if let authority = pattern.authority {
            (scheme, host, port) = (authority.scheme, authority.host, authority.port)
        } else if let origin = context.origin {
            (scheme, host, port) = (origin.scheme, .literal(origin.host), origin.port)
        } else {
            return nil
        }
        guard scheme == context.scheme, host.matches(context.host), port == context.request.parts.port else {
            let expected = pattern.authority.map { _ in URLParts(pattern.text).origin } ?? context.origin?.schemeAndHost
            return Mismatch(.host, "origin is \(context.request.parts.origin), expected \(expected ?? "")")
        }
        return nil
    }

    private func pathMismatch(_ pattern: URLPattern, _ context: MatchContext) -> Mismatch? {
        let base = pattern.authority == nil ? context.origin?.basePath ?? [] : []
        guard PathMatching.match((base + pattern.path)[...], context.segments[...]) == nil else { return nil }
        let received = context.request.parts.rawPath.isEmpty ? "/" : context.request.parts.rawPath
        let expected = pattern.authority == nil ? Substring(pattern.text) : URLParts(pattern.text).rawPath
        let path = expected.prefix { $0 != "?" && $0 != "#" }
        let prefix = base.isEmpty ? "" : context.origin.map { String(URLParts($0.text).rawPath) } ?? ""
        return Mismatch(.path, "path is \(received), expected \(prefix)\(path)")
    }

    private func queryMismatch(_ pattern: URLPattern, _ context: MatchContext) -> Mismatch? {
        context.query.missing(pattern.query).first.map { QueryText.missing($0, in: context.query) }
    }

    func indexKeys(origin: Origin?) -> [StubIndex.Key]? {
        switch pattern {
        case nil: return [StubIndex.Key(method: method, origin: nil, path: [.rest])]
        case .failure?: return []
        case .success(let pattern)?:
            let base = pattern.authority == nil ? origin?.basePath ?? [] : []
            let key = StubIndex.Key(
                method: method, origin: originText(pattern, origin), path: StubIndex.edges(base + pattern.path))
            return [key]
        }
    }

    private func originText(_ pattern: URLPattern, _ origin: Origin?) -> String? {
        guard let authority = pattern.authority else { return origin?.schemeAndHost }
        guard case .literal(let host) = authority.host else { return nil }
        return Origin.text(scheme: authority.scheme, host: host, port: authority.port)
    }

    /// Whether the index alone decides: literals and captures of whole segments, no query, no host pattern.
    func isDecidedByIndex(origin: Origin?) -> Bool {
        guard case .success(let pattern)? = pattern, pattern.query.isEmpty else { return false }
        if case .labels? = pattern.authority?.host { return false }
        return pattern.path.allSatisfy { segment in
            if segment.isLiteral { return true }
            guard case .pieces(let pieces) = segment, pieces.count == 1, case .capture = pieces[0] else { return false }
            return true
        }
    }
}

extension Origin {
    var schemeAndHost: String { Self.text(scheme: scheme, host: host, port: port) }

    static func text(scheme: String, host: String, port: Int?) -> String {
        let named = port.flatMap { $0 == URLParts.defaultPort(of: scheme) ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(named)"
    }
}
