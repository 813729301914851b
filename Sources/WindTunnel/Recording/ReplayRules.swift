/// The rules of one replay, as they are asked.
struct ReplayRules: Sendable {
    private(set) var method = false
    private(set) var host = false
    private(set) var path = false
    private(set) var query: Set<String>?
    private(set) var body: [JSONPath]?
    private(set) var headers: [String] = []
    private(set) var faults: [String] = []

    init(_ rules: [ReplayRule]) {
        let rules = rules.isEmpty ? [.method, .url, .body] : rules
        for kind in rules.flatMap(\.kinds) {
            switch kind {
            case .method: method = true
            case .host: host = true
            case .path: path = true
            case .query(let ignored): query = (query ?? []).union(ignored)
            case .body(let ignored): body = (body ?? []) + ignored
            case .header(let name): headers.append(name)
            case .fault(let text):
                faults.append("\(SourceText.quoted(text)) is no JSON path; write it like \"$.items[*].id\"")
            }
        }
    }

    /// What requests must have in common to be equal, but for body and headers.
    func key(method: String, _ parts: URLParts) -> String {
        var key = self.method ? method : ""
        if host { key += "\n\(parts.origin)" }
        if path {
            key += "\n" + parts.rawSegments.map { ComparableText.decoded($0) }.joined(separator: "/")
        }
        if let query {
            let items = ComparableText.items(parts.rawQuery).filter { !query.contains($0.item.name) }
            let texts = items.map { Secrets.isSecret(field: $0.item.name) ? "\($0.name)=\(Placeholder.any)" : $0.text }
            key += "\n" + texts.sorted().joined(separator: "&")
        }
        return Placeholder.generalized(key)
    }
}
