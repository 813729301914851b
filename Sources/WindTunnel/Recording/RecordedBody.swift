/// A body as replays compare it.
struct RecordedBody {
    private enum Form: Equatable {
        case json(JSONValue)
        case graphQL(operation: String, variables: JSONValue)
        case form([QueryItem: Int])
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
            form = .form(Dictionary(QueryItem.parse(text[...]).map { ($0, 1) }, uniquingKeysWith: +))
        } else if let parts = Self.parts(body, contentType) {
            form = .multipart(parts)
        } else if let json = try? JSONParser.parse(body), json.isContainer {
            form = Self.json(json, paths)
        } else {
            form = .bytes(body)
        }
    }

    func equals(_ other: RecordedBody) -> Bool { form == other.form }

    private static func json(_ json: JSONValue, _ paths: [JSONPath]) -> Form {
        let stripped = paths.reduce(json) { $1.removed(from: $0) }
        guard case .object(let members) = stripped, case .string(let document)? = members["query"] else {
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

    /// The boundary is another one each time.
    private static func parts(_ body: Data, _ contentType: String?) -> [Part]? {
        guard MediaType.essence(of: contentType)?.hasPrefix("multipart/") == true else { return nil }
        return try? MultipartParser.parse(body, contentType: contentType).map { part in
            Part(name: part.name, filename: part.filename, contentType: part.contentType, body: part.body)
        }
    }
}
