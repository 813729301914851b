import LoopbackHTTP
import Testing

struct MalformedFrames: Sendable, CustomTestStringConvertible {
    let name: String
    let failure: WebSocketFailure
    let bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ code: Int, _ reason: String, _ bytes: [UInt8]) {
        self.name = name
        failure = WebSocketFailure(code: code, reason: reason)
        self.bytes = bytes
    }

    private static let reserved = "A frame has a reserved bit set."
    private static let long = "A control frame has more than 125 bytes."
    private static let fragmented = "A control frame is fragmented."
    private static let shortest = "The length of a frame is not written in the shortest way."
    private static let alone = "A continuation has no message to continue."
    private static let inside = "A message begins inside another one."
    private static let noText = "A text is not UTF-8."

    static let headers: [MalformedFrames] = [
        .init("RSV1", 1002, reserved, frame(0xC1, "a")), .init("RSV2", 1002, reserved, frame(0xA1, "a")),
        .init("RSV3", 1002, reserved, frame(0x92, "a")), .init("RSV1 of a ping", 1002, reserved, frame(0xC9)),
        .init("a request of HTTP", 1002, reserved, Array("GET / HTTP/1.1\r\n".utf8)),
        .init("a TLS greeting", 1002, reserved, [0x16, 0x03, 0x01, 0x02, 0x00]),
        .init("not masked", 1002, "A frame of a client is not masked.", [0x81, 0x01, 0x61]),
        .init("a ping not masked", 1002, "A frame of a client is not masked.", [0x89, 0x00]),
        .init("a ping of 126 bytes", 1002, long, frame(0x89, [UInt8](repeating: 0, count: 126))),
        .init("a pong of 65 536 bytes", 1002, long, frame(0x8A, [UInt8](repeating: 0, count: 65_536))),
        .init("a close of 126 bytes", 1002, long, ClientFrame.close(1000, [UInt8](repeating: 0x61, count: 124))),
        .init("a fragmented ping", 1002, fragmented, frame(0x09)),
        .init("a fragmented pong", 1002, fragmented, frame(0x0A)),
        .init("a fragmented close", 1002, fragmented, frame(0x08)),
        .init("125 in two bytes", 1002, shortest, ClientFrame(first: 0x82, length: [126, 0, 125]).bytes),
        .init(
            "0 in eight bytes", 1002, shortest,
            ClientFrame(first: 0x82, length: [127] + [0, 0, 0, 0, 0, 0, 0, 0]).bytes),
        .init(
            "65 535 in eight bytes", 1002, shortest,
            ClientFrame(first: 0x82, length: [127, 0, 0, 0, 0, 0, 0, 255, 255]).bytes),
        .init(
            "a negative length", 1002, "The length of a frame has its first bit set.",
            ClientFrame(first: 0x82, length: [127, 0x80, 0, 0, 0, 0, 0, 0, 0]).bytes),
        .init(
            "the largest length", 1009, "The message is too large.",
            ClientFrame(first: 0x82, length: [127, 0x7F, 255, 255, 255, 255, 255, 255, 255]).bytes),
        .init(
            "16 MiB and a byte", 1009, "The message is too large.",
            ClientFrame(first: 0x82, length: [127, 0, 0, 0, 0, 1, 0, 0, 1]).bytes),
    ]

    static let opcodes: [MalformedFrames] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map {
        .init("opcode \($0)", 1002, "The opcode \($0) is unknown.", frame(0x80 | $0))
    }

    static let sequences: [MalformedFrames] = [
        .init("a continuation as the first", 1002, alone, frame(0x80, "a")),
        .init("a first fragment that continues", 1002, alone, frame(0x00, "a")),
        .init("a continuation behind a message", 1002, alone, frame(0x01, "a") + frame(0x80, "b") + frame(0x80, "c")),
        .init("a continuation behind a ping", 1002, alone, frame(0x89, "a") + frame(0x80, "c")),
        .init("a text inside a text", 1002, inside, frame(0x01, "a") + frame(0x81, "b")),
        .init("a binary inside a text", 1002, inside, frame(0x01, "a") + frame(0x89) + frame(0x82, "b")),
        .init("a fragment of a text inside a binary", 1002, inside, frame(0x02, "a") + frame(0x00) + frame(0x01, "b")),
    ]

    static let texts: [MalformedFrames] = [
        .init("a lone continuation byte", 1007, noText, frame(0x81, [0x80])),
        .init("a long form", 1007, noText, frame(0x81, [0xC0, 0xAF])),
        .init("a surrogate", 1007, noText, frame(0x81, [0xED, 0xA0, 0x80])),
        .init("beyond Unicode", 1007, noText, frame(0x81, [0xF4, 0x90, 0x80, 0x80])),
        .init("Latin-1 behind ASCII", 1007, noText, frame(0x81, Array("12345678 caf".utf8) + [0xE9, 0x20])),
        .init("in the second fragment", 1007, noText, frame(0x01, "a") + frame(0x00, [0xFF]) + frame(0x80)),
        .init("broken between fragments", 1007, noText, frame(0x01, [0xE2, 0x82]) + frame(0x80, "a")),
        .init(
            "a word of ASCII inside a character", 1007, noText,
            frame(0x81, [0xE2] + Array("12345678".utf8) + [0x82, 0xAC])),
        .init("cut at the end", 1007, "A text ends inside a character.", frame(0x81, [0x61, 0xE2, 0x82])),
        .init(
            "cut at the end of the last fragment", 1007, "A text ends inside a character.",
            frame(0x01, [0xE2]) + frame(0x89, "a") + frame(0x80, [0x82])),
    ]

    static let closes: [MalformedFrames] =
        [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map {
            .init("code \($0)", 1002, "The code \($0) must not be in a close frame.", ClientFrame.close($0))
        } + [
            .init("half a code", 1002, "A close frame has half a code.", frame(0x88, [3])),
            .init(
                "a reason that is not UTF-8", 1007, "The reason of a close frame is not UTF-8.",
                ClientFrame.close(1000, [0x61, 0xFF])),
            .init(
                "a reason that is cut", 1007, "The reason of a close frame is not UTF-8.",
                ClientFrame.close(1000, [0xC3])),
        ]

    static let all = headers + opcodes + sequences + texts + closes
}

@Suite("Malformed frames")
struct WebSocketMalformedTests {
    @Test("A malformed frame fails with a code and a sentence, however it is cut", arguments: MalformedFrames.all)
    func malformed(_ frames: MalformedFrames) throws {
        let bytes = frames.bytes
        let whole = WebSocketRead([bytes])
        #expect(whole.failure == frames.failure)
        #expect(WebSocketRead(bytes.map { [$0] }) == whole)
        for cut in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) {
            #expect(WebSocketRead([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
        }
    }

    @Test("What came in front of it is still told", arguments: MalformedFrames.all)
    func before(_ frames: MalformedFrames) {
        let read = WebSocketRead([frame(0x81, "first") + frame(0x89, "second") + frames.bytes + frame(0x81, "last")])
        #expect(read.events.prefix(2) == [.message(.text("first")), .ping(Array("second".utf8))])
        #expect(!read.events.contains(.message(.text("last"))))
        #expect(read.failure == frames.failure)
    }

    @Test("Every failure can be told in a close frame", arguments: MalformedFrames.all)
    func told(_ frames: MalformedFrames) throws {
        var writer = WebSocketWriter()
        let bytes = try writer.close(code: frames.failure.code, reason: frames.failure.reason)
        #expect(
            WebSocketRead([masked(bytes)]).events
                == [.close(code: frames.failure.code, reason: frames.failure.reason)])
    }
}
