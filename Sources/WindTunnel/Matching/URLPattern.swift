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

    /// As written.
    let text: String
    /// Nil for a path that is resolved against the server's origin.
    let authority: Authority?
    let path: [SegmentPattern]
    let query: [QueryItem]

    static func parse(_ text: String) -> Result<URLPattern, PatternFault> {
        let parts = URLParts(text)
        let authority: Authority?
        if text.hasPrefix("/") && !text.hasPrefix("//") {
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
        if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
            return .failure(PatternFault("the pattern \(SourceText.quoted(text)) cannot be read: {\(twice)} stands twice"))
        }
        return .success(
            URLPattern(text: text, authority: authority, path: path, query: QueryItem.parse(relative.rawQuery)))
    }

    private static func parseAuthority(_ text: String, _ parts: URLParts) -> Result<Authority, PatternFault> {
        func fault(_ reason: String) -> Result<Authority, PatternFault> {
            .failure(PatternFault("the pattern \(SourceText.quoted(text)) cannot be read: \(reason)"))
        }
        guard text.utf8.dropFirst(parts.schemeEnd).starts(with: "://".utf8) else {
            let hint = text.isEmpty ? "\"/\"" : SourceText.quoted("/" + text)
            return fault("it must begin with a slash or be a whole URL; did you mean \(hint)?")
        }
        let scheme = parts.scheme
        guard let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return fault("\(SourceText.quoted(scheme)) is no scheme") }
        let written = parts.text.utf8.dropFirst(parts.hostEnd).prefix(parts.authorityEnd - parts.hostEnd)
        if written.count > 1, parts.port == nil || Int(String(written.dropFirst()) ?? "") == nil {
            return fault("the port is no number")
        }
        if let port = parts.port, !(0...65535).contains(port) { return fault("the port is not in 0...65535") }
        return hostPattern(parts.host, in: text).map { Authority(scheme: scheme, host: $0, port: parts.port) }
    }

    private static func hostPattern(_ host: String, in text: String) -> Result<Host, PatternFault> {
        guard host.contains(where: { "*{}".contains($0) }) else {
            guard !host.contains(where: { $0.isWhitespace || "<>\"\\^`|".contains($0) }) else {
                return .failure(PatternFault("the pattern \(SourceText.quoted(text)) cannot be read: \(SourceText.quoted(host)) is no host"))
            }
            let ascii = host.allSatisfy(\.isASCII)
            // Foundation spells such hosts in Punycode; so must we.
            return .success(.literal(ascii ? host : URL(string: "https://\(host)/").flatMap { $0.host } ?? host))
        }
        var labels: [SegmentPattern] = []
        for label in host.split(separator: ".", omittingEmptySubsequences: false) {
            switch SegmentPattern.parse(label, in: text) {
            case .failure(let fault): return .failure(fault)
            case .success(let pattern):
                guard pattern != .anySegments, pattern.captureNames.isEmpty else {
                    return .failure(PatternFault("the pattern \(SourceText.quoted(text)) cannot be read: a host takes * inside a label and nothing else"))
                }
                labels.append(pattern)
            }
        }
        return .success(.labels(labels))
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
    static func match(_ patterns: ArraySlice<SegmentPattern>, _ segments: ArraySlice<[UInt8]>) -> [(String, String)]? {
        guard let pattern = patterns.first else { return segments.isEmpty ? [] : nil }
        let rest = patterns.dropFirst()
        if pattern == .anySegments {
            if rest.isEmpty { return [] }
            guard rest.contains(.anySegments) else {
                // The last ** leaves exactly as many segments as there are patterns behind it.
                return segments.count >= rest.count ? match(rest, segments.suffix(rest.count)) : nil
            }
            for skipped in 0...segments.count {
                if let captures = match(rest, segments.dropFirst(skipped)) { return captures }
            }
            return nil
        }
        guard let segment = segments.first, let captures = pattern.match(segment) else { return nil }
        return match(rest, segments.dropFirst()).map { captures + $0 }
    }
}
