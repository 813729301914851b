/// What relative patterns are resolved against: an origin, with the path that precedes every relative one.
final class Origin: Sendable {
    let scheme: String
    let host: String
    let port: Int?
    let basePath: [SegmentPattern]
    /// As reports show it.
    let text: String
    /// `scheme://host`, with the port when it is not the scheme's own.
    let schemeAndHost: String

    private init(
        scheme: String, host: String, port: Int?, basePath: [SegmentPattern], text: String, schemeAndHost: String
    ) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.basePath = basePath
        self.text = text
        self.schemeAndHost = schemeAndHost
    }

    /// Every test of a suite makes its server with the same few.
    private static let known = Locked<[String: Result<Origin, PatternFault>]>([:])
    private static let maximumKnown = 64

    /// As ``read(_:)``, remembered.
    static func parse(_ text: String) -> Result<Origin, PatternFault> {
        if let origin = known.withLock({ $0[text] }) { return origin }
        let origin = Result { () throws(PatternFault) in try read(text) }
        known.withLock { if $0.count < maximumKnown { $0[text] = origin } }
        return origin
    }

    /// A reason when `text` names no origin.
    private static func read(_ text: String) throws(PatternFault) -> Origin {
        guard text.contains("://") || text.hasPrefix("/") else {
            let meant = SourceText.quoted("https://" + text)
            throw PatternFault("\(SourceText.quoted(text)) is no origin: it has no scheme; did you mean \(meant)?")
        }
        let pattern = try URLPattern.parse(text).get()
        guard let authority = pattern.authority, case .literal(let host) = authority.host else {
            throw PatternFault("\(SourceText.quoted(text)) is no origin; write it like \"https://api.example.com\"")
        }
        guard pattern.path.allSatisfy(\.isLiteral), pattern.query.isEmpty else {
            throw PatternFault("\(SourceText.quoted(text)) is no origin: it has a pattern or a query")
        }
        var base = pattern.path
        if base.last?.literal?.isEmpty == true { base.removeLast() }
        let path = URLParts(text).rawPath
        let origin = Self.text(scheme: authority.scheme, host: host, port: authority.port)
        return Origin(
            scheme: authority.scheme, host: host, port: authority.port, basePath: base,
            text: origin + (path.hasSuffix("/") ? path.dropLast() : path), schemeAndHost: origin)
    }

    static func text(scheme: String, host: String, port: Int?) -> String {
        let named = port.flatMap { $0 == URLParts.defaultPort(of: scheme) ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(named)"
    }
}
