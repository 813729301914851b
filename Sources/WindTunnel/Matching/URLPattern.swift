/// What a stub says about a URL: `/users/{id}`, `https://cdn.example.com/*.png?v=1`.
///
/// Scheme, host and default port are normalised, the path is compared segment by segment after decoding, items of a
/// query must be present, a fragment never counts.
struct URLPattern: Sendable {
    struct Authority: Sendable, Equatable {
        let scheme: String
        let host: Host
        let port: Int?
    }

    enum Host: Sendable, Equatable {
        case literal(String)
        /// A label may be `*`, or have a `*` in it; it never spans a dot.
        case labels([SegmentPattern])
    }

    /// Nil for a path that is resolved against the server's origin.
    let authority: Authority?
    let path: [SegmentPattern]
    let query: [QueryItem]

    /// With the path of the origin that a relative one is resolved against.
    func wholePath(_ origin: Origin?) -> [SegmentPattern] {
        guard authority == nil, let base = origin?.basePath, !base.isEmpty else { return path }
        return base + path
    }

    static func parse(_ text: String) -> Result<URLPattern, PatternFault> {
        Result { () throws(PatternFault) in try URLPattern(reading: text) }
    }

    private init(reading text: String) throws(PatternFault) {
        let isRelative = text.utf8.first == UInt8(ascii: "/") && text.utf8.dropFirst().first != UInt8(ascii: "/")
        // A relative pattern has no scheme, whatever its colons look like: "/a:b".
        let parts = URLParts(isRelative ? "x://h" + text : text)
        authority = isRelative ? nil : try Self.authority(text, parts)
        path = try Self.path(text, parts)
        query = QueryItem.parse(parts.rawQuery)
    }

    private static func path(_ text: String, _ parts: URLParts) throws(PatternFault) -> [SegmentPattern] {
        var path: [SegmentPattern] = []
        for segment in parts.rawSegments { path.append(try SegmentPattern.parse(segment, in: text).get()) }
        let names = path.flatMap(\.captureNames)
        if names.count > 1, let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
            throw PatternFault(unreadable: text, "{\(twice)} stands twice")
        }
        return path
    }

    private static func authority(_ text: String, _ parts: URLParts) throws(PatternFault) -> Authority {
        guard text.utf8.dropFirst(parts.schemeEnd).starts(with: "://".utf8) else {
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let hint = trimmed.hasPrefix("//") ? "https:" + trimmed : trimmed.hasPrefix("/") ? trimmed : "/" + trimmed
            throw PatternFault(
                unreadable: text,
                "it must begin with a slash or be a whole URL; did you mean \(SourceText.quoted(hint))?")
        }
        let scheme = parts.scheme
        let host = parts.host
        // The plain case, told by bytes; what follows is for the rest, and says what is wrong.
        if !host.isEmpty, parts.hostEnd == parts.authorityEnd, scheme == "https" || scheme == "http",
            host.utf8.allSatisfy(isPlainHostByte)
        {
            return Authority(scheme: scheme, host: .literal(host), port: parts.port)
        }
        if let reason = whyNotAnAuthority(parts) { throw PatternFault(unreadable: text, reason) }
        return Authority(scheme: scheme, host: try hostPattern(host, in: text), port: parts.port)
    }

    /// What is wrong with scheme and port, or with a host that is missing.
    private static func whyNotAnAuthority(_ parts: URLParts) -> String? {
        let scheme = parts.scheme
        if parts.host.isEmpty, URLParts.defaultPort(of: scheme) != nil { return "it has no host" }
        guard let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return "\(SourceText.quoted(scheme)) is no scheme" }
        let port = parts.writtenPort
        guard port.allSatisfy({ ("0"..."9").contains($0) }) else { return "the port is no number" }
        guard port.isEmpty || Int(port).map({ (0...65535).contains($0) }) == true else {
            return "the port is not in 0...65535"
        }
        return nil
    }

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func hostPattern(_ host: String, in text: String) throws(PatternFault) -> Host {
        let hasStrangers = host.contains { $0.isWhitespace || "<>\"\\^`|".contains($0) }
        // An IPv6 address stands in brackets, and nothing else does: RFC 3986, section 3.2.2.
        let hasBrackets = host.contains { $0 == "[" || $0 == "]" }
        guard !hasStrangers, !hasBrackets || (host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2) else {
            throw PatternFault(unreadable: text, "\(SourceText.quoted(host)) is no host")
        }
        guard host.contains(where: { "*{}".contains($0) }) else { return .literal(punycode(host)) }
        var labels: [SegmentPattern] = []
        for label in host.split(separator: ".", omittingEmptySubsequences: false) {
            let written = label.contains("*") ? String(label) : punycode(String(label))
            guard !label.contains(where: { "{}".contains($0) }),
                case .success(let pattern) = SegmentPattern.parse(written[...], in: ""),
                pattern != .anySegments
            else { throw PatternFault(unreadable: text, "a host takes * inside a label and nothing else") }
            labels.append(pattern)
        }
        return .labels(labels)
    }

    /// Foundation spells hosts that are not ASCII in Punycode; so must we.
    private static func punycode(_ host: String) -> String {
        host.allSatisfy(\.isASCII) ? host : URL(string: "https://\(host)/").flatMap { $0.host } ?? host
    }
}

extension URLPattern.Host {
    func matches(_ host: String) -> Bool {
        switch self {
        case .literal(let literal): return literal == host
        case .labels(let patterns):
            let labels = host.split(separator: ".", omittingEmptySubsequences: false)
            return labels.count == patterns.count
                && zip(patterns, labels).allSatisfy { $0.match(Array($1.utf8)) != nil }
        }
    }
}
