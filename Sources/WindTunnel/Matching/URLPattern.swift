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

    static func parse(_ text: String) -> Result<URLPattern, PatternFault> {
        let parts = URLParts(text)
        let authority: Authority?
        if text.utf8.first == UInt8(ascii: "/") && text.utf8.dropFirst().first != UInt8(ascii: "/") {
            authority = nil
        } else {
            switch parseAuthority(text, parts) {
            case .success(let value): authority = value
            case .failure(let fault): return .failure(fault)
            }
        }
        // A relative pattern has no scheme, whatever its colons look like: "/a:b".
        let relative = authority == nil ? URLParts("x://h" + text) : parts
        var path: [SegmentPattern] = []
        for segment in relative.rawSegments {
            switch SegmentPattern.parse(segment, in: text) {
            case .success(let pattern): path.append(pattern)
            case .failure(let fault): return .failure(fault)
            }
        }
        let names = path.flatMap(\.captureNames)
        if names.count > 1, let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
            return .failure(
                PatternFault("the pattern \(SourceText.quoted(text)) cannot be read: {\(twice)} stands twice"))
        }
        return .success(
            URLPattern(authority: authority, path: path, query: QueryItem.parse(relative.rawQuery)))
    }

    private static func parseAuthority(_ text: String, _ parts: URLParts) -> Result<Authority, PatternFault> {
        func fault(_ reason: String) -> Result<Authority, PatternFault> {
            .failure(PatternFault("the pattern \(SourceText.quoted(text)) cannot be read: \(reason)"))
        }
        guard text.utf8.dropFirst(parts.schemeEnd).starts(with: "://".utf8) else {
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let hint = trimmed.hasPrefix("//") ? "https:" + trimmed : trimmed.hasPrefix("/") ? trimmed : "/" + trimmed
            return fault("it must begin with a slash or be a whole URL; did you mean \(SourceText.quoted(hint))?")
        }
        let scheme = parts.scheme
        let host = parts.host
        // The plain case, told by bytes; what follows is for the rest, and says what is wrong.
        if !host.isEmpty, parts.hostEnd == parts.authorityEnd, scheme == "https" || scheme == "http",
            host.utf8.allSatisfy(isPlainHostByte)
        {
            return .success(Authority(scheme: scheme, host: .literal(host), port: parts.port))
        }
        if host.isEmpty, URLParts.defaultPort(of: scheme) != nil { return fault("it has no host") }
        guard let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return fault("\(SourceText.quoted(scheme)) is no scheme") }
        let port = parts.writtenPort
        guard port.allSatisfy({ ("0"..."9").contains($0) }) else { return fault("the port is no number") }
        if !port.isEmpty, Int(port) == nil { return fault("the port is not in 0...65535") }
        if let port = parts.port, !(0...65535).contains(port) { return fault("the port is not in 0...65535") }
        return hostPattern(host, in: text).map { Authority(scheme: scheme, host: $0, port: parts.port) }
    }

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func hostPattern(_ host: String, in text: String) -> Result<Host, PatternFault> {
        func fault(_ reason: String) -> Result<Host, PatternFault> {
            .failure(PatternFault("the pattern \(SourceText.quoted(text)) cannot be read: \(reason)"))
        }
        guard !host.contains(where: { $0.isWhitespace || "<>\"\\^`|".contains($0) }) else {
            return fault("\(SourceText.quoted(host)) is no host")
        }
        // An IPv6 address stands in brackets, and nothing else does: RFC 3986, section 3.2.2.
        let hasBrackets = host.contains { $0 == "[" || $0 == "]" }
        guard !hasBrackets || (host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2) else {
            return fault("\(SourceText.quoted(host)) is no host")
        }
        guard host.contains(where: { "*{}".contains($0) }) else { return .success(.literal(punycode(host))) }
        var labels: [SegmentPattern] = []
        for label in host.split(separator: ".", omittingEmptySubsequences: false) {
            let text = label.contains("*") ? String(label) : punycode(String(label))
            guard !label.contains(where: { "{}".contains($0) }),
                case .success(let pattern) = SegmentPattern.parse(text[...], in: ""),
                pattern != .anySegments
            else { return fault("a host takes * inside a label and nothing else") }
            labels.append(pattern)
        }
        return .success(.labels(labels))
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

/// Matches a path's segments, captures by name.
enum PathMatching {
    /// Each `**` takes as few segments as it can, the last one what is left. What stands between two of them has a
    /// fixed length, so the first place where it fits is as good as any: nothing is tried twice.
    static func match(_ patterns: ArraySlice<SegmentPattern>, _ segments: ArraySlice<[UInt8]>) -> [(String, String)]? {
        var blocks = patterns.split(separator: .anySegments, omittingEmptySubsequences: false)
        guard blocks.count > 1 else {
            return patterns.count == segments.count ? matchStart(patterns, segments) : nil
        }
        let last = blocks.removeLast()
        let first = blocks.removeFirst()
        guard segments.count >= first.count + last.count, var captures = matchStart(first, segments) else { return nil }
        var rest = segments.dropFirst(first.count).dropLast(last.count)
        for block in blocks where !block.isEmpty {
            guard let found = find(block, &rest) else { return nil }
            captures += found
        }
        return matchStart(last, segments.suffix(last.count)).map { captures + $0 }
    }

    /// Moves `rest` behind the first place where the block fits.
    private static func find(
        _ block: ArraySlice<SegmentPattern>, _ rest: inout ArraySlice<[UInt8]>
    ) -> [(String, String)]? {
        while rest.count >= block.count {
            if let captures = matchStart(block, rest) {
                rest = rest.dropFirst(block.count)
                return captures
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    private static func matchStart(
        _ patterns: ArraySlice<SegmentPattern>, _ segments: ArraySlice<[UInt8]>
    ) -> [(String, String)]? {
        var captures: [(String, String)] = []
        for (pattern, segment) in zip(patterns, segments) {
            guard let found = pattern.match(segment) else { return nil }
            captures += found
        }
        return captures
    }
}
