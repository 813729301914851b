import HTTPArchive
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct GraphQLMatchingTests {
    private static func gql(_ document: String) -> MockRequest {
        post("{\"query\":\(JSONValue.string(document).compactText)}", type: "application/json")
    }

    private static func get(_ items: [(String, String)]) -> MockRequest {
        var components = URLComponents(string: "https://api.example.com/graphql")!
        components.queryItems = items.map { URLQueryItem(name: $0.0, value: $0.1) }
        return request(components.string!)
    }

    @Test(
        arguments: [
            ("query GetUser { user { id } }", "GetUser"),
            ("query GetUser($id: ID!) { user(id: $id) { id } }", "GetUser"),
            ("mutation AddUser { add { id } }", "AddUser"),
            ("subscription OnUser { user { id } }", "OnUser"),
            ("  query\n  GetUser\n{ user }", "GetUser"),
            ("query Search($query: String!, $mutation: Int) { search(query: $query) { id } }", "Search"),
            ("query Q($in: In = { query: \"{\", list: [{ a: 1 }] }) { a(in: $in) }", "Q"),
            ("query Q($in: In = { a: { b: 1 } }, $query: Int = 1) { a }", "Q"),
            ("query Q @live(if: { a: 1 }) { a }", "Q"),
            ("# query Other { a }\nquery Q { a }", "Q"),
            ("query Q { a } # query Other { a }", "Q"),
            (#"query Q { a(text: "} query Other {") }"#, "Q"),
            (#"query Q { a(text: "\"} query Other {") }"#, "Q"),
            (#"query Q { a(text: """} "x" query Other {""") }"#, "Q"),
            ("fragment F on User { id } query Q { user { ...F } }", "Q"),
            ("query Q { user { ...F } } fragment F on User { id }", "Q"),
            ("fragment query on User { id } query Q { user { ...query } }", "Q"),
            ("query query { query { query } }", "query"),
            ("query Q_1, { a }", "Q_1"),
            ("{ user { id } }", nil),
            ("query { user { id } }", nil),
            ("query ($id: ID!) { user(id: $id) }", nil),
            ("query @live { user }", nil),
            ("query A { a } query B { b }", nil),
            ("{ a } query B { b }", nil),
            ("fragment F on User { id }", nil),
            ("", nil), ("query", nil), ("query A { a", "A"), ("}}}}", nil), ("query A } { a }", nil), ("\"", nil),
            ("((((", nil),
        ] as [(String, String?)])
    func `the only named operation of a document tells its name`(_ document: String, _ name: String?) {
        let reason = name.map { "\"\($0)\"" } ?? "unnamed"
        differs(.graphQL("none"), Self.gql(document), "GraphQL operation is \(reason), expected \"none\"").check()
        if let name { holds(.graphQL(name), Self.gql(document)).check() }
    }

    @Test(arguments: [
        holds(.graphQL("A"), post(#"{"operationName":"A","query":"query A { a } query B { b }"}"#)),
        holds(.graphQL("A"), post(#"{"operationName":null,"query":"query A { a }"}"#)),
        holds(.graphQL("A"), post(#"{"operationName":"","query":"query A { a }"}"#)),
        holds(.graphQL("A"), post(#"{"operationName":"A","extensions":{"persistedQuery":{"version":1}}}"#)),
        holds(.graphQL("A", variables: ["id": 42]), post(#"{"operationName":"A","variables":{"id":42.0,"more":1}}"#)),
        holds(
            .graphQL("A", variables: ["in": ["a": 1]]), post(#"{"operationName":"A","variables":{"in":{"a":1,"b":2}}}"#)
        ),
        holds(.graphQL("A", variables: [:]), post(#"{"operationName":"A","variables":null}"#)),
        holds(.graphQL("A", variables: [:]), post(#"{"operationName":"A"}"#)),
        holds(.graphQL("A"), get([("query", "query A { a }")])),
        holds(.graphQL("B"), get([("query", "query A { a } query B { b }"), ("operationName", "B")])),
        holds(.graphQL("A"), get([("operationName", "A"), ("extensions", #"{"persistedQuery":{}}"#)])),
        holds(.graphQL("A", variables: ["id": 42]), get([("query", "query A { a }"), ("variables", #"{"id":42}"#)])),
        differs(.graphQL("A"), post(#"{"operationName":"B"}"#), #"GraphQL operation is "B", expected "A""#),
        differs(.graphQL("A"), get([("query", "query B { a }")]), #"GraphQL operation is "B", expected "A""#),
        differs(.graphQL("A"), get([("extensions", "{}")]), #"GraphQL operation is unnamed, expected "A""#),
        differs(
            .graphQL("A", variables: ["id": 42]), post(#"{"operationName":"A","variables":{"id":43}}"#),
            "GraphQL variables: $.id is 43, expected 42"),
        differs(
            .graphQL("A", variables: ["id": 42]), post(#"{"operationName":"A"}"#),
            "GraphQL variables: $.id is missing, expected 42"),
        differs(
            .graphQL("A", variables: ["id": 42]), get([("operationName", "A"), ("variables", "{")]),
            "GraphQL variables: $.id is missing, expected 42"),
        differs(.graphQL("A"), post("query A { a }"), "the body is no GraphQL request: it is no JSON"),
        differs(.graphQL("A"), post("[]"), "the body is no GraphQL request: it is an array"),
        differs(.graphQL("A"), post("{}"), "the body is no GraphQL request: it has no query"),
        differs(.graphQL("A"), post(""), "the body is no GraphQL request: it is no JSON"),
        differs(.graphQL("A"), request("/graphql"), "the URL has no GraphQL query"),
    ])
    func `an operation is told by its name and variables, by POST and GET`(_ row: MatchingCase) { row.check() }

    @Test(
        arguments: [
            (.graphQL("A"), #".graphQL("A")"#),
            (.graphQL("A", variables: ["id": 42]), #".graphQL("A", variables: ["id": 42])"#),
            (.graphQL("A", variables: [:]), #".graphQL("A", variables: [:])"#),
        ] as [(RequestMatcher, String)])
    func `it prints itself as source`(_ matcher: RequestMatcher, _ source: String) {
        #expect(matcher.description == source)
    }
}
