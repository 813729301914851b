import LoopbackHTTP
import TestSupport
import Testing

@Suite("Reading frames of a WebSocket")
struct WebSocketReaderTests {
    @Test("The masked examples of RFC 6455, 5.7")
    func examples() {
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(WebSocketRead([hello]).events == [.message(.text("Hello"))])
        let pong: [UInt8] = [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(WebSocketRead([pong]).events == [.pong(Array("Hello".utf8))])
    }

    /// A conversation with all that is allowed.
    static let conversation: [UInt8] = [
        frame(0x81, "Hello"), frame(0x82, [0, 255, 128]), frame(0x81), frame(0x82), frame(0x89, "ping"), frame(0x8A),
        frame(0x01, "H\u{E9}l"), frame(0x89, "between"), frame(0x00), frame(0x8A, "too"), frame(0x80, "lo \u{1F30D}"),
        frame(0x01, [0xF0]), frame(0x00, [0x9F, 0x8C]), frame(0x80, [0x8D]),
        frame(0x82, [UInt8](repeating: 7, count: 126)), frame(0x89, [UInt8](repeating: 8, count: 125)),
        frame(0x02, [1]), frame(0x80, [2]), ClientFrame.close(1001, Array("gone \u{1F44B}".utf8)),
        frame(0x81, "nobody listens"), [0xFF, 0xFF],
    ].flatMap { $0 }

    static let events: [WebSocketEvent] = [
        .message(.text("Hello")), .message(.binary([0, 255, 128])), .message(.text("")), .message(.binary([])),
        .ping(Array("ping".utf8)), .pong([]), .ping(Array("between".utf8)), .pong(Array("too".utf8)),
        .message(.text("H\u{E9}llo \u{1F30D}")), .message(.text("\u{1F30D}")),
        .message(.binary([UInt8](repeating: 7, count: 126))), .ping([UInt8](repeating: 8, count: 125)),
        .message(.binary([1, 2])), .close(code: 1001, reason: "gone \u{1F44B}"),
    ]

    @Test("A conversation whole, byte by byte and cut at every place")
    func pieces() {
        let bytes = Self.conversation
        let whole = WebSocketRead([bytes])
        #expect(whole.events == Self.events)
        #expect(whole.failure == nil)
        #expect(WebSocketRead(bytes.map { [$0] }) == whole)
        for cut in 0...bytes.count {
            #expect(WebSocketRead([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
        }
    }

    @Test(
        "The length is written in three ways",
        arguments: [0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536, 65_537, 1_000_003])
    func lengths(_ count: Int) {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let bytes = ClientFrame(first: 0x82, payload: payload, key: [1, 2, 3, 4]).bytes
        #expect(WebSocketRead([bytes]).events == [.message(.binary(payload))])
        // Odd pieces turn the key by every number of bytes.
        let pieces = stride(from: 0, to: bytes.count, by: 1_021).map {
            Array(bytes[$0..<min($0 + 1_021, bytes.count)])
        }
        #expect(WebSocketRead(pieces).events == [.message(.binary(payload))])
    }

    @Test(
        "A close frame may have no code, any code that may be sent, and a reason",
        arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999])
    func closes(_ code: Int) {
        #expect(WebSocketRead([ClientFrame.close(code)]).events == [.close(code: code, reason: "")])
        let reason = [UInt8](repeating: 0x61, count: 123)
        #expect(
            WebSocketRead([ClientFrame.close(code, reason)]).events
                == [.close(code: code, reason: String(repeating: "a", count: 123))])
        #expect(WebSocketRead([frame(0x88)]).events == [.close(code: nil, reason: "")])
    }

    @Test("Behind a close frame nothing is read and nothing kept")
    func closed() throws {
        var reader = WebSocketReader()
        reader.feed(frame(0x01, "half") + ClientFrame.close(1000) + frame(0x81, "more"))
        #expect(try reader.next() == .close(code: 1000, reason: ""))
        #expect(try reader.next() == nil)
        reader.feed([0xFF, 0xFF, 0xFF])
        #expect(try reader.next() == nil)
        #expect(reader.bufferedBytes == 0)
    }

    @Test("A failure is thrown again, and nothing is kept behind it")
    func failed() {
        var reader = WebSocketReader()
        reader.feed(frame(0x01, "half") + frame(0x83) + frame(0x81, "more"))
        let failure = WebSocketFailure(code: 1002, reason: "The opcode 3 is unknown.")
        for _ in 0..<2 {
            #expect(throws: failure) { try reader.next() }
            #expect(reader.bufferedBytes == 0)
            reader.feed(frame(0x81, "more"))
        }
    }

    @Test("The limit is for a message with all its fragments, and a new message begins anew")
    func messageLimit() {
        var limits = WebSocketLimits()
        limits.message = 10
        let tooLarge = WebSocketFailure(code: 1009, reason: "The message is too large.")
        let ten = frame(0x01, "12345") + frame(0x80, "67890")
        let taken = WebSocketRead([ten + ten], limits: limits)
        #expect(taken.events == [.message(.text("1234567890")), .message(.text("1234567890"))])
        #expect(taken.failure == nil)
        #expect(WebSocketRead([frame(0x82, "12345678901")], limits: limits).failure == tooLarge)
        #expect(WebSocketRead([frame(0x02, "12345") + frame(0x00, "678901")], limits: limits).failure == tooLarge)
        // What is announced is refused before it comes.
        let announced = ClientFrame(first: 0x82, length: [127, 0x7F, 255, 255, 255, 255, 255, 255, 255])
        #expect(WebSocketRead([announced.bytes]).failure == tooLarge)
        let pings = frame(0x02, "1234567890") + frame(0x89, "12345678901") + frame(0x80)
        #expect(WebSocketRead([pings], limits: limits).events.count == 2)
    }

    @Test("By default a message has 16 MiB and no byte more")
    func defaultLimit() {
        var header = ClientFrame(first: 0x02, key: [0, 0, 0, 0], length: [127, 0, 0, 0, 0, 1, 0, 0, 0]).bytes
        let piece = [UInt8](repeating: 0, count: 1_048_576)
        let read = WebSocketRead([header] + [[UInt8]](repeating: piece, count: 16) + [frame(0x80)])
        #expect(read.events == [.message(.binary([UInt8](repeating: 0, count: 16 * 1_048_576)))])
        header[9] = 1
        #expect(WebSocketRead([header]).failure == WebSocketFailure(code: 1009, reason: "The message is too large."))
    }

    @Test("Many frames at once, and a message in many pieces, cost no more than their bytes", .timeLimit(.minutes(3)))
    func linear() throws {
        let payload = [UInt8](repeating: 0x61, count: 100)
        var reader = WebSocketReader()
        var frames = frame(0x89, payload)
        let one = frames
        for _ in 1..<100_000 { frames += one }
        reader.feed(frames)
        var pings = 0
        while try reader.next() == .ping(payload) { pings += 1 }
        #expect(pings == 100_000)
        // Copying all that has come for each piece would take hours here.
        reader.feed(ClientFrame(first: 0x81, length: [127, 0, 0, 0, 0, 1, 0, 0, 0]).bytes)
        let piece = Array(frame(0x81, [UInt8](repeating: 0x61, count: 120)).suffix(120))
        for _ in 0..<16 * 1_048_576 / 120 {
            reader.feed(piece)
            guard try reader.next() == nil else { break }
        }
        reader.feed(piece.prefix(16 * 1_048_576 % 120))
        #expect(try reader.next() == .message(.text(String(repeating: "a", count: 16 * 1_048_576))))
    }

    @Test("Empty fragments are counted, for each message anew")
    func fragmentLimit() {
        var limits = WebSocketLimits()
        limits.fragments = 3
        let three = frame(0x01) + frame(0x00) + frame(0x89) + frame(0x80)
        let taken = WebSocketRead([three + three], limits: limits)
        #expect(taken.events == [.ping([]), .message(.text("")), .ping([]), .message(.text(""))])
        #expect(taken.failure == nil)
        #expect(
            WebSocketRead([frame(0x01) + frame(0x00) + frame(0x00) + frame(0x80)], limits: limits).failure
                == WebSocketFailure(code: 1009, reason: "The message has too many fragments."))
    }

    @Test("Limits below nothing allow nothing and trap nowhere")
    func negativeLimits() {
        var limits = WebSocketLimits()
        limits.message = .min
        limits.fragments = .min
        #expect(WebSocketRead([frame(0x81, "a")], limits: limits).failure?.code == 1009)
        #expect(WebSocketRead([frame(0x81)], limits: limits).failure?.code == 1009)
        #expect(WebSocketRead([frame(0x89, "a")], limits: limits).events == [.ping(Array("a".utf8))])
    }

    @Test("Text that cannot become UTF-8 fails before its frame has ended")
    func early() {
        let bytes = frame(0x81, [0x61, 0xC0] + [UInt8](repeating: 0x61, count: 100))
        #expect(WebSocketRead([Array(bytes[..<7])]).failure == nil)
        #expect(WebSocketRead([Array(bytes[..<8])]).failure?.code == 1007)
    }

    @Test("UTF-8 is told from what is not as the standard library tells it", arguments: [0, 7])
    func utf8(_ leading: Int) {
        let edges: [UInt8] = [
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        let front = [UInt8](repeating: 0x61, count: leading)
        var valid = 0
        for first in edges {
            for second in edges {
                for third in [0x7F, 0x80, 0xBF, 0xC0] as [UInt8] {
                    for tail in [[], [0x80], [0x7F]] as [[UInt8]] {
                        let text = front + [first, second, third] + tail
                        // A repaired character is another one than was sent.
                        let repaired = String(decoding: text, as: UTF8.self)
                        let isValid = repaired.utf8.elementsEqual(text)
                        valid += isValid ? 1 : 0
                        let read = WebSocketRead([frame(0x81, text)])
                        #expect(read.events == (isValid ? [.message(.text(repaired))] : []), "\(text)")
                        #expect(read.failure?.code == (isValid ? nil : 1007), "\(text)")
                    }
                }
            }
        }
        #expect(valid > 100)
    }
}
