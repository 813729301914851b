/// The answer to a request that asks for a WebSocket (RFC 6455, 4.2). Extensions are never agreed on.
package struct WebSocketHandshake: Hashable, Sendable {
    /// Why there is no WebSocket, and what the client is told.
    package struct Refusal: Error, Hashable, Sendable {
        /// The head of the answer: 400, or 426 with what would be taken.
        package let response: ResponseHead
        /// One sentence for the body of the answer.
        package let reason: String

        fileprivate static func malformed(_ reason: String) -> Self {
            Refusal(response: ResponseHead(400), reason: reason)
        }

        fileprivate static func upgradeRequired(_ reason: String) -> Self {
            let fields: Fields = ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"]
            return Refusal(response: ResponseHead(426, fields: fields), reason: reason)
        }
    }

    /// The head that opens the WebSocket: 101.
    package let response: ResponseHead
    /// The subprotocol that both sides speak from here on, if there is one.
    package let subprotocol: String?

    /// Agrees to the request, and on the first subprotocol of the client that is one of these. None in common is
    /// allowed.
    package init(_ request: RequestHead, subprotocols: [String] = []) throws(Refusal) {
        try Self.checkUpgrade(request)
        try Self.checkVersion(request.fields)
        let key = try Self.key(request.fields)
        subprotocol = try Self.offers(request.fields).first { subprotocols.contains($0) }
        var fields: Fields = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": Self.accept(key),
        ]
        if let subprotocol { fields.append("Sec-WebSocket-Protocol", subprotocol) }
        response = ResponseHead(101, fields: fields)
    }

    /// What proves that the key was read by a server that knows WebSockets.
    static func accept(_ key: String) -> String {
        Base64.encode(SHA1.digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    }

    private static func checkUpgrade(_ request: RequestHead) throws(Refusal) {
        guard request.method == "GET" else { throw .malformed("A WebSocket is asked for with GET.") }
        guard request.minorVersion > 0 else { throw .malformed("A WebSocket needs HTTP/1.1.") }
        guard request.upgrades.contains("websocket") else {
            throw .upgradeRequired("Only a WebSocket is spoken here: Upgrade or Connection does not ask for it.")
        }
        // Its bytes could be taken for frames.
        guard request.framing == .none else { throw .malformed("A request for a WebSocket has no body.") }
    }

    private static func checkVersion(_ fields: Fields) throws(Refusal) {
        let versions = fields.all("Sec-WebSocket-Version")
        guard versions.count <= 1 else { throw .malformed("The Sec-WebSocket-Version field is repeated.") }
        guard versions == ["13"] else { throw .upgradeRequired("Only version 13 of WebSocket is spoken here.") }
    }

    private static func key(_ fields: Fields) throws(Refusal) -> String {
        let keys = fields.all("Sec-WebSocket-Key")
        guard let key = keys.first else { throw .malformed("The Sec-WebSocket-Key field is missing.") }
        guard keys.count == 1 else { throw .malformed("The Sec-WebSocket-Key field is repeated.") }
        guard Base64.isSixteenBytes(key) else {
            throw .malformed("The Sec-WebSocket-Key field is not 16 bytes in base64.")
        }
        return key
    }

    /// The subprotocols that the client speaks, in their own case, the one it likes best in front.
    private static func offers(_ fields: Fields) throws(Refusal) -> [String] {
        let lines = fields.all("Sec-WebSocket-Protocol")
        var offers: [String] = []
        for part in lines.flatMap({ $0.utf8.split(separator: UInt8(ascii: ",")) }) {
            let name = trimmingBlanks(part)
            guard !name.isEmpty else { continue }
            guard Grammar.isToken(name) else {
                throw .malformed("The Sec-WebSocket-Protocol field has an element that is no token.")
            }
            offers.append(String(Substring(name)))
        }
        guard lines.isEmpty || !offers.isEmpty else { throw .malformed("The Sec-WebSocket-Protocol field is empty.") }
        guard Set(offers).count == offers.count else {
            throw .malformed("The Sec-WebSocket-Protocol field names one twice.")
        }
        return offers
    }
}
