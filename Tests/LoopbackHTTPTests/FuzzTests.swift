import LoopbackHTTP
import TestSupport
import Testing

@Suite("Fuzz")
struct FuzzTests {
    private static let seeds = (RequestParserTests.messages + Malformed.all.map(\.text)).map { Array($0.utf8) }
    private static let words = [
        "\r\n", "\n", "\r", "\0", " ", "\t", ":", ";", ",", "0", "FFFFFFFFFFFFFFFF", "-1", "Content-Length: 3\r\n",
        "chunked",
        "Transfer-Encoding: chunked\r\n", "Host: a\r\n", "HTTP/1.1", "HTTP/1.0", "GET / HTTP/1.1\r\n", "\r\n\r\n", "[",
        "]", "*",
        "http://", "0\r\n\r\n",
    ].map { Array($0.utf8) }

    private struct Result: Sendable {
        var ended = 0
        var refused = 0
        var problem: String?
    }

    @Test(
        "20 000 mutated inputs neither trap nor depend on their pieces, and give no more than they had",
        .timeLimit(.minutes(5)))
    func mutations() async {
        let result = await onThread { self.run() }
        #expect(result.problem == nil)
        // Inputs that are all refused, or all taken, would prove little.
        #expect(result.ended > 2_000 && result.refused > 2_000)
    }

    private func run() -> Result {
        var generator = SeededGenerator(seed: 20_260_101)
        var limits = Limits()
        limits.body = 4_096
        limits.fieldBytes = 1_024
        limits.requestLine = 256
        var result = Result()
        for round in 0..<20_000 {
            let bytes = mutated(&generator)
            let whole = Parsed([bytes], limits: limits)
            result.ended += whole.ends
            result.refused += whole.rejection == nil ? 0 : 1
            let body = whole.events.reduce(0) { if case .body(let bytes) = $1 { $0 + bytes.count } else { $0 } }
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            let cutInTwo = Parsed([Array(bytes[..<cut]), Array(bytes[cut...])], limits: limits)
            guard body <= bytes.count, whole.events.count <= bytes.count, cutInTwo == whole else {
                result.problem = "input \(round), cut at \(cut): \(bytes)"
                break
            }
        }
        return result
    }

    private func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
        let isGood = Bool.random(using: &generator)
        let choices = isGood ? RequestParserTests.messages.count : Self.seeds.count
        var bytes = Self.seeds[Int.random(in: 0..<choices, using: &generator)]
        if bytes.count > 600 { bytes.removeLast(bytes.count - 600) }
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            case 1: if place < bytes.count { bytes.remove(at: place) }
            case 2: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
            case 3:
                bytes.insert(contentsOf: Self.words[Int.random(in: 0..<Self.words.count, using: &generator)], at: place)
            case 4: bytes += Self.seeds[Int.random(in: 0..<RequestParserTests.messages.count, using: &generator)]
            default: bytes.removeSubrange(place..<min(bytes.count, place + 5))
            }
        }
        return bytes
    }
}
