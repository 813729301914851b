import Foundation
import ShopClient
import Testing
import WindTunnelTesting

/// The client makes a session of its own: it gets a configuration that leads to the server.
@Suite(.mockServer("https://shop.example.com"), .timeLimit(.minutes(3)))
struct ChatClientTests {
    let chat = ChatClient(configuration: MockServer.current.configuration())

    @Test(
        .mockServer {
            Stub(
                .post("/chat"), .json(["question": "Which way?"]),
                returning: .events(#"{"text":"Into "}"#, #"{"text":"the wind."}"#, .init("", event: "done")))
        })
    func `an answer comes in pieces`() async throws {
        var answer: [String] = []
        for try await words in chat.answer(to: "Which way?") { answer.append(words) }
        #expect(answer == ["Into ", "the wind."])
    }

    /// Server and test share a clock: there is a second between the words, and none for the test.
    @Test func `a word is shown before the next one is written`() async throws {
        let clock = ManualClock()
        try await withMockServer("https://shop.example.com", clock: clock) {
            Stub(.post("/chat")) { _ in
                .events { emit in
                    try await emit(#"{"text":"Into "}"#)
                    try await emit.sleep(for: .seconds(1))
                    try await emit(#"{"text":"the wind."}"#)
                    try await emit(.init("", event: "done"))
                }
            }
        } run: { server in
            var words = ChatClient(configuration: server.configuration()).answer(to: "Which way?").makeAsyncIterator()
            let first = try await words.next()
            #expect(first == "Into ")
            await clock.advance(by: .seconds(1))
            #expect(try await words.next() == "the wind.")
            #expect(try await words.next() == nil)
        }
    }

    @Test func `an assistant that falls silent for half a minute is given up`() async throws {
        let clock = ManualClock()
        try await withMockServer("https://shop.example.com", clock: clock) {
            Stub(.post("/chat"), returning: .events(#"{"text":"Into "}"#, "{}").fault(.stall(after: 30)))
        } run: { server in
            var words = ChatClient(configuration: server.configuration()).answer(to: "Which way?").makeAsyncIterator()
            let first = try await words.next()
            #expect(first == "Into ")
            await clock.advance(by: .seconds(30))
            let error = await #expect(throws: URLError.self) { try await words.next() }
            #expect(error?.code == .timedOut)
        }
    }

    @Test(
        .mockServer {
            Stub(.post("/chat"), returning: .events(#"{"text":"Into "}"#, #"{"text":"the"}"#).fault(.cut(after: 30)))
        })
    func `of an answer that breaks off, what came is shown`() async throws {
        var words = chat.answer(to: "Which way?").makeAsyncIterator()
        #expect(try await words.next() == "Into ")
        await #expect(throws: URLError.self) { try await words.next() }
    }

    @Test(.mockServer { Stub(.post("/chat"), returning: .events(#"{"text":"Into "}"#)) })
    func `an answer that does not end is not taken for a whole one`() async throws {
        var words = chat.answer(to: "Which way?").makeAsyncIterator()
        #expect(try await words.next() == "Into ")
        let error = await #expect(throws: URLError.self) { try await words.next() }
        #expect(error?.code == .networkConnectionLost)
    }

    @Test(.mockServer { Stub(.post("/chat"), returning: .status(429)) })
    func `a refusal is no answer`() async throws {
        var words = chat.answer(to: "Which way?").makeAsyncIterator()
        await #expect(throws: HTTPError(status: 429)) { try await words.next() }
    }

    @Test(
        .mockServer {
            Stub(.post("/chat")) { _ in .events { emit in while true { try await emit(#"{"text":"and "}"#) } } }
        })
    func `who stops listening stops the assistant`() async throws {
        let events = MockServer.current.events
        for try await _ in chat.answer(to: "Which way?") { break }
        for await case .completed(let exchange) in events {
            #expect(exchange.description == "POST https://shop.example.com/chat → cancelled")
            break
        }
    }
}
