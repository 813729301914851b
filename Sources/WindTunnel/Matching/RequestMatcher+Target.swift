extension RequestMatcher {
    /// Any request at all.
    public static var any: RequestMatcher { RequestMatcher(TargetCheck(method: nil)) }

    /// Any method on a URL.
    ///
    /// - Parameter url: A path such as `"/users/{id}"`, resolved against the server's origin, or a whole URL. `{name}`
    ///   captures one segment, `*` stands for any text inside one, `**` for any number of segments.
    public static func any(_ url: String) -> RequestMatcher { RequestMatcher(TargetCheck(nil, url)) }

    /// `GET` on a URL; see ``any(_:)`` for the patterns.
    public static func get(_ url: String) -> RequestMatcher { RequestMatcher(TargetCheck("GET", url)) }

    /// `HEAD` on a URL; see ``any(_:)`` for the patterns.
    public static func head(_ url: String) -> RequestMatcher { RequestMatcher(TargetCheck("HEAD", url)) }

    /// `POST` on a URL; see ``any(_:)`` for the patterns.
    public static func post(_ url: String) -> RequestMatcher { RequestMatcher(TargetCheck("POST", url)) }

    /// `PUT` on a URL; see ``any(_:)`` for the patterns.
    public static func put(_ url: String) -> RequestMatcher { RequestMatcher(TargetCheck("PUT", url)) }

    /// `PATCH` on a URL; see ``any(_:)`` for the patterns.
    public static func patch(_ url: String) -> RequestMatcher { RequestMatcher(TargetCheck("PATCH", url)) }

    /// `DELETE` on a URL; see ``any(_:)`` for the patterns.
    public static func delete(_ url: String) -> RequestMatcher { RequestMatcher(TargetCheck("DELETE", url)) }

    /// `OPTIONS` on a URL; see ``any(_:)`` for the patterns.
    public static func options(_ url: String) -> RequestMatcher { RequestMatcher(TargetCheck("OPTIONS", url)) }

    /// Any other method on a URL; methods are compared as written (RFC 9110, section 9.1).
    public static func request(_ method: String, _ url: String) -> RequestMatcher {
        RequestMatcher(TargetCheck(method, url, isSpelledOut: true))
    }

    /// Only the method.
    public static func method(_ method: String) -> RequestMatcher {
        RequestMatcher(TargetCheck(method: method))
    }
}

/// Method and URL, the part of a stub that the index knows.
struct TargetCheck: RequestCheck {
    let method: String?
    /// Nil for any URL.
    let pattern: Result<URLPattern, PatternFault>?
    /// The pattern as written.
    let text: String
    /// Whether it was made by `.request`, which takes every method.
    let isSpelledOut: Bool

    init(_ method: String?, _ url: String, isSpelledOut: Bool = false) {
        self.method = method
        self.isSpelledOut = isSpelledOut
        pattern = URLPattern.parse(url)
        text = url
    }

    init(method: String?) {
        self.method = method
        pattern = nil
        text = ""
        isSpelledOut = false
    }

    var source: String {
        guard pattern != nil else { return method.map { ".method(\(SourceText.literal($0)))" } ?? ".any" }
        let url = SourceText.literal(text)
        guard let method else { return ".any(\(url))" }
        return isSpelledOut ? ".request(\(SourceText.literal(method)), \(url))" : ".\(method.lowercased())(\(url))"
    }

    var faults: [String] {
        var faults: [String] = []
        // RFC 9110, section 9.1.
        let isMethod = method.map { !$0.isEmpty && $0.utf8.allSatisfy(\.isTokenByte) } ?? true
        if let method, !isMethod { faults.append("\(SourceText.quoted(method)) is no HTTP method") }
        if case .failure(let fault)? = pattern { faults.append(fault.message) }
        return faults
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
        return PathMatching.match(pattern.wholePath(context.origin)[...], context.segments[...]) ?? []
    }

    func authorityMismatch(_ pattern: URLPattern, _ context: MatchContext) -> Mismatch? {
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
            let expected = pattern.authority.map { _ in URLParts(text).origin } ?? context.origin?.schemeAndHost
            return Mismatch(.host, "origin is \(context.request.parts.origin), expected \(expected ?? "")")
        }
        return nil
    }

    func pathMismatch(_ pattern: URLPattern, _ context: MatchContext) -> Mismatch? {
        guard PathMatching.match(pattern.wholePath(context.origin)[...], context.segments[...]) == nil else {
            return nil
        }
        let received = context.request.parts.rawPath.isEmpty ? "/" : context.request.parts.rawPath
        let expected = pattern.authority == nil ? text[...] : URLParts(text).rawPath
        let path = expected.prefix { $0 != "?" && $0 != "#" }
        let origin = pattern.authority == nil ? context.origin : nil
        let prefix = origin.map { $0.basePath.isEmpty ? "" : URLParts($0.text).rawPath } ?? ""
        return Mismatch(.path, "path is \(received), expected \(prefix)\(path)\(Self.hint(path))")
    }

    /// Other libraries write captures with a colon, which is literal here.
    private static func hint(_ path: Substring) -> String {
        guard let mark = path.range(of: "/:") else { return "" }
        let name = path[mark.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.isEmpty ? "" : "; did you mean {\(name)}?"
    }

    private func queryMismatch(_ pattern: URLPattern, _ context: MatchContext) -> Mismatch? {
        context.query.missing(pattern.query).first.map { QueryText.missing($0, in: context.query) }
    }

    func indexKeys(origin: Origin?) -> [StubIndex.Key]? {
        switch pattern {
        case nil: return [StubIndex.Key(method: method, origin: nil, path: [.rest])]
        case .failure?: return []
        case .success(let pattern)?:
            let path = StubIndex.edges(pattern.wholePath(origin))
            return [StubIndex.Key(method: method, origin: originText(pattern, origin), path: path)]
        }
    }

    private func originText(_ pattern: URLPattern, _ origin: Origin?) -> String? {
        guard let authority = pattern.authority else { return origin?.schemeAndHost }
        guard case .literal(let host) = authority.host else { return nil }
        return Origin.text(scheme: authority.scheme, host: host, port: authority.port)
    }

    /// Whether the index alone decides: literals and captures of whole segments, no query, no host pattern.
    var isDecidedByIndex: Bool {
        guard case .success(let pattern)? = pattern, pattern.query.isEmpty else { return false }
        if case .labels? = pattern.authority?.host { return false }
        return pattern.path.allSatisfy { segment in
            switch segment {
            case .literal, .capture: true
            case .anySegments, .pieces: false
            }
        }
    }
}
