/// A body as replays compare it.
struct RecordedBody {
    private enum Form: Equatable {
        case json(JSONValue)
        case graphQL(operation: String, variables: JSONValue)
        case form([String: Int])
        case multipart([Part])
        case bytes(Data)
    }

    private struct Part: Equatable {
        let name: String?
        let filename: String?
        let contentType: String?
        let body: Data
    }

    private let form: Form

    init(_ body: Data, contentType: String?, ignoring paths: [JSONPath]) {
        let type = MediaType.essence(of: contentType)
        if type == "application/x-www-form-urlencoded", let text = String(data: body, encoding: .utf8) {
            // Placeholders are encoded in forms.
            let items = ComparableText.items(text[...]).map { Placeholder.generalized($0.text) }
            form = .form(Dictionary(items.map { ($0, 1) }, uniquingKeysWith: +))
        } else if let parts = Self.parts(body, contentType) {
            form = .multipart(parts)
        } else if let json = try? JSONParser.parse(body), json.isContainer {
            form = Self.json(json, paths)
        } else {
            form = .bytes(body)
        }
    }

    /// Equal for equal bodies; different ones seldom share it.
    var mark: Int {
        var hasher = Hasher()
        switch form {
        case .json(let json): json.mark(&hasher)
        case .graphQL(let operation, let variables):
            hasher.combine(operation)
            variables.mark(&hasher)
        case .form(let items): hasher.combine(items)
        case .multipart(let parts): for part in parts { hasher.combine(part.body) }
        case .bytes(let body): hasher.combine(body)
        }
        return hasher.finalize()
    }

    func equals(_ other: RecordedBody) -> Bool { form == other.form }

    private static func json(_ json: JSONValue, _ paths: [JSONPath]) -> Form {
        let stripped = paths.reduce(json) { $1.removed(from: $0) }
        // A search is no GraphQL: it has other members, and its query is no document.
        guard case .object(let members) = stripped, case .string(let document)? = members["query"],
            graphQLMembers.isSuperset(of: members.keys), document.contains("{")
        else {
            return .json(stripped)
        }
        let variables = members["variables"].map { $0 == .null ? .object([:]) : $0 } ?? .object([:])
        if case .string(let name)? = members["operationName"], !name.isEmpty {
            return .graphQL(operation: name, variables: variables)
        }
        // Without a name the document counts, however it is laid out.
        let name = GraphQLCheck.onlyName(in: document)
        return .graphQL(
            operation: name ?? document.split(whereSeparator: \.isWhitespace).joined(separator: " "),
            variables: variables)
    }

    private static let graphQLMembers: Set<String> = ["query", "operationName", "variables", "extensions"]

    /// The boundary is another one each time.
    private static func parts(_ body: Data, _ contentType: String?) -> [Part]? {
        guard MediaType.essence(of: contentType)?.hasPrefix("multipart/") == true else { return nil }
        return try? MultipartParser.parse(body, contentType: contentType).map { part in
            Part(name: part.name, filename: part.filename, contentType: part.contentType, body: part.body)
        }
    }
}

extension JSONValue {
    fileprivate func mark(_ hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(text)
        case .array(let elements): for element in elements { element.mark(&hasher) }
        case .object(let members):
            for (key, value) in members.sortedByKey {
                hasher.combine(key)
                value.mark(&hasher)
            }
        }
    }
}
