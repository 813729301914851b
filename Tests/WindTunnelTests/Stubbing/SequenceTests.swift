import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct SequenceTests {
    @Test func `answers come in turn and the last one repeats`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/b"), inTurn: .text("hi"), .status(503), .json(["id": 1]))
            Stub(.get("/pages"), inTurn: (1...3).map { .json(["page": .value($0)]) })
        }
        var seen: [String] = []
        for _ in 0..<4 {
            let answer = try await server.get("/b")
            seen.append("\(answer.status) \(answer.text)")
        }
        #expect(seen == ["200 hi", "503 ", #"200 {"id":1}"#, #"200 {"id":1}"#])
        seen = []
        for _ in 0..<4 { seen.append(try await server.get("/pages").text) }
        #expect(seen == [#"{"page":1}"#, #"{"page":2}"#, #"{"page":3}"#, #"{"page":3}"#])
    }

    @Test func `a stub with a limit gives way to the next`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/r"), returning: .status(503)).times(2).named("fails twice")
            Stub(.get("/r"), returning: .status(200))
        }
        var seen: [Int] = []
        for _ in 0..<4 { seen.append(try await server.get("/r").status) }
        #expect(seen == [503, 503, 200, 200])
    }

    @Test func `a used-up stub is named in the report`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/r"), returning: .status(200)).times(1).named("first try").optional()
        }
        _ = try await server.get("/r")
        let text = try #require(await server.error(of: "/r")).localizedDescription
        #expect(text.contains(#"Stub(.get("/r")).named("first try")"#))
        #expect(text.contains("used up   it has answered once: .times(1)"))
    }

    @Test func `each answer of a sequence goes to one of many requests at once`() async throws {
        let server = MockServer(origin) { Stub(.any, inTurn: (0..<64).map { .text("\($0)") }) }
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 { group.addTask { try await server.get("/a").text } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts.count == 64)
    }
}
