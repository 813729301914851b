import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(5))) struct IsolationTests {
    @Test func `two servers with the same stub answer only their own session`() async throws {
        let one = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("one")) }
        let two = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("two")) }
        #expect(try await one.session.text("/a") == "one")
        #expect(try await two.session.text("/a") == "two")
        #expect(one.requests.count == 1 && two.requests.count == 1)
    }

    @Test func `thousands of servers on many threads never answer for another`() async throws {
        let lanes = LaneRegistry.shared.count
        let wrong = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<16 {
                group.addTask {
                    var wrong = 0
                    for round in 0..<250 {
                        let body = "\(worker)-\(round)"
                        let server = MockServer("https://api.example.com") {
                            Stub(.get("/same"), returning: .text(body))
                        }
                        let answer = try? await server.session.text("/same")
                        if answer != body { wrong += 1 }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
        // 4,000 servers, but few alive at once: lanes were used again. Other tests take lanes meanwhile.
        #expect(LaneRegistry.shared.count - lanes < 2_000)
    }

    @Test func `two hundred tests wait at the same time, none for another`() async throws {
        let servers = (0..<200).map { _ in
            MockServer("https://api.example.com") { Stub(.get("/same"), returning: .held) }
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for server in servers { group.addTask { try await server.session.text("/same") } }
            // All of them are under way before the first is answered.
            var pending: [PendingRequest] = []
            for server in servers { pending.append(try await server.nextPending()) }
            for (number, request) in pending.enumerated() { request.respond(.text("\(number)")) }
            let texts = try await group.reduce(into: Set<String>()) { $0.insert($1) }
            #expect(texts == Set((0..<200).map(String.init)))
        }
    }

    @Test func `a request carries no header and no property of ours`() async throws {
        let server = MockServer { Stub(.any, returning: .status(200)) }
        _ = try await server.session.data(from: api("/a"))
        #expect(server.requests.first?.headers.map(\.name) == [])
    }

    @Test func `servers that come and go leave memory flat`() async throws {
        // In a process of its own: memory is everybody's.
        await #expect(processExitsWith: .success) {
            func round() async throws {
                for number in 0..<1_000 {
                    let server = MockServer("https://api.example.com") {
                        Stub(.get("/a"), returning: .text("\(number)"))
                    }
                    let text = try await server.session.text("/a")
                    precondition(text == "\(number)")
                }
            }
            try await round()
            let before = ThisProcess.residentBytes
            try await round()
            try await round()
            // A leak of one session a server would be more.
            let grown = ThisProcess.residentBytes - before
            precondition(grown < 40_000_000, "\(grown) bytes more")
        }
    }
}

@Suite(.timeLimit(.minutes(3))) struct LifetimeTests {
    private final class Witness: Sendable {}

    @Test func `a server, its session and what its stubs capture are freed with it`() async throws {
        weak var session: URLSession?
        weak var server: MockServer?
        weak var captured: Witness?
        do {
            let witness = Witness()
            let mock = MockServer("https://api.example.com") {
                Stub(.get("/a")) { _ in
                    _ = witness
                    return .text("x")
                }
            }
            #expect(try await mock.session.text("/a") == "x")
            (server, session, captured) = (mock, mock.session, witness)
        }
        #expect(server == nil)
        await eventually { session == nil }
        // The lane is swept when the next servers come.
        await eventually {
            _ = MockServer().session
            return captured == nil
        }
    }

    /// Foundation lets a session go on a queue of its own, which no public call waits for.
    private func eventually(_ condition: () -> Bool) async {
        await TestSupport.eventually(condition)
        #expect(condition())
    }

    @Test func `a session that outlives its server object is still answered`() async throws {
        let session = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("still here")) }.session
        for _ in 0..<50 { _ = MockServer().session }
        #expect(try await session.text("/a") == "still here")
    }

    @Test func `a configuration that outlives its server object is still answered`() async throws {
        let configuration = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
            .configuration()
        for _ in 0..<50 { _ = MockServer().session }
        #expect(try await URLSession(configuration: configuration).text("/a") == "x")
    }

    @Test func `a request after close is refused by name and kept in the exchanges only`() async throws {
        let line = #line + 1
        let server = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("x")) }
        let session = server.session
        _ = try await session.text("/a")
        server.close()
        let error = await #expect(throws: URLError.self) { try await session.text("/late") }
        #expect(
            error?.localizedDescription
                == "GET https://api.example.com/late was refused: it came after the MockServer of "
                + "IsolationTests.swift:\(line) was closed. A task outlived its test; wait for it, or cancel it.")
        #expect(server.requests.count == 1)
        #expect(server.exchanges.map(\.isLate) == [false, true])
    }

    @Test func `a closed server ends the requests that are under way`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.get("/never"), returning: .never) }
        let session = server.session
        let answer = Task { try await session.text("/never") }
        try await server.nextRequest()
        server.close()
        let error = await #expect(throws: URLError.self) { try await answer.value }
        #expect(error?.localizedDescription.hasSuffix("was closed before it had answered") == true)
    }

    @Test func `closing twice, and adding to a closed server, change nothing`() async throws {
        let server = MockServer("https://api.example.com")
        server.close()
        server.close()
        server.add { Stub(.get("/a"), returning: .text("x")) }
        await #expect(throws: URLError.self) { try await server.session.text("/a") }
        let handle = server.stub(.get("/a"), returning: .text("x")).times(2)
        #expect(!handle.isUsed && handle.requests.isEmpty)
    }
}
