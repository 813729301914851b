import LoopbackHTTP
import Testing

@Suite("The handshake of a WebSocket")
struct WebSocketHandshakeTests {
    /// A request for a WebSocket with some lines changed: nil leaves one out, a list repeats it.
    private func head(
        _ first: String = "GET /chat HTTP/1.1", _ changes: [String: [String]] = [:]
    ) throws -> RequestHead {
        var lines = [
            ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ("Sec-WebSocket-Version", "13"),
        ]
        lines.removeAll { changes[$0.0] != nil }
        lines += changes.flatMap { name, values in values.map { (name, $0) } }
        let text = ([first, "Host: server.example.com"] + lines.map { "\($0): \($1)" }).joined(separator: "\r\n")
        return try #require(Parsed(text + "\r\n\r\n").heads.first)
    }

    @Test("The example of RFC 6455, 1.3")
    func example() throws {
        let request = """
            GET /chat HTTP/1.1\r
            Host: server.example.com\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            Origin: http://example.com\r
            Sec-WebSocket-Protocol: chat, superchat\r
            Sec-WebSocket-Version: 13\r
            \r

            """
        let head = try #require(Parsed(request).heads.first)
        let handshake = try WebSocketHandshake(head, subprotocols: ["chat"])
        var writer = ResponseWriter(to: head)
        let bytes = try writer.start(handshake.response) + writer.end()
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                HTTP/1.1 101 Switching Protocols\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
                Sec-WebSocket-Protocol: chat\r
                \r

                """)
        #expect(handshake.subprotocol == "chat")
    }

    @Test(
        "Names in any case, lists and other upgrades are taken",
        arguments: [
            ["Upgrade": ["WebSocket"]], ["Upgrade": ["h2c, websocket"]], ["Connection": ["keep-alive, Upgrade"]],
            ["Connection": ["keep-alive", "uPGRADE"]], ["Sec-WebSocket-Key": ["AQIDBAUGBwgJCgsMDQ4PEC=="]],
            ["Sec-WebSocket-Extensions": ["permessage-deflate; client_max_window_bits"]],
        ])
    func tolerant(_ changes: [String: [String]]) throws {
        let handshake = try WebSocketHandshake(head("GET /chat HTTP/1.1", changes))
        #expect(handshake.response.status == 101)
        #expect(handshake.response.fields.lines.map(\.name) == ["Upgrade", "Connection", "Sec-WebSocket-Accept"])
    }

    @Test("The key as it was sent is what is answered")
    func key() throws {
        let head = try head("GET / HTTP/1.1", ["Sec-WebSocket-Key": ["AQIDBAUGBwgJCgsMDQ4PEC=="]])
        #expect(try WebSocketHandshake(head).response.fields["Sec-WebSocket-Accept"] == "OfS0wDaT5NoxF2gqm7Zj2YtetzM=")
    }

    @Test(
        "The first subprotocol of the client that the server has is agreed on",
        arguments: [
            (["chat, superchat"], ["superchat", "chat"], "chat"), (["a", "b,c"], ["c", "b"], "b"),
            (["a, b"], ["c"], nil), (["a"], [], nil), ([], ["a"], nil), (["Chat"], ["chat"], nil),
            ([" , a ,"], ["a"], "a"), (["v1.json"], ["v1.json"], "v1.json"),
        ] as [([String], [String], String?)])
    func subprotocols(_ offered: [String], _ known: [String], _ expected: String?) throws {
        let handshake = try WebSocketHandshake(
            head("GET /chat HTTP/1.1", ["Sec-WebSocket-Protocol": offered]), subprotocols: known)
        #expect(handshake.subprotocol == expected)
        #expect(handshake.response.fields.all("Sec-WebSocket-Protocol") == (expected.map { [$0] } ?? []))
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let first: String
        let changes: [String: [String]]
        let reason: String
        var testDescription: String { "\(first) \(changes)" }

        init(_ changes: [String: [String]], _ reason: String) {
            self.init("GET /chat HTTP/1.1", changes, reason)
        }

        init(_ first: String, _ changes: [String: [String]], _ reason: String) {
            self.first = first
            self.changes = changes
            self.reason = reason
        }
    }

    private static let notBase64 = "The Sec-WebSocket-Key field is not 16 bytes in base64."

    static let malformed: [Refused] = [
        .init("POST /chat HTTP/1.1", [:], "A WebSocket is asked for with GET."),
        .init("get /chat HTTP/1.1", [:], "A WebSocket is asked for with GET."),
        .init("GET /chat HTTP/1.0", [:], "A WebSocket needs HTTP/1.1."),
        .init(["Content-Length": ["1"]], "A request for a WebSocket has no body."),
        .init(["Transfer-Encoding": ["chunked"]], "A request for a WebSocket has no body."),
        .init(["Sec-WebSocket-Version": ["13", "13"]], "The Sec-WebSocket-Version field is repeated."),
        .init(["Sec-WebSocket-Key": []], "The Sec-WebSocket-Key field is missing."),
        .init(
            ["Sec-WebSocket-Key": ["dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ=="]],
            "The Sec-WebSocket-Key field is repeated."),
        .init(["Sec-WebSocket-Key": [""]], notBase64),
        .init(["Sec-WebSocket-Key": ["AQIDBAUGBwgJCgsMDQ4P"]], notBase64),
        .init(["Sec-WebSocket-Key": ["AQIDBAUGBwgJCgsMDQ4PEBE="]], notBase64),
        .init(["Sec-WebSocket-Key": ["AQIDBAUGBwgJCgsMDQ4PEBES"]], notBase64),
        .init(["Sec-WebSocket-Key": ["AQIDBAUGBwgJCgsMDQ4P=A=="]], notBase64),
        .init(["Sec-WebSocket-Key": ["AQIDBAUGBwgJCgsMDQ4-EA=="]], notBase64),
        .init(["Sec-WebSocket-Key": ["AQIDBAUGBwgJCgsMDQ4\u{E9}A=="]], notBase64),
        .init(["Sec-WebSocket-Protocol": [""]], "The Sec-WebSocket-Protocol field is empty."),
        .init(
            ["Sec-WebSocket-Protocol": ["a b"]], "The Sec-WebSocket-Protocol field has an element that is no token."),
        .init(["Sec-WebSocket-Protocol": ["a, b", "a"]], "The Sec-WebSocket-Protocol field names one twice."),
    ]

    private static let notAsked = "Only a WebSocket is spoken here: Upgrade or Connection does not ask for it."
    private static let version = "Only version 13 of WebSocket is spoken here."

    static let old: [Refused] = [
        .init(["Upgrade": []], notAsked), .init(["Upgrade": ["h2c"]], notAsked),
        .init(["Upgrade": ["websocket2"]], notAsked), .init(["Connection": []], notAsked),
        .init(["Connection": ["keep-alive"]], notAsked), .init(["Sec-WebSocket-Version": []], version),
        .init(["Sec-WebSocket-Version": ["8"]], version), .init(["Sec-WebSocket-Version": ["013"]], version),
        .init(["Sec-WebSocket-Version": ["13, 8"]], version),
        .init(["Sec-WebSocket-Version": ["0"], "Sec-WebSocket-Key": []], version),
    ]

    @Test("What is no request for a WebSocket is answered 400", arguments: malformed)
    func refused(_ request: Refused) throws {
        let refusal = try #require(throws: WebSocketHandshake.Refusal.self) {
            try WebSocketHandshake(head(request.first, request.changes), subprotocols: ["a"])
        }
        #expect(refusal.response == ResponseHead(400))
        #expect(refusal.reason == request.reason)
    }

    @Test("Who asks for another version, or for no WebSocket, is told 426 and what would be taken", arguments: old)
    func upgradeRequired(_ request: Refused) throws {
        let refusal = try #require(throws: WebSocketHandshake.Refusal.self) {
            try WebSocketHandshake(head(request.first, request.changes))
        }
        let fields: Fields = ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"]
        #expect(refusal.response == ResponseHead(426, fields: fields))
        #expect(refusal.reason == request.reason)
    }
}
