/// The stub that would answer a request, as source that compiles where it is pasted.
enum StubSource {
    private static let maximumItems = 20
    private static let maximumBody = 500

    private static let maximumPath = 500

    static func stub(for request: MockRequest, origin: Origin?) -> String {
        stub(for: request, origin: origin, ReportMask([request]))
    }

    /// - Parameter mask: Knows the request's secrets.
    static func stub(for request: MockRequest, origin: Origin?, _ mask: ReportMask) -> String {
        let refinements = refinements(for: request, origin: origin).map(\.description).filter { source in
            source.utf8.count <= 2 * maximumBody && mask.masked(source) == source
        }
        let source = [target(request, origin, mask).description] + refinements
        return "Stub(\(source.joined(separator: ", ")), returning: .status(200))"
    }

    /// What tells the request from others, without its secrets.
    static func matchers(for request: MockRequest, origin: Origin?) -> [RequestMatcher] {
        [target(request, origin, nil)] + refinements(for: request, origin: origin)
    }

    private static func refinements(for request: MockRequest, origin: Origin?) -> [RequestMatcher] {
        let context = MatchContext(request, origin: origin)
        // What would not match its own request is no help.
        return (query(request) + body(request, context)).filter { $0.check.mismatch(context) == nil }
    }

    private static let verbs: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private static func target(_ request: MockRequest, _ origin: Origin?, _ mask: ReportMask?) -> RequestMatcher {
        let base = origin.map { URLParts($0.text) }
        let path = request.parts.rawPath
        var url = request.parts.origin + path
        if let base, base.origin == request.parts.origin, path.hasPrefix(base.rawPath) {
            let rest = path.dropFirst(base.rawPath.count)
            // Else it is another path that begins alike.
            if rest.hasPrefix("/") || base.rawPath.isEmpty { url = rest.isEmpty ? "/" : String(rest) }
        }
        // Marks of patterns are literal here.
        for (mark, escape) in [("*", "%2A"), ("{", "%7B"), ("}", "%7D")] {
            url = url.replacingOccurrences(of: mark, with: escape)
        }
        url = mask.map { pattern(url, $0) } ?? url
        return RequestMatcher(TargetCheck(request.method, url, isSpelledOut: !verbs.contains(request.method)))
    }

    /// A secret segment becomes any segment, and what nobody reads any number of them.
    private static func pattern(_ url: String, _ mask: ReportMask) -> String {
        guard url.utf8.count > maximumPath || mask.masked(url) != url else { return url }
        var kept: [String] = []
        var count = 0
        for segment in url.split(separator: "/", omittingEmptySubsequences: false).map(String.init) {
            count += segment.utf8.count + 1
            if count > maximumPath { return (kept + ["**"]).joined(separator: "/") }
            kept.append(mask.masked(segment) == segment ? segment : "*")
        }
        return kept.joined(separator: "/")
    }

    private static func query(_ request: MockRequest) -> [RequestMatcher] {
        let query = request.query
        let values = Dictionary(grouping: query.items, by: \.name)
        return query.names.filter { !Secrets.isSecret(field: $0) }.prefix(maximumItems).map { name in
            let values = values[name, default: []].map(\.value)
            return values.count == 1 ? .query(name, values[0]) : .query(name, values)
        }
    }

    private static func body(_ request: MockRequest, _ context: MatchContext) -> [RequestMatcher] {
        let type = MediaType.essence(of: request.headers["Content-Type"])
        switch type {
        case "application/x-www-form-urlencoded": return form(context)
        case "multipart/form-data": return multipart(context)
        default: return MediaType.isJSON(type) || type == nil ? json(request, context) : []
        }
    }

    private static func json(_ request: MockRequest, _ context: MatchContext) -> [RequestMatcher] {
        guard case .success(let json) = context.json, json.isContainer, !json.isDeep else { return [] }
        if case .object(let members) = json, case .string(let name)? = members["operationName"], !name.isEmpty,
            members["query"] != nil
        {
            guard let variables = members["variables"], variables != .null, Secrets.masked(variables) == variables
            else { return [.graphQL(name)] }
            return [.graphQL(name, variables: JSONLiteral(variables))]
        }
        guard request.body.count < maximumBody, Secrets.masked(json) == json else { return [] }
        return [.json(JSONLiteral(json))]
    }

    private static func form(_ context: MatchContext) -> [RequestMatcher] {
        guard case .success(let items) = context.form else { return [] }
        let fields = items.filter { !Secrets.isSecret(field: $0.name) }.prefix(maximumItems)
        guard !fields.isEmpty else { return [] }
        return [RequestMatcher(FormCheck(fields: fields.map { ($0.name, .equal($0.value)) }, isExact: false))]
    }

    private static func multipart(_ context: MatchContext) -> [RequestMatcher] {
        guard case .success(let parts) = context.multipart else { return [] }
        return parts.prefix(maximumItems).compactMap { part in
            part.name.map { .multipart($0, filename: part.filename, contentType: part.contentType) }
        }
    }
}
