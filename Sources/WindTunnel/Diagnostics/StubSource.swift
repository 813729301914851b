/// The stub that would answer a request, as source that compiles where it is pasted.
enum StubSource {
    private static let maximumItems = 20
    private static let maximumBody = 500

    static func stub(for request: MockRequest, origin: Origin?) -> String {
        let source = matchers(for: request, origin: origin).map(\.description).joined(separator: ", ")
        return "Stub(\(source), returning: .status(200))"
    }

    /// What tells the request from others, without its secrets.
    static func matchers(for request: MockRequest, origin: Origin?) -> [RequestMatcher] {
        let context = MatchContext(request, origin: origin)
        // What would not match its own request is no help.
        let refinements = (query(request) + body(request, context)).filter { $0.check.mismatch(context) == nil }
        return [target(request, origin)] + refinements
    }

    private static let verbs: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private static func target(_ request: MockRequest, _ origin: Origin?) -> RequestMatcher {
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
        return RequestMatcher(TargetCheck(request.method, url, isSpelledOut: !verbs.contains(request.method)))
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
        guard case .success(let json) = context.json, json.isContainer, !json.isDeep, Secrets.masked(json) == json
        else {
            return []
        }
        if case .object(let members) = json, case .string(let name)? = members["operationName"], !name.isEmpty,
            members["query"] != nil
        {
            guard let variables = members["variables"], variables != .null else { return [.graphQL(name)] }
            return [.graphQL(name, variables: JSONLiteral(variables))]
        }
        return request.body.count < maximumBody ? [.json(JSONLiteral(json))] : []
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
