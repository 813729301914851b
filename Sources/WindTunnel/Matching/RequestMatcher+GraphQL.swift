extension RequestMatcher {
    /// A GraphQL operation, sent by `POST` as JSON or by `GET` in the query (GraphQL over HTTP, section 6).
    ///
    /// The operation is told by `operationName`, else by the only named operation of the document.
    ///
    /// - Parameters:
    ///   - operation: The operation's name.
    ///   - variables: Variables that must be there with these values; others do not matter. Nil: whatever they are.
    public static func graphQL(_ operation: String, variables: JSONLiteral? = nil) -> RequestMatcher {
        RequestMatcher(GraphQLCheck(operation: operation, variables: variables))
    }
}

struct GraphQLCheck: RequestCheck {
    let operation: String
    let variables: JSONLiteral?

    var source: String {
        let arguments = variables.map { ", variables: \($0.value.source)" } ?? ""
        return ".graphQL(\(SourceText.literal(operation))\(arguments))"
    }
    var isQuick: Bool { false }
    var faults: [String] { variables?.fault.map { [$0] } ?? [] }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        if let fault = faults.first { return Mismatch(.body, fault) }
        switch Self.operation(in: context) {
        case .failure(let failure): return Mismatch(.body, failure.message)
        case .success(let received):
            guard received.name == operation else {
                let name = received.name.map { SourceText.quoted($0) } ?? "unnamed"
                return Mismatch(.body, "GraphQL operation is \(name), expected \(SourceText.quoted(operation))")
            }
            guard let variables else { return nil }
            let rules = JSONRules(ignoresExtraMembers: true)
            return received.variables.difference(from: variables.value, rules: rules)
                .map { Mismatch(.body, "GraphQL variables: \($0)") }
        }
    }

    private struct Operation {
        let name: String?
        let variables: JSONValue

        /// An empty name and `null` variables are none; a persisted query has no document.
        init(name: String?, document: String?, _ variables: JSONValue?) {
            let named = name.flatMap { $0.isEmpty ? nil : $0 }
            self.name = named ?? document.flatMap(GraphQLCheck.onlyName(in:))
            self.variables = variables.map { $0 == .null ? .object([:]) : $0 } ?? .object([:])
        }
    }

    private static func operation(in context: MatchContext) -> Result<Operation, BodyFailure> {
        if context.request.method == "GET" { return queryOperation(context.query) }
        guard case .success(let json) = context.json else {
            return .failure(BodyFailure("the body is no GraphQL request: it is no JSON"))
        }
        guard case .object(let members) = json else {
            return .failure(BodyFailure("the body is no GraphQL request: it is \(json.kind)"))
        }
        guard members["query"] != nil || members["operationName"] != nil || members["extensions"] != nil else {
            return .failure(BodyFailure("the body is no GraphQL request: it has no query"))
        }
        return .success(
            Operation(name: members["operationName"]?.text, document: members["query"]?.text, members["variables"]))
    }

    private static func queryOperation(_ items: [QueryItem]) -> Result<Operation, BodyFailure> {
        guard items.contains(where: { ["query", "operationName", "extensions"].contains($0.name) }) else {
            return .failure(BodyFailure("the URL has no GraphQL query"))
        }
        let variables = items.values("variables").first.flatMap { try? JSONParser.parse($0) }
        return .success(
            Operation(
                name: items.values("operationName").first, document: items.values("query").first, variables))
    }

    /// The name of a document's only operation: the word behind `query`, `mutation` or `subscription` at the top level.
    static func onlyName(in document: String) -> String? {
        var names: [String?] = []
        var words = GraphQLWords(document)
        while let word = words.next() {
            switch word {
            case "query", "mutation", "subscription":
                let name = words.next()
                let isNamed = name?.first.map { $0.isLetter || $0 == "_" } ?? false
                names.append(isNamed ? name.map(String.init) : nil)
                words.skipDefinition(after: name)
            case "{":
                names.append(nil)  // the short form: a selection alone
                words.skipDefinition(after: word)
            default: words.skipDefinition(after: word)  // a fragment
            }
        }
        return names.count == 1 ? names[0] : nil
    }
}

/// Names, brackets and directives of a GraphQL document; comments and strings are passed over (GraphQL, section 2.1).
private struct GraphQLWords {
    private var rest: Substring

    init(_ document: String) { rest = document[...] }

    mutating func next() -> Substring? {
        while let first = rest.first {
            if first == "#" {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("\"\"\"") {
                rest = rest.dropFirst(3).range(of: "\"\"\"").map { rest[$0.upperBound...] } ?? ""
            } else if first == "\"" {
                skipString()
            } else if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                rest = rest[word.endIndex...]
                return word
            } else {
                let mark = rest.prefix(1)
                rest = rest.dropFirst()
                if "{}()@".contains(first) { return mark }
            }
        }
        return nil
    }

    /// To behind the braces of a definition. Braces inside parentheses are values; a variable may be called `$query`.
    mutating func skipDefinition(after first: Substring?) {
        var parentheses = 0
        var braces = 0
        var word = first
        while let mark = word {
            switch mark {
            case "(": parentheses += 1
            case ")": parentheses -= 1
            case "{" where parentheses == 0: braces += 1
            case "}" where parentheses == 0:
                braces -= 1
                if braces <= 0 { return }
            default: break
            }
            word = next()
        }
    }

    private mutating func skipString() {
        rest = rest.dropFirst()
        while let character = rest.first, character != "\"", !character.isNewline {
            rest = rest.dropFirst(character == "\\" ? 2 : 1)
        }
        rest = rest.dropFirst()
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
