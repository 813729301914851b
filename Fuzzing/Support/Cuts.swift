/// The pieces in which an input is fed, made of its own bytes: an input alone tells how to repeat what it did.
struct Cuts {
    private var state: UInt64

    init(_ input: [UInt8]) {
        state = input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Whole numbers below a bound.
    private mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    /// One cut anywhere, single bytes, or pieces of many sizes.
    mutating func pieces(of input: [UInt8]) -> [ArraySlice<UInt8>] {
        let style = next(below: 4)
        if style == 0 {
            let cut = next(below: input.count + 1)
            return [input[..<cut], input[cut...]]
        }
        let longest = [1, 3, 40][style - 1]
        var result: [ArraySlice<UInt8>] = []
        var start = 0
        while start < input.count {
            let end = min(input.count, start + 1 + next(below: longest))
            result.append(input[start..<end])
            start = end
        }
        return result
    }
}
