import HTTPArchive

/// What a request that no stub answers fails with.
struct UnexpectedReport {
    let request: MockRequest
    let stubs: [MountedStub]
    let faults: [StubFault]
    let core: ServerCore

    init(_ request: MockRequest, stubs: [MountedStub], faults: [StubFault], core: ServerCore) {
        self.request = request
        self.stubs = stubs
        self.faults = faults
        self.core = core
    }

    var text: String {
        var sections = ["Unexpected request: \(request.method) \(RequestText.url(request))"]
        // A faulty stub has its own section; next to it "no stubs" would be a lie.
        if let closest = closest ?? (faults.isEmpty ? "The server has no stubs." : nil) { sections.append(closest) }
        if !faults.isEmpty {
            sections.append("Faults to mend first:\n\n" + faults.map { "    \($0)" }.joined(separator: "\n"))
        }
        sections.append("The request:\n\n" + RequestText.message(request))
        sections.append("To answer it, add:\n\n    \(StubSource.stub(for: request, origin: core.origin))")
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// The stub that differs in the fewest parts; of equals the most preferred.
    private var closest: String? {
        let usable = stubs.filter { $0.stub.matchingFaults.isEmpty }
        let context = MatchContext(request, origin: core.origin)
        let candidates = usable.map { Candidate($0, context) }
        guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        let count = usable.count == 1 ? "The only stub" : "The closest of \(usable.count) stubs"
        return "\(count):\n\n" + best.text
    }

    private struct Candidate {
        let mount: MountedStub
        let mismatches: [Mismatch]
        let isUsedUp: Bool

        init(_ mount: MountedStub, _ context: MatchContext) {
            self.mount = mount
            mismatches = mount.stub.matchers.flatMap { $0.check.parts }.compactMap { $0.mismatch(context) }
            isUsedUp = mount.stub.options?.limit.map { mount.uses >= $0 } ?? false
        }

        /// Method and URL weigh more than what refines them.
        var distance: Int {
            mismatches.reduce(0) { sum, mismatch in
                switch mismatch.part {
                case .host, .path: sum + 4
                case .method: sum + 3
                default: sum + 1
                }
            }
        }

        var text: String {
            let source = "\(mount.stub)"
            let padding = String(repeating: " ", count: max(2, 56 - source.count))
            var lines = ["    \(source)\(padding)\(mount.stub.location)"]
            lines += mismatches.map { "      differs   \($0)" }
            if mismatches.isEmpty { lines.append("      matches   but \(unavailable)") }
            return lines.joined(separator: "\n")
        }

        private var unavailable: String {
            if isUsedUp { return "it was used up: .times(\(mount.stub.options?.limit ?? 0))" }
            guard let condition = mount.stub.options?.conditions.first else { return "it was not available" }
            return
                "not in this state: .when(\(SourceText.literal(condition.scenario)), is: \(SourceText.literal(condition.state)))"
        }
    }
}

extension RequestCheck {
    /// The conditions that can differ on their own.
    var parts: [any RequestCheck] {
        if let all = self as? AllCheck { return all.checks.flatMap(\.parts) }
        // In one piece a wrong method would hide a wrong path, and seem closer than the path alone.
        if let target = self as? TargetCheck, let method = target.method, target.pattern != nil {
            return [TargetCheck(method: method), TargetCheck(nil, target.text)]
        }
        return [self]
    }
}

/// A request as text: headers, and the body when it is text.
enum RequestText {
    private static let limit = 4_000

    /// Longer ones are cut: nobody reads on, and an error must not be larger than what caused it.
    private static let urlLimit = 2_000

    static func url(_ request: MockRequest) -> String {
        let text = maskedURL(request)
        return text.utf8.count > urlLimit ? text.prefix(urlLimit) + "…" : text
    }

