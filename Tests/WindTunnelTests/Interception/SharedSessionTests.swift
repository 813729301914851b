import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct SharedSessionTests {
    @Test func `the shared session is answered inside the scope`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("mine")) }
        let text = try await server.interceptingSharedSession { try await URLSession.shared.text("/a") }
        #expect(text == "mine")
        #expect(server.requests.count == 1)
    }

    @Test func `many scopes at once never answer for another`() async throws {
        let wrong = await withTaskGroup(of: Int.self) { group in
            for number in 0..<150 {
                group.addTask {
                    let server = MockServer("https://api.example.com") {
                        Stub(.get("/same"), returning: .text("\(number)"))
                    }
                    return await server.interceptingSharedSession {
                        var wrong = 0
                        for _ in 0..<10 where (try? await URLSession.shared.text("/same")) != "\(number)" { wrong += 1 }
                        return wrong
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test func `an inner scope hides the outer one and gives it back`() async throws {
        let outer = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("outer")) }
        let inner = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("inner")) }
        let heard = try await outer.interceptingSharedSession {
            let before = try await URLSession.shared.text("/a")
            let within = try await inner.interceptingSharedSession { try await URLSession.shared.text("/a") }
            return try await [before, within, URLSession.shared.text("/a")]
        }
        #expect(heard == ["outer", "inner", "outer"])
    }

    @Test func `a task that outlives its scope is refused and does not reach the network`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
        let gate = AsyncStream.makeStream(of: Void.self)
        let late = await server.interceptingSharedSession {
            Task {
                for await _ in gate.stream { break }
                return try await URLSession.shared.text("/a")
            }
        }
        gate.continuation.yield()
        let error = await #expect(throws: URLError.self) { try await late.value }
        #expect(
            error?.localizedDescription.contains("was refused: it came after its interceptingSharedSession scope")
                == true)
        #expect(server.requests.isEmpty)
    }

    @Test func `a request outside any scope is not caught`() async throws {
        let server = MockServer { Stub(.any, returning: .text("caught")) }
        await server.interceptingSharedSession {
            let detached = Task.detached {
                try await URLSession.shared.data(from: URL(string: "http://127.0.0.1:1/")!).0
            }
            let answer = await detached.result
            #expect(throws: URLError.self) { try answer.get() }
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a closure that throws ends the scope`() async throws {
        struct Stop: Error {}
        let server = MockServer { Stub(.any, returning: .status(200)) }
        for _ in 0..<100 {
            await #expect(throws: Stop.self) { try await server.interceptingSharedSession { throw Stop() } }
        }
    }

    @Test @MainActor func `the closure stays on the actor of its caller`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
        var text = ""
        try await server.interceptingSharedSession {
            MainActor.assertIsolated()
            text = try await URLSession.shared.text("/a")
        }
        #expect(text == "x")
    }
}
