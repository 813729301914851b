import Testing

@testable import HTTPArchive

@Suite(.timeLimit(.minutes(3)))
struct EchoSearchTests {
    /// A generator that gives the same numbers again.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private func word(_ counts: ClosedRange<Int>, _ numbers: inout Numbers) -> String {
        String((0..<Int.random(in: counts, using: &numbers)).map { _ in "ab".randomElement(using: &numbers)! })
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `at each place the longest text is found, as by looking for each`(_ seed: UInt64) {
        var numbers = Numbers(state: seed)
        let texts = (0..<60).map { _ in word(4...14, &numbers) }
        let text = Array(word(500...500, &numbers).utf8)
        var expected: [Range<Int>] = []
        var position = 0
        while position < text.count {
            let lengths = texts.map(\.utf8).filter { $0.count >= 6 && text[position...].starts(with: $0) }.map(\.count)
            if let length = lengths.max() { expected.append(position..<position + length) }
            position += lengths.max() ?? 1
        }
        let matches = EchoSearch(texts).matches(in: text)
        #expect(matches.map(\.range) == expected)
        for match in matches { #expect(Array(texts[match.index].utf8) == Array(text[match.range])) }
    }
}