    private static func maskedURL(_ request: MockRequest) -> String {
        guard let query = request.parts.rawQuery else { return request.url.absoluteString }
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            let name = item.prefix { $0 != "=" }
            return Secrets.isSecret(field: PercentCoding.decodedString(name)) ? "\(name)=\(Secrets.mask)" : String(item)
        }
        return request.parts.origin + (request.parts.rawPath) + "?" + items.joined(separator: "&")
    }

    static func message(_ request: MockRequest) -> String {
        var lines = ["\(request.method) \(url(request))"]
        lines += request.headers.map { "\($0.name): \(Secrets.masked(header: $0.name, $0.value))" }
        let body = bodyLines(request)
        if !body.isEmpty { lines += [""] + body }
        return lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }

    private static func bodyLines(_ request: MockRequest) -> [String] {
        guard !request.body.isEmpty else { return [] }
        if let json = try? JSONParser.parse(request.body) { return cut(Secrets.masked(json).readableText) }
        guard let text = request.text else {
            let bytes = request.body.prefix(16).map { byte in
                let hex = String(byte, radix: 16)
                return hex.count == 1 ? "0\(hex)" : hex
            }
            return [
                "\(request.body.count) bytes: \(bytes.joined(separator: " "))\(request.body.count > 16 ? " …" : "")"
            ]
        }
        guard MediaType.essence(of: request.headers["Content-Type"]) == "application/x-www-form-urlencoded" else {
            return cut(text)
        }
        return QueryItem.parse(text[...]).map { "\($0.name)=\(Secrets.masked(field: $0.name, $0.value))" }
    }

    private static func cut(_ text: String) -> [String] {
        let shown = text.count > limit ? text.prefix(limit) + "…" : text[...]
        return shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension JSONValue {
    /// On one line while that can be read.
    fileprivate var readableText: String {
        let compact = compactText
        return compact.count <= 80 ? compact : prettyText
    }
}

/// The stub that would answer a request, as source that compiles where it is pasted.
enum StubSource {
    static func stub(for request: MockRequest, origin: Origin?) -> String {
        "Stub(\((target(request, origin) + query(request) + body(request)).joined(separator: ", ")), returning: .status(200))"
    }

    private static let verbs = [
        "GET": "get", "HEAD": "head", "POST": "post", "PUT": "put", "PATCH": "patch", "DELETE": "delete",
        "OPTIONS": "options",
    ]

    private static func target(_ request: MockRequest, _ origin: Origin?) -> [String] {
        let base = origin.map { URLParts($0.text) }
        let path = request.parts.rawPath
        var url = request.parts.origin + path
        if let base, base.origin == request.parts.origin, path.hasPrefix(base.rawPath) {
            url = String(path.dropFirst(base.rawPath.count))
        }
        // Marks of patterns are literal here.
        for (mark, escape) in [("*", "%2A"), ("{", "%7B"), ("}", "%7D")] {
            url = url.replacingOccurrences(of: mark, with: escape)
        }
        if url.isEmpty { url = "/" }
        let literal = SourceText.literal(url)
        return [
            verbs[request.method].map { ".\($0)(\(literal))" }
                ?? ".request(\(SourceText.literal(request.method)), \(literal))"
        ]
    }

    private static func query(_ request: MockRequest) -> [String] {
        let query = request.query
        let values = Dictionary(grouping: query.items, by: \.name)
        return query.names.filter { !Secrets.isSecret(field: $0) }.prefix(20).map { name in
            let values = values[name, default: []].map(\.value)
            let value = values.count == 1 ? SourceText.literal(values[0]) : SourceText.literal(values)
            return ".query(\(SourceText.literal(name)), \(value))"
        }
    }

    private static func body(_ request: MockRequest) -> [String] {
        let type = MediaType.essence(of: request.headers["Content-Type"])
        guard MediaType.isJSON(type) || type == nil, request.body.count < 500,
            let json = try? JSONParser.parse(request.body), json.isContainer, Secrets.masked(json) == json
        else { return [] }
        return [RequestMatcher.json(JSONLiteral(json)).description]
    }
}
