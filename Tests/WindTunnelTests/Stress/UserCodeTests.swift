import Foundation
import TestSupport
import Testing
import WindTunnel

/// Code of users runs where it may do what it likes.
@Suite(.timeLimit(.minutes(3))) struct UserCodeTests {
    @Test func `a matcher may make a request of its own`() async throws {
        let other = MockServer("https://api.example.com") { Stub(.get("/flag"), returning: .text("on")) }
        let server = MockServer("https://api.example.com") {
            Stub(
                .get("/a"),
                .custom("the flag is on") { _ in
                    let answer = Box<Data?>(nil)
                    let done = DispatchSemaphore(value: 0)
                    other.session.dataTask(with: api("/flag")) { data, _, _ in
                        answer.change { $0 = data }
                        done.signal()
                    }.resume()
                    done.wait()
                    return answer.value == Data("on".utf8)
                }, returning: .text("x"))
        }
        #expect(try await server.session.text("/a") == "x")
    }

    @Test func `a matcher may make a request also for an upload whose file is missing`() async throws {
        let other = MockServer("https://api.example.com") { Stub(.get("/flag"), returning: .text("on")) }
        let server = MockServer("https://api.example.com") {
            Stub(
                .post("/a"),
                .custom("asks") { _ in
                    other.session.dataTask(with: api("/flag")) { _, _, _ in }.resume()
                    return true
                }, returning: .text("x"))
        }
        let missing = URL(fileURLWithPath: "/nowhere/at/all")
        let error = await #expect(throws: URLError.self) {
            try await server.session.upload(for: URLRequest("POST", "/a"), fromFile: missing)
        }
        #expect(error?.localizedDescription == "the file to upload cannot be read: /nowhere/at/all")
        guard case .failure(let kept) = server.exchanges.first?.outcome else {
            Issue.record("the journal has no failure")
            return
        }
        #expect(kept.localizedDescription == error?.localizedDescription)
    }

    @Test(arguments: [true, false]) func `a matcher that waits holds up nobody`(_ isValue: Bool) async throws {
        let gate = DispatchSemaphore(value: 0)
        let begun = AsyncStream.makeStream(of: Void.self)
        let wait: @Sendable () -> Bool = {
            begun.continuation.yield()
            gate.wait()
            return true
        }
        let server = MockServer("https://api.example.com") {
            isValue
                ? Stub(.get("/slow"), .query("q", .custom("waits") { _ in wait() }), returning: .text("slow"))
                : Stub(.get("/slow"), .custom("waits") { _ in wait() }, returning: .text("slow"))
            Stub(.get("/fast"), returning: .text("fast"))
        }
        let slow = Task { try await server.session.text("/slow?q=1") }
        for await _ in begun.stream { break }
        #expect(try await server.session.text("/fast") == "fast")
        gate.signal()
        #expect(try await slow.value == "slow")
    }

    @Test func `a closure that is freed may call the server`() async throws {
        final class Last: Sendable {
            let server: MockServer
            init(_ server: MockServer) { self.server = server }
            deinit { _ = server.requests.count }
        }
        let server = MockServer("https://api.example.com")
        let handle = server.stub(.get("/a")) { [last = Last(server)] _ in .text("\(last.server.requests.count)") }
        #expect(try await server.session.text("/a") == "1")
        handle.remove()
        server.removeAllStubs()
        server.close()
    }

    @Test func `what is held when its server goes is failed, before and after`() async throws {
        var server: MockServer? = MockServer("https://api.example.com", clock: ManualClock()) {
            Stub(.get("/held"), returning: .held)
        }
        let session = try #require(server?.session)
        let early = Task { try await session.text("/held") }
        try await server?.nextRequest()
        server = nil
        for task in [early, Task { try await session.text("/held") }] {
            let error = await #expect(throws: URLError.self) { try await task.value }
            #expect(error?.localizedDescription.hasSuffix("is gone: nobody can answer it") == true)
        }
    }
}
