/// Finds the stubs that can match a request without asking the others.
///
/// Method, origin and path segments are the edges of one trie; `{id}` and "any" are wildcard edges, `**` ends a path
/// early. Stubs are numbered so that the greater number is preferred, and every list is kept in falling order: the
/// candidates come out in order of preference, and the cost does not grow with stubs whose literals differ.
///
/// It is an object, since a value would be copied with all its tables for every walk. A dictionary per node was tried
/// first: at 10,000 stubs it cost four times the memory and twice the time of two flat hash tables.
final class StubIndex {
    enum Edge: Sendable, Equatable {
        case literal([UInt8])
        /// One segment.
        case wildcard
        /// Everything that is left.
        case rest
    }

    /// One way to a stub; nil means any.
    struct Key: Sendable {
        let method: String?
        /// `scheme://host`, with the port when it is not the scheme's own.
        let origin: String?
        let path: [Edge]
    }

    private struct Node {
        var wildcard: UInt32 = 0
        /// Stubs whose path ends here, and stubs that take whatever follows; numbers of entries, 0 for none.
        var ending: UInt32 = 0
        var rest: UInt32 = 0
    }

    private struct Entry {
        let stub: UInt32
        let next: UInt32
    }

    private static let root: UInt32 = 1
    private var words = WordTable()
    private var edges = EdgeTable()
    private var nodes = [Node](repeating: Node(), count: 2)  // 0 is nobody
    private var entries = [Entry(stub: 0, next: 0)]
    /// Stubs that can be found by no key, in rising order.
    private var unindexed: [UInt32] = []

    static func edges(_ path: [SegmentPattern]) -> [Edge] {
        var edges: [Edge] = []
        for segment in path {
            if segment == .anySegments { return edges + [.rest] }
            edges.append(segment.literal.map(Edge.literal) ?? .wildcard)
        }
        return edges
    }

    /// Stubs must be added in rising order.
    func add(_ stub: Int, keys: [Key]?) {
        let number = UInt32(stub)
        guard let keys else { return unindexed.append(number) }
        for key in keys { insert(number, key) }
    }

    private func insert(_ stub: UInt32, _ key: Key) {
        var node = Self.root
        node = step(node, key.method.map { Array($0.utf8) })
        node = step(node, key.origin.map { Array($0.utf8) })
        for edge in key.path {
            switch edge {
            case .literal(let bytes): node = step(node, bytes)
            case .wildcard: node = step(node, nil)
            case .rest:
                entries.append(Entry(stub: stub, next: nodes[Int(node)].rest))
                nodes[Int(node)].rest = UInt32(entries.count - 1)
                return
            }
        }
        entries.append(Entry(stub: stub, next: nodes[Int(node)].ending))
        nodes[Int(node)].ending = UInt32(entries.count - 1)
    }

    private func step(_ node: UInt32, _ bytes: [UInt8]?) -> UInt32 {
        guard let bytes else {
            if nodes[Int(node)].wildcard == 0 {
                nodes.append(Node())
                nodes[Int(node)].wildcard = UInt32(nodes.count - 1)
            }
            return nodes[Int(node)].wildcard
        }
        let word = bytes.withUnsafeBufferPointer { words.intern($0) }
        if let next = edges.find(node, word) { return next }
        nodes.append(Node())
        edges.insert(node, word, UInt32(nodes.count - 1))
        return UInt32(nodes.count - 1)
    }

    /// Offers the candidates, most preferred first, until one is taken.
    ///
    /// - Parameter take: Gets the stub's number, and whether method, origin and path are known to fit a stub that is
    ///   made of literals and whole-segment captures alone.
    func forEachCandidate(_ request: MockRequest, _ take: (_ stub: Int, _ isExact: Bool) -> Bool) {
        var walk = Walk()
        RequestWords.with(request, words: words) { words in descend(Self.root, words, 0, &walk) }
        var unindexedLeft = unindexed.count
        var last: UInt32 = .max
        while true {
            var best: UInt32 = unindexedLeft > 0 ? unindexed[unindexedLeft - 1] : 0
            var from = -1
            for (number, cursor) in walk.cursors.enumerated() where cursor != 0 {
                let stub = entries[Int(cursor)].stub
                if stub >= best, from < 0 || stub > best { (best, from) = (stub, number) }
            }
            guard from >= 0 || unindexedLeft > 0 else { return }
            if from >= 0 {
                walk.cursors[from] = entries[Int(walk.cursors[from])].next
            } else {
                unindexedLeft -= 1
            }
            // A stub with several keys stands in several lists.
            guard best != last else { continue }
            last = best
            if take(Int(best), from >= 0 && !walk.metEmptyWildcard) { return }
        }
    }

    /// One request's way through the trie.
    private struct Walk {
        /// Heads of the lists met.
        var cursors: [UInt32] = []
        var metEmptyWildcard = false
    }

    private func descend(
        _ node: UInt32, _ words: UnsafeBufferPointer<RequestWords.Word>, _ depth: Int, _ walk: inout Walk
    ) {
        var (node, depth) = (node, depth)
        // It goes deeper where the way forks alone: a path may have more segments than a stack has room.
        while true {
            let here = nodes[Int(node)]
            if here.rest != 0 { walk.cursors.append(here.rest) }
            guard depth < words.count else {
                if here.ending != 0 { walk.cursors.append(here.ending) }
                return
            }
            let word = words[depth]
            let literal = word.number == 0 ? nil : edges.find(node, word.number)
            depth += 1
            if here.wildcard != 0 {
                if let literal { descend(literal, words, depth, &walk) }
                if word.isEmpty { walk.metEmptyWildcard = true }
                node = here.wildcard
            } else if let literal {
                node = literal
            } else {
                return
            }
        }
    }
}
