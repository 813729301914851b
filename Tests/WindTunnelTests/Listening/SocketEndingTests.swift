import Foundation
import TestSupport
import Testing

@testable import WindTunnel

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Connections that end early", .timeLimit(.minutes(3)))
struct SocketEndingTests {
    @Test(
        "A script that waits for something else is cancelled when its client is lost",
        arguments: ["client", "listener"])
    func waitingScript(_ way: String) async throws {
        let (signals, signal) = AsyncStream.makeStream(of: String.self)
        let server = MockServer("https://api.example.com", clock: ManualClock()) {
            Stub.webSocket("/chat") { socket in
                signal.yield("begun")
                do {
                    try await socket.sleep(for: .seconds(3_600))
                } catch {
                    signal.yield("\(type(of: error))")
                    throw error
                }
            }
        }
        let client = RawClient(try await server.listen())
        client.write(WebSocketFrames.handshake("/chat"))
        _ = await client.read(until: "\r\n\r\n")
        var iterator = signals.makeAsyncIterator()
        #expect(await iterator.next() == "begun")
        if way == "client" { client.endWriting() } else { await server.stopListening() }
        #expect(await iterator.next() == "CancellationError")
        await eventually { server.core.loadCount == 0 }
        guard case .cancelled = server.exchanges.first?.outcome else {
            Issue.record("\(server.exchanges)")
            return
        }
        await server.stopListening()
    }

    @Test("A script that pings for ever ends when its client has left")
    func pingingScript() async throws {
        let (errors, error) = AsyncStream.makeStream(of: String.self)
        let server = MockServer("https://api.example.com") {
            Stub.webSocket("/chat") { socket in
                do { while true { try await socket.ping() } } catch let caught { error.yield("\(caught)") }
            }
        }
        let client = RawClient(try await server.listen())
        client.write(WebSocketFrames.handshake("/chat"))
        _ = await client.read(until: "\r\n\r\n")
        client.reset()
        #expect(await errors.first { _ in true } == "the client has left")
        await server.stopListening()
    }

    @Test("A script's sleep begins when its client has spoken, however far the clock was moved before")
    func sleepAfterMessage() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            Stub.webSocket("/chat") { socket in
                _ = try await socket.receive()
                try await socket.send("heard")
                try await socket.sleep(for: .seconds(60))
                try await socket.send("a minute later")
            }
        }
        let client = RawClient(try await server.listen())
        client.write(WebSocketFrames.handshake("/chat"))
        _ = await client.read(until: "\r\n\r\n")
        await clock.advance(by: .seconds(100))
        client.write(WebSocketFrames.text("go"))
        let heard = WebSocketFrames.plain(0x81, Array("heard".utf8))
        #expect(await client.bytes(count: heard.count).bytes == heard)
        await clock.advance(by: .seconds(59))
        client.write(WebSocketFrames.masked(0x89, []))
        // Had the sleep ended, its message would stand before the pong.
        #expect(await client.bytes(count: 2).bytes == WebSocketFrames.plain(0x8A, []))
        await clock.advance(by: .seconds(1))
        let later = WebSocketFrames.plain(0x81, Array("a minute later".utf8))
        #expect(await client.bytes(count: later.count).bytes == later)
        await server.stopListening()
    }

    @Test("Connections that die at any moment leave no exchange pending, no load and no work on the clock")
    func storm() async throws {
        let clock = ManualClock()
        let server = MockServer("https://api.example.com", clock: clock) {
            Stub(.any("/slow"), returning: .text("slow").delayed(by: .seconds(1)))
            Stub(.any("/never"), returning: .never)
            Stub(.any("/held"), returning: .held)
            Stub(.any("/stall"), returning: .fault(.stall(after: 10)))
            Stub(.any("/heads"), returning: .text("heads").fault(.slowHeaders(over: .seconds(1))))
            Stub(.any("/reset"), returning: .text("a").fault(.reset).delayed(by: .seconds(1)))
            Stub(.any("/code")) { _ in .text("code") }
            Stub(.any("/pace"), returning: .text("12345678").throttled(bytesPerSecond: 4))
            Stub.webSocket("/chat") { socket in
                try await socket.sleep(for: .seconds(1))
                for try await message in socket { try await socket.send(message) }
            }
        }
        let base = try await server.listen()
        var random = SeededGenerator(seed: 11)
        let paths = ["slow", "never", "held", "stall", "heads", "reset", "code", "pace", "chat", "none"]
        let plans = (0..<150).map { _ in
            (path: "/" + paths.randomElement(using: &random)!, way: Int.random(in: 0..<3, using: &random))
        }
        await withTaskGroup { group in
            for plan in plans {
                group.addTask {
                    let client = RawClient(base)
                    client.write(WebSocketFrames.handshake(plan.path))
                    if plan.way == 0 { client.reset() }
                    if plan.way == 1 { client.endWriting() }
                    if plan.way == 2 { _ = try? await server.nextRequest(.any(plan.path)) }
                }
            }
            for _ in 0..<20 { await clock.advance(by: .milliseconds(300)) }
        }
        await server.stopListening()
        await eventually { server.core.loadCount == 0 }
        let pending = server.exchanges.filter { if case .pending = $0.outcome { true } else { false } }
        #expect(pending.isEmpty, "\(pending)")
        // Work that is left would hold the clock up for ever.
        await eventually { clock.busyCount == 0 }
        #expect(clock.busyCount == 0)
    }
}
