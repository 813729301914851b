import LoopbackHTTP
import TestSupport
import Testing

@Suite("Fuzz of a WebSocket")
struct WebSocketFuzzTests {
    private static let wellFormed: [[UInt8]] = [
        frame(0x81, "Hello"), frame(0x82, [0, 255]), frame(0x81), frame(0x89, "a"), frame(0x8A),
        frame(0x01, [0xE2, 0x82]) + frame(0x89, "b") + frame(0x80, [0xAC]),
        frame(0x02, "c") + frame(0x00) + frame(0x80, "d"), frame(0x81, "\u{1F30D}\u{E9} and a tail of ASCII"),
        frame(0x82, [UInt8](repeating: 7, count: 64)), ClientFrame.close(1000, [0x65]), frame(0x01, "open"),
    ]
    private static let malformed = MalformedFrames.all.map(\.bytes).filter { $0.count < 200 }

    private struct Result: Sendable {
        var events = 0
        var failures = 0
        var problem: String?
    }

    @Test(
        "20 000 mutated inputs neither trap nor depend on their pieces, and wait within the limits",
        .timeLimit(.minutes(5)))
    func mutations() async {
        let result = await onThread { self.run() }
        #expect(result.problem == nil)
        // Inputs that are all refused, or all taken, would prove little.
        #expect(result.events > 10_000 && (4_000...16_000).contains(result.failures))
    }

    private func run() -> Result {
        var generator = SeededGenerator(seed: 6_455)
        var limits = WebSocketLimits()
        limits.message = 64
        limits.fragments = 4
        var result = Result()
        for round in 0..<20_000 {
            let bytes = mutated(&generator)
            let whole = WebSocketRead([bytes], limits: limits)
            result.events += whole.events.count
            result.failures += whole.failure == nil ? 0 : 1
            let first = Int.random(in: 0...bytes.count, using: &generator)
            let second = Int.random(in: first...bytes.count, using: &generator)
            let pieces = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
            let cut = WebSocketRead(pieces, limits: limits)
            // A message, a control frame inside it, and the part in front of the next payload that is not whole.
            let most = max(whole.mostBuffered, cut.mostBuffered)
            guard cut == whole, most <= limits.message + 125 + 13 else {
                result.problem = "input \(round), cut at \(first) and \(second): \(bytes)"
                break
            }
        }
        return result
    }

    private func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...4, using: &generator) { bytes += one(of: Self.wellFormed, &generator) }
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            case 1: if place < bytes.count { bytes.remove(at: place) }
            case 2: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
            case 3: bytes += one(of: Self.malformed, &generator)
            case 4: bytes.insert(contentsOf: one(of: Self.wellFormed, &generator), at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 5))
            }
        }
        return bytes
    }

    private func one(of choices: [[UInt8]], _ generator: inout SeededGenerator) -> [UInt8] {
        choices[Int.random(in: 0..<choices.count, using: &generator)]
    }
}
