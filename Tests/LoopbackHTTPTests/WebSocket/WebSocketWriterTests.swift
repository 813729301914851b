import LoopbackHTTP
import Testing

@Suite("Writing frames of a WebSocket")
struct WebSocketWriterTests {
    @Test("The unmasked examples of RFC 6455, 5.7")
    func examples() throws {
        let writer = WebSocketWriter()
        let hello: [UInt8] = [0x48, 0x65, 0x6C, 0x6C, 0x6F]
        #expect(try writer.message(.text("Hello")) == [0x81, 0x05] + hello)
        #expect(
            try writer.message(.text("Hello"), fragments: [3])
                == [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F])
        #expect(try writer.ping(hello) == [0x89, 0x05] + hello)
        #expect(try writer.pong(hello) == [0x8A, 0x05] + hello)
        let short = [UInt8](repeating: 1, count: 256)
        #expect(try writer.message(.binary(short)) == [0x82, 0x7E, 0x01, 0x00] + short)
        let long = [UInt8](repeating: 2, count: 65_536)
        #expect(try writer.message(.binary(long)) == [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + long)
    }

    @Test(
        "The length is written in the shortest way",
        arguments: [
            (0, [0x82, 0]), (125, [0x82, 125]), (126, [0x82, 126, 0, 126]), (65_535, [0x82, 126, 255, 255]),
        ] as [(Int, [UInt8])])
    func lengths(_ count: Int, _ header: [UInt8]) throws {
        let payload = [UInt8](repeating: 3, count: count)
        #expect(try WebSocketWriter().message(.binary(payload)) == header + payload)
    }

    @Test(
        "Fragments have the sizes that are told, and the rest is one more",
        arguments: [
            ([], [0x81, 3, 97, 98, 99]), ([3], [0x81, 3, 97, 98, 99]), ([1, 2], [0x01, 1, 97, 0x80, 2, 98, 99]),
            ([1, 1], [0x01, 1, 97, 0x00, 1, 98, 0x80, 1, 99]), ([0, 3, 0], [0x01, 0, 0x00, 3, 97, 98, 99, 0x80, 0]),
            ([0], [0x01, 0, 0x80, 3, 97, 98, 99]),
        ] as [([Int], [UInt8])])
    func fragments(_ sizes: [Int], _ expected: [UInt8]) throws {
        #expect(try WebSocketWriter().message(.text("abc"), fragments: sizes) == expected)
    }

    @Test("Sizes that the message does not have are errors")
    func falseFragments() {
        let writer = WebSocketWriter()
        #expect(throws: WebSocketWriterError.malformed("the fragments are larger than the message")) {
            try writer.message(.text("abc"), fragments: [2, 2])
        }
        #expect(throws: WebSocketWriterError.malformed("the fragments are larger than the message")) {
            try writer.message(.text("abc"), fragments: [.max, .max])
        }
        #expect(throws: WebSocketWriterError.malformed("a fragment has -1 bytes")) {
            try writer.message(.binary([1]), fragments: [-1])
        }
    }

    @Test("A control frame has at most 125 bytes")
    func control() throws {
        let writer = WebSocketWriter()
        let most = [UInt8](repeating: 4, count: 125)
        #expect(try writer.ping(most) == [0x89, 125] + most)
        #expect(try writer.pong() == [0x8A, 0])
        let error = WebSocketWriterError.malformed("a control frame has at most 125 bytes, and this one would have 126")
        #expect(throws: error) { try writer.ping(most + [4]) }
        #expect(throws: error) { try writer.pong(most + [4]) }
        var closing = writer
        #expect(throws: error) { try closing.close(code: 1000, reason: String(repeating: "\u{E9}", count: 62)) }
        #expect(!closing.isClosed)
    }

    @Test("A close frame is the last one")
    func close() throws {
        var writer = WebSocketWriter()
        #expect(try writer.close(code: 1001, reason: "bye") == [0x88, 5, 0x03, 0xE9, 98, 121, 101])
        #expect(writer.isClosed)
        #expect(throws: WebSocketWriterError.closed) { try writer.message(.text("a")) }
        #expect(throws: WebSocketWriterError.closed) { try writer.pong() }
        #expect(throws: WebSocketWriterError.closed) { try writer.close(code: nil) }
        var silent = WebSocketWriter()
        #expect(try silent.close(code: nil) == [0x88, 0])
        var reasonless = WebSocketWriter()
        #expect(throws: WebSocketWriterError.malformed("a close frame with a reason has a code")) {
            try reasonless.close(code: nil, reason: "bye")
        }
    }

    @Test(
        "A code that must not be sent is an error", arguments: [-1, 0, 999, 1004, 1005, 1006, 1015, 2999, 5000, .max])
    func codes(_ code: Int) {
        var writer = WebSocketWriter()
        #expect(throws: WebSocketWriterError.malformed("the code \(code) must not be in a close frame")) {
            try writer.close(code: code)
        }
        #expect(!writer.isClosed)
    }

    @Test("What is written is read", arguments: [0, 1, 125, 126, 65_535, 65_536, 200_000])
    func roundTrip(_ count: Int) throws {
        var writer = WebSocketWriter()
        let text = String(String(repeating: "a\u{E9}\u{20AC}\u{1F30D}", count: count / 4 + 1).prefix(count))
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
        var sent = try writer.message(.text(text))
        sent += try writer.message(.text(text), fragments: [count / 2, 0, count / 3])
        sent += try writer.ping(Array(bytes.prefix(125)))
        sent += try writer.message(.binary(bytes), fragments: [count / 5])
        sent += try writer.pong(Array(bytes.suffix(125)))
        sent += try writer.close(code: 4000, reason: "done")
        let read = WebSocketRead([masked(sent)])
        #expect(
            read.events == [
                .message(.text(text)), .message(.text(text)), .ping(Array(bytes.prefix(125))), .message(.binary(bytes)),
                .pong(Array(bytes.suffix(125))), .close(code: 4000, reason: "done"),
            ])
        #expect(read.failure == nil)
    }
}
