// How method and URL of a request differ from those that a stub asks for.

extension TargetCheck {
    func differences(_ context: MatchContext) -> [PartDifference] {
        var found: [PartDifference] = []
        if let method, method != context.request.method {
            let isCase = method.uppercased() == context.request.method.uppercased()
            found.append(
                PartDifference(
                    .method, ["method is \(context.request.method), expected \(method)"], nearness: isCase ? 0.9 : 0,
                    hint: isCase ? "only upper and lower case differ; methods have a case" : nil))
        }
        switch pattern {
        case nil: break
        case .failure(let fault)?: found.append(PartDifference(.path, [fault.message]))
        case .success(let pattern)?:
            found += [hostDifference(pattern, context), pathDifference(pattern, context)].compactMap { $0 }
            found += queryDifferences(pattern, context)
        }
        return found
    }

    /// `POST /users`, or the one of the two that fits.
    func matchedText(_ context: MatchContext, differences: [PartDifference]) -> String? {
        let parts = Set(differences.map(\.part))
        guard pattern != nil else { return parts.isEmpty ? source : nil }
        let fitsPath = parts.isDisjoint(with: [.path, .host])
        let fitsMethod = method != nil && !parts.contains(.method)
        switch (fitsMethod, fitsPath) {
        case (true, true): return "\(method ?? "") \(path(of: context))"
        case (true, false): return method
        case (false, true): return path(of: context)
        case (false, false): return nil
        }
    }

    private func path(of context: MatchContext) -> String { RequestText.path(context.request) }

    /// A distance at a glance; see ``PathDistance/roughSimilarity(_:_:)``.
    func roughDistance(_ context: MatchContext) -> Double {
        var distance = method.map { $0 == context.request.method ? 0.0 : 3 } ?? 0
        guard case .success(let pattern)? = pattern else { return distance }
        if let authority = pattern.authority {
            if !authority.host.matches(context.host) { distance += 4 }
        } else if let origin = context.origin, origin.host != context.host {
            distance += 4
        }
        return distance + 4 * (1 - PathDistance.roughSimilarity(pattern.wholePath(context.origin), context.segments))
    }

    private func hostDifference(_ pattern: URLPattern, _ context: MatchContext) -> PartDifference? {
        guard let mismatch = authorityMismatch(pattern, context) else { return nil }
        let expected = pattern.authority.map { ($0.scheme, $0.host, $0.port) }
        let origin = context.origin.map { ($0.scheme, URLPattern.Host.literal($0.host), $0.port) }
        guard let (scheme, host, port) = expected ?? origin, host.matches(context.host) else {
            return PartDifference(mismatch)
        }
        let other = scheme != context.scheme ? "scheme" : port != context.request.parts.port ? "port" : nil
        return PartDifference(
            .host, [mismatch.description], nearness: 0.9, hint: other.map { "only the \($0) differs" })
    }

    private func pathDifference(_ pattern: URLPattern, _ context: MatchContext) -> PartDifference? {
        guard let mismatch = pathMismatch(pattern, context) else { return nil }
        let expected = pattern.wholePath(context.origin)
        let hint = PathHint.find(pattern.path, whole: expected, context)
        let nearness = hint == nil ? PathDistance.similarity(expected, context.segments) : 0.95
        return PartDifference(.path, [mismatch.description], nearness: nearness, hint: hint)
    }

    private func queryDifferences(_ pattern: URLPattern, _ context: MatchContext) -> [PartDifference] {
        context.query.missing(pattern.query).map { item in
            PartDifference(
                QueryText.missing(item, in: context.query), nearness: context.query.values(item.name).isEmpty ? 0 : 0.5)
        }
    }
}
