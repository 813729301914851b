/// A matching in a graph, since one received element may fit several expected ones.
///
/// It searches in breadth, without recursion: a list of many equal elements must not exhaust the stack. Each pair is
/// compared once, else nested bags would take time that grows with the power of their depth.
struct BagAssignment {
    private let fits: (_ expected: Int, _ received: Int) -> Bool
    private let receivedCount: Int
    private var known: [Int: Bool] = [:]
    /// By received element, the expected one that has it; and the other way round.
    private var owner: [Int?]
    private var taken: [Int?]

    init(_ expectedCount: Int, _ receivedCount: Int, _ fits: @escaping (_ expected: Int, _ received: Int) -> Bool) {
        self.fits = fits
        self.receivedCount = receivedCount
        owner = Array(repeating: nil, count: receivedCount)
        taken = Array(repeating: nil, count: expectedCount)
    }

    /// Finds a place for an expected element, moving others if it must; false when there is none.
    mutating func place(_ index: Int) -> Bool {
        var reachedFrom = [Int?](repeating: nil, count: receivedCount)
        var queue = [index]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for offset in 0..<receivedCount {
                let candidate = (current + offset) % receivedCount  // most lists are in order
                guard reachedFrom[candidate] == nil, isFit(current, candidate) else { continue }
                reachedFrom[candidate] = current
                guard let other = owner[candidate] else {
                    move(to: candidate, reachedFrom)
                    return true
                }
                queue.append(other)
            }
        }
        return false
    }

    private mutating func isFit(_ expected: Int, _ received: Int) -> Bool {
        let place = expected * receivedCount + received
        if let answer = known[place] { return answer }
        let answer = fits(expected, received)
        known[place] = answer
        return answer
    }

    private mutating func move(to free: Int, _ reachedFrom: [Int?]) {
        var place: Int? = free
        while let received = place, let expected = reachedFrom[received] {
            place = taken[expected]
            (owner[received], taken[expected]) = (expected, received)
        }
    }
}
