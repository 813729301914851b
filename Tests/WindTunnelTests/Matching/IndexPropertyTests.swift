import TestSupport
import Testing

@testable import WindTunnel

/// Random stubs and requests over a small alphabet, so that they meet often.
private struct Generator {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &random)! }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func path(_ segments: [String]) -> String {
        let count = pick([0, 1, 1, 2, 2, 3, 4])
        return "/" + (0..<count).map { _ in pick(segments) }.joined(separator: "/")
    }

    mutating func pattern() -> String {
        var path = self.path(["a", "b", "a%2Fb", "%83", "*", "a*", "*.b", "{x}", "{x}.b", "**", "", "A", "é", "."])
        // A name may stand once.
        var number = 0
        while let range = path.range(of: "{x}") {
            path.replaceSubrange(range, with: "{n\(number)}")
            number += 1
        }
        if chance(15) { path += pick(["?", "?q=1", "?q=1&q=2", "#f"]) }
        if chance(5) { path += pick(["{", "}", "/**x", "{}"]) }
        guard chance(40) else { return path }
        return pick([
            "https://api.example.com", "https://API.example.com:443", "http://api.example.com", "https://*.example.com",
            "https://api.example.com:8443", "https://u@b.example", "https://*",
        ]) + path
    }

    mutating func matcher(depth: Int = 2) -> RequestMatcher {
        switch depth > 0 ? Int.random(in: 0..<14, using: &random) : Int.random(in: 0..<10, using: &random) {
        case 0...4: return .get(pattern())
        case 5: return .post(pattern())
        case 6: return .any(pattern())
        case 7: return pick([.any, .method("POST"), .request("PURGE", "/a")])
        case 8: return pick([.header("X"), .header("X", .absent), .query("q", "1"), .body("x"), .exactQuery([:])])
        case 9: return .custom("has q") { $0.query["q"] != nil }
        case 10: return !matcher(depth: depth - 1)
        case 11: return matcher(depth: depth - 1) && matcher(depth: depth - 1)
        default: return matcher(depth: depth - 1) || matcher(depth: depth - 1)
        }
    }

    mutating func stub() -> Stub {
        let matchers = (0..<pick([1, 1, 1, 2])).map { _ in matcher() }
        let stub = Stub(
            matchers, .responses([ReadyResponse(.status(200))]), Stub.Location("a/b.swift", "b.swift", 1, 1))
        return chance(10) ? stub.times(1) : stub
    }

    mutating func request() -> MockRequest {
        let base = pick([
            "https://api.example.com", "https://api.example.com", "https://api.example.com",
            "HTTPS://Api.example.com:443",
            "http://api.example.com", "https://api.example.com:8443", "https://u:p@api.example.com",
            "https://b.example",
        ])
        let path =
            chance(5)
            ? "" : path(["a", "b", "a%2Fb", "a%2fb", "%83", "%61", "x.b", ".b", "", "A", "%C3%A9", ".", "ab"])
        let url = base + path + (chance(30) ? pick(["?", "?q=1", "?q=2&q=1", "#f", "?q"]) : "")
        let headers = chance(30) ? ["X": "1"] : [:]
        return WindTunnelTests.request(url, pick(["GET", "GET", "GET", "POST", "PURGE"]), headers: headers)
    }
}

@Suite(.timeLimit(.minutes(3)))
struct IndexPropertyTests {
    /// 400 sets of stubs, ten requests each, with additions, uses and removals between them.
    @Test(arguments: 0..<8)
    func `the index chooses what a scan over all stubs would choose`(_ part: Int) {
        var found = 0
        for seed in (part * 50)..<(part * 50 + 50) {
            var generator = Generator(seed: UInt64(seed))
            let origins = [nil, "https://api.example.com", "https://api.example.com/a", "https://b.example"]
            let origin = generator.pick(origins).flatMap { try? Origin.parse($0).get() }
            var set = StubSet(origin: origin)
            _ = set.add((0..<generator.pick([1, 5, 20])).map { _ in generator.stub() })
            for _ in 0..<10 {
                let request = generator.request()
                let chosen = set.chosen(for: request, origin: origin)
                let expected = set.scanned(for: request, origin: origin)
                #expect(
                    chosen === expected,
                    """
                    seed \(seed), \(request), origin \(origin?.text ?? "none"): the index chose \(describe(chosen)), \
                    a scan \(describe(expected))
                    """)
                if let expected {
                    found += 1
                    set.use(expected)
                    if generator.chance(20) { set.remove(expected) }
                }
                if generator.chance(30) { _ = set.add([generator.stub(), generator.stub()]) }
            }
        }
        // Neither everything nor nothing: else the comparison would prove little.
        #expect((100...450).contains(found))
    }

    private func describe(_ mount: MountedStub?) -> String { mount.map { "\($0.number) \($0.stub)" } ?? "nothing" }

    @Test func `what matches by the index has the captures of its pattern`() {
        for seed in 1_000..<1_400 {
            var generator = Generator(seed: UInt64(seed))
            let pattern = generator.pattern()
            let matcher = RequestMatcher.get(pattern)
            let context = MatchContext(generator.request(), origin: nil)
            guard matcher.check.faults.isEmpty, matcher.check.mismatch(context) == nil else { continue }
            let names = try? URLPattern.parse(pattern).get().path.flatMap(\.captureNames)
            #expect(matcher.check.captures(context).map(\.0) == names, "seed \(seed)")
        }
    }
}
