import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ChoiceTests {
    @Test func `inside one block the first that matches wins`() async {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a"), .header("X"), returning: .text("1"))
            Stub(.get("/{id}"), returning: .text("2"))
            Stub(.get("/a"), returning: .text("3"))
            Stub(.any, returning: .text("4"))
        }
        #expect(await answer(server, request("/a", headers: ["X": "1"])) == "1")
        #expect(await answer(server, request("/a")) == "2")
        #expect(await answer(server, request("/b", "POST")) == "4")
    }

    @Test func `a later block wins over all earlier ones`() async {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("block 1")) }
        server.add {
            Stub(.get("/*"), returning: .text("block 2, first"))
            Stub(.get("/a"), returning: .text("block 2, second"))
        }
        #expect(await answer(server, request("/a")) == "block 2, first")
        let last = server.stub(.header("X", .absent), returning: .text("alone"))
        #expect(await answer(server, request("/a")) == "alone")
        last.remove()
        #expect(await answer(server, request("/a")) == "block 2, first")
        server.removeAllStubs()
        #expect(await answer(server, request("/a")).hasPrefix("Unexpected request: GET "))
    }

    /// Each row: the matchers of a block in order, a request, and which of them answers.
    @Test(
        arguments: [
            // One that the index knows and one that it does not, in both orders.
            ([.get("/a"), .header("X", .absent)], request("/a"), 0),
            ([.header("X", .absent), .get("/a")], request("/a"), 0),
            ([!.get("/b"), .get("/a")], request("/a"), 0),
            ([.get("/a"), !.get("/b")], request("/a"), 0),
            ([.custom("x") { _ in true }, .get("/a")], request("/a"), 0),
            ([.custom("x") { _ in false }, .get("/a"), .custom("y") { _ in true }], request("/a"), 1),
            ([.get("/b"), .custom("x") { _ in false }, .header("X"), .any], request("/a"), 3),
            // Several keys, the same stub on several ways.
            ([.get("/a") || .get("/b"), .get("/a")], request("/b"), 0),
            ([.get("/b"), .get("/a") || .get("/b"), .any], request("/b"), 0),
            ([.get("/x"), .get("/a") || .get("/*") || .any("/**"), .any], request("/a"), 1),
            ([(.get("/a") || .get("/{id}")) && .header("X"), .get("/a") || .header("Y", .absent)], request("/a"), 1),
            // Literal, name, star and ** are preferred by place, not by how much they say.
            ([.any("/**"), .get("/a/b")], request("/a/b"), 0),
            ([.get("/{x}/b"), .get("/a/{y}"), .get("/a/b")], request("/a/b"), 0),
            ([.get("/{x}"), .get("/")], request("/"), 1),
            ([.get("/*"), .get("/")], request("/"), 0),
            ([.get("/a/**"), .get("/a")], request("/a"), 0),
            ([.post("/a"), .any("/a"), .get("/a")], request("/a"), 1),
            ([.get("https://*.example.com/a"), .get("/a")], request("/a"), 0),
            ([.get("/a?x=1"), .get("/a")], request("/a?x=2"), 1),
            ([.get("/a%2Fb"), .get("/a/b")], request("/a%2fb"), 0),
            ([.get("/%83"), .any], request("/%83"), 0),
            ([.get("https://API.example.com:443/a"), .any], request("https://u:p@api.example.com/a"), 0),
        ] as [([RequestMatcher], MockRequest, Int)])
    func `declaration order decides between all kinds of matchers`(
        _ matchers: [RequestMatcher], _ request: MockRequest, _ expected: Int
    ) {
        let origin = try? Origin.parse("https://api.example.com").get()
        var set = StubSet(origin: origin)
        let mounted = set.add(matchers.map { Stub($0, returning: .status(200)) }).mounted
        #expect(set.chosen(for: request, origin: origin) === mounted[expected])
    }

    @Test func `a stub that is used up or removed makes way`() async {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/a") || .get("/b"), returning: .text("first")).times(1)
            Stub(.get("/{x}"), returning: .text("second")).times(1)
            Stub(.custom("always") { _ in true }, returning: .text("third"))
        }
        var answers: [String] = []
        for _ in 0..<3 { answers.append(await answer(server, request("/a"))) }
        #expect(answers == ["first", "second", "third"])
    }

    @Test func `adding and removing many leaves the others in order`() {
        var set = StubSet(origin: nil)
        let kept = set.add([Stub(.get("/a"), returning: .status(200)), Stub(.get("/**"), returning: .status(200))])
            .mounted
        for _ in 0..<300 {
            let mount = set.add([Stub(.get("/a"), returning: .status(200))]).mounted[0]
            #expect(set.chosen(for: request("/a")) === mount)
            set.remove(mount)
            #expect(set.chosen(for: request("/a")) === kept[0])
        }
        #expect(set.chosen(for: request("/b")) === kept[1])
    }
}

extension StubSet {
    /// The choice, with those asked that must be asked outside the lock.
    func chosen(for request: MockRequest, origin: Origin? = nil) -> MountedStub? {
        let context = MatchContext(request, origin: origin)
        var verdicts: [ObjectIdentifier: Bool] = [:]
        while true {
            switch choose(context, verdicts: verdicts) {
            case .none: return nil
            case .stub(let mount): return mount
            case .ask(let mounts):
                for mount in mounts { verdicts[ObjectIdentifier(mount)] = mount.check.mismatch(context) == nil }
            }
        }
    }

    /// What the choice must be, without the index: all stubs, the most preferred first.
    func scanned(for request: MockRequest, origin: Origin?) -> MountedStub? {
        let context = MatchContext(request, origin: origin)
        return mounted.last { mount in
            mount.stub.matchingFaults.isEmpty && mount.isAvailable(states) && mount.check.mismatch(context) == nil
        }
    }
}
