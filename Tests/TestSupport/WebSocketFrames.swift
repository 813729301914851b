/// Frames of a WebSocket as a client writes them and a test reads them (RFC 6455, section 5).
public enum WebSocketFrames {
    /// The request that asks for a WebSocket, with the key of RFC 6455, section 1.3.
    public static func handshake(_ path: String, _ lines: String...) -> String {
        let fixed = [
            "GET \(path) HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        return (fixed + lines).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// A masked frame of at most 125 bytes; `first` is the byte with the opcode.
    public static func masked(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return [first, 0x80 | UInt8(payload.count)] + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    /// A text in one masked frame.
    public static func text(_ text: String) -> [UInt8] { masked(0x81, Array(text.utf8)) }

    /// A masked close frame.
    public static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
        masked(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    /// A frame as the server writes it.
    public static func plain(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] { [first, UInt8(payload.count)] + payload }
}
