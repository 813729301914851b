import TestSupport
import Testing
import WindTunnel

private struct User: Codable, Sendable {
    var name: String
    var id: Int64
    var nickname: String?
    var tags: [String] = []
}

private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw Reason() }
    struct Reason: Error, CustomStringConvertible { let description = "no luck" }
}

@MainActor private final class Model: Encodable {
    var name = "Ann"
    enum CodingKeys: String, CodingKey { case name }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
    }
}

@Suite(.timeLimit(.minutes(3)))
struct JSONResponseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let response: MockResponse
        init(_ text: String, _ response: MockResponse) { (self.text, self.response) = (text, response) }
        var testDescription: String { text }
    }

    static let name = "Ann"
    static let count = 3

    static let cases = [
        Case(
            #"{"a":1,"b":{"c":[1,"x",null,true]},"d":"e"}"#,
            .json(["d": "e", "b": ["c": [1, "x", nil, true]], "a": 1])),
        Case(#"{"id":9223372036854775807}"#, .json(["id": 9_223_372_036_854_775_807])),
        Case(#"{"id":9007199254740993}"#, .json(["id": .value(9_007_199_254_740_993)])),
        Case(#"{"id":18446744073709551615}"#, .json(["id": .value(UInt64.max)])),
        Case(#"{"id":18446744073709551615}"#, .json(["id": UInt64.max])),
        Case(#"{"id":1,"name":"Ann 3"}"#, .json(["name": "\(name) \(count)", "id": 1])),
        Case(
            #"{"n":3,"user":{"id":1,"name":"Ann","tags":["x"]}}"#,
            .json(["user": .value(User(name: "Ann", id: 1, tags: ["x"])), "n": .value(count)])),
        Case(
            #"{"id":9007199254740993,"name":"A\"\\\n/é","tags":[]}"#,
            .json(User(name: "A\"\\\n/é", id: 9_007_199_254_740_993))),
        Case(#"[{"id":1,"name":"a","nickname":"b","tags":[]}]"#, .json([User(name: "a", id: 1, nickname: "b")])),
        Case("[]", .json([])),
        Case("[]", .json([User]())),
        Case("{}", .json([:])),
        Case("null", .json(nil)),
        Case("null", .json(nil as Int?)),
        Case("\"text\"", .json("text")),
        Case("\"text\"", .json(String("text"))),
        Case("1.5", .json(1.5)),
        Case("-0.25", .json(Double(-0.25))),
        Case("true", .json(true)),
        Case(#"{"":0,"A":2,"a":1,"é":3}"#, .json(["é": 3, "a": 1, "A": 2, "": 0])),
    ]

    @Test(arguments: cases)
    func `JSON is written byte for byte`(_ json: Case) async throws {
        let server = MockServer(origin) { Stub(.any, returning: json.response) }
        let answer = try await server.get("/a")
        #expect(answer.text == json.text)
        #expect(answer.header("Content-Type") == "application/json")
        #expect(server.faults.isEmpty)
    }

    @Test func `a literal and an Encodable give the same bytes`() async throws {
        struct Mixed: Encodable {
            var whole = 1.0
            var third = 0.1
            var big = 1e21
            var small = 1e-9
            var none: Int?
            var url = URL(string: "https://a.b/c")!
            enum CodingKeys: String, CodingKey { case whole, third, big, small, none, url }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(whole, forKey: .whole)
                try container.encode(third, forKey: .third)
                try container.encode(big, forKey: .big)
                try container.encode(small, forKey: .small)
                try container.encode(none, forKey: .none)
                try container.encode(url, forKey: .url)
            }
        }
        let server = MockServer(origin) {
            Stub(.get("/encodable"), returning: .json(Mixed()))
            Stub(
                .get("/literal"),
                returning: .json([
                    "whole": 1.0, "third": 0.1, "big": 1e21, "small": 1e-9, "none": nil, "url": "https://a.b/c",
                ]))
        }
        #expect(try await server.get("/encodable").text == server.get("/literal").text)
    }

    @Test func `an encoder of the test's own decides its bytes`() async throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        struct Snake: Encodable { var firstName = "Ann" }
        let server = MockServer(origin) { Stub(.any, returning: .json(Snake(), encoder: encoder)) }
        #expect(try await server.get("/a").text == #"{"first_name":"Ann"}"#)
    }

    @MainActor @Test func `a model of the main actor is encoded at once`() async throws {
        let model = Model()
        let server = MockServer(origin) { Stub(.any, returning: .json(model)) }
        model.name = "changed later"
        #expect(try await server.get("/a").text == #"{"name":"Ann"}"#)
    }

    static let faulty = [
        Case("Unencodable does not encode to JSON: no luck", .json(Unencodable())),
        Case("Unencodable does not encode to JSON: no luck", .json(["a": [1, .value(Unencodable())]])),
        Case("Unencodable does not encode to JSON: no luck", .json(Unencodable(), encoder: JSONEncoder())),
        Case("a String that is JSON itself; did you mean .json(text:)?", .json(#"{"id":1}"#)),
        Case("a String that is JSON itself; did you mean .json(text:)?", .json(String(" [1]"))),
        Case("the key \"a\" is written twice", .json(["a": 1, "a": 2])),
        Case("the key \"a\" is written twice", .json(["a": 1, "a": "b"])),
    ]

    @Test(arguments: faulty)
    func `what is no JSON fails the request with its reason`(_ json: Case) async throws {
        let server = MockServer(origin) { Stub(.any, returning: json.response) }
        let stub = try #require(server.faults.first)
        #expect(stub.message == json.text)
        let error = await server.error(of: "/a")
        #expect(error?.localizedDescription == "the stub of \(stub.location) failed: \(json.text)")
    }

    @Test func `a JSON text that is none is a fault`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .json(text: "{\"id\":}")) }
        #expect(server.faults.first?.message.hasPrefix("the text is no JSON: ") == true)
        let text = try #require(await server.error(of: "/a")).localizedDescription
        #expect(text.contains("the text is no JSON"))
    }
}
