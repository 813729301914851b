import TestSupport
import Testing
import WindTunnel

/// Failures, cuts and connections that break.
@Suite(.timeLimit(.minutes(3)))
struct FaultBehavior {
    /// What a recorder hears, by each transport.
    private func outcomes(_ response: MockResponse, method: String = "GET") async throws -> [String] {
        var outcomes: [String] = []
        for transport in Transport.allCases {
            let server = MockServer(origin) { Stub(.any, returning: response) }
            let recorder = Recorder()
            try await transport.with(server, recorder: recorder) { client in
                _ = client.start(Ask(method: method))
                await recorder.completion()
            }
            await server.settled()
            outcomes.append("\(recorder.outcome), \(server.story)")
        }
        return outcomes
    }

    static let faults: [MockResponse.Fault] = [.reset, .emptyReply, .garbage, .malformedChunk, .cut(after: 3)]

    @Test(arguments: faults, ["GET", "POST"])
    func `a connection that breaks is the same error in process and on a socket`(
        _ fault: MockResponse.Fault, _ method: String
    ) async throws {
        let responses: [MockResponse] = [
            .text("hello").fault(fault), .events("one", "two").fault(fault), .fault(fault),
        ]
        for response in responses {
            let outcomes = try await outcomes(response, method: method)
            #expect(outcomes[0] == outcomes[1])
            #expect(outcomes[0].contains("URLError -"))
        }
    }

    @Test(arguments: faults)
    func `a request after a broken connection is answered`(_ fault: MockResponse.Fault) async throws {
        for transport in Transport.allCases {
            let server = MockServer(origin) { Stub(.any, inTurn: .text("1"), .fault(fault), .text("2")) }
            try await transport.with(server) { client in
                #expect(await client.outcome("/a") == "200 1")
                // Foundation asks again by itself when a connection that was used before ends without an answer.
                let second = await client.outcome("/a")
                #expect(second == "200 2" || second.hasPrefix("URLError"))
                if second != "200 2" { #expect(await client.outcome("/a") == "200 2") }
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `a stalled body stays open until the client leaves`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .text("hello").fault(.stall(after: 3))) }
        let recorder = Recorder()
        try await transport.with(server, recorder: recorder) { client in
            let task = client.start(.get("/a"))
            await recorder.bytes(3)
            #expect(recorder.text == "hel" && recorder.code == nil)
            #expect(server.story == ["GET /a → pending"])
            task.cancel()
            await recorder.completion()
            await server.settled()
        }
        #expect(recorder.outcome == "200 hel URLError -999")
        #expect(server.story == ["GET /a → cancelled"])
    }

    @Test(arguments: Transport.allCases, [URLError.Code.notConnectedToInternet, .timedOut, .cannotFindHost])
    func `a failure of the stub's`(_ transport: Transport, _ code: URLError.Code) async throws {
        let server = MockServer(origin) {
            Stub(.get("/now"), returning: .failure(code))
            Stub(.get("/later"), returning: .failure(code).delayed(by: .nanoseconds(1)))
            Stub(.get("/made")) { _ in .failure(code) }
        }
        try await transport.with(server) { client in
            let expected = transport.differs(
                .failureHasNoCode, inProcess: "URLError \(code.rawValue)", socket: Loader.noAnswer)
            for path in ["/now", "/later", "/made"] { #expect(await client.outcome(path) == expected) }
        }
        #expect(server.story == ["now", "later", "made"].map { "GET /\($0) → URLError \(code.rawValue)" })
    }

    @Test(arguments: Transport.allCases, [0, 1, 4])
    func `a body that breaks off with an error`(_ transport: Transport, _ bytes: Int) async throws {
        let server = MockServer(origin) {
            Stub(.get("/ready"), returning: .text("hello").cut(after: bytes, error: .timedOut))
            Stub(
                .get("/slow"),
                returning: .text("hello").delayed(by: .nanoseconds(1)).cut(after: bytes, error: .timedOut))
            Stub(.get("/chunks"), returning: .events("one").cut(after: bytes, error: .timedOut))
            Stub(
                .get("/stream"), returning: .stream { try await $0.write("hello") }.cut(after: bytes, error: .timedOut))
            Stub(.get("/throws")) { _ in
                .stream { body in
                    try await body.write(String("hello".prefix(bytes)))
                    throw URLError(.timedOut)
                }
            }
        }
        let expected = transport.differs(.brokenBodyHasOneCode, inProcess: "URLError -1001", socket: Loader.brokenBody)
        for path in ["/ready", "/slow", "/chunks", "/stream", "/throws"] {
            let recorder = Recorder()
            try await transport.with(server, recorder: recorder) { client in
                _ = client.start(.get(path))
                await recorder.completion()
                let text = (path == "/chunks" ? "data: one" : "hello").prefix(bytes)
                #expect(recorder.outcome == (bytes == 0 ? "200 \(expected)" : "200 \(text) \(expected)"), "\(path)")
            }
        }
        #expect(server.story.allSatisfy { $0.hasSuffix("→ URLError -1001") })
    }

    @Test(arguments: Transport.allCases)
    func `a cut behind the end that the client knows`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.any("/ready"), returning: .text("hello").cut(after: 5))
            Stub(.any("/slow"), returning: .text("hello").delayed(by: .nanoseconds(1)).cut(after: 9))
            Stub(.any("/chunks"), returning: .events("one").cut(after: 900))
        }
        try await transport.with(server) { client in
            for (method, path, text) in [
                ("GET", "/ready", "hello"), ("GET", "/slow", "hello"), ("HEAD", "/ready", ""), ("HEAD", "/slow", ""),
                ("HEAD", "/chunks", ""),
            ] {
                let outcome = await client.outcome(Ask(method: method, target: path))
                #expect(
                    outcome == transport.differs(.knownEndIsNotCut, inProcess: "URLError -1005", socket: "200 \(text)"))
                let story = transport.differs(.knownEndIsNotCut, inProcess: "URLError -1005", socket: "200")
                #expect(server.story.last == "\(method) \(path) → \(story)")
            }
            #expect(await client.outcome("/chunks").hasPrefix("URLError -"))
        }
        #expect(server.story.last == "GET /chunks → URLError -1005")
    }

    @Test(arguments: Transport.allCases)
    func `closing the server ends what is under way`(_ transport: Transport) async throws {
        let server = MockServer(origin) {
            Stub(.get("/never"), returning: .never)
            Stub(.get("/held"), returning: .held)
        }
        try await transport.with(server) { client in
            async let never = client.outcome("/never")
            async let held = client.outcome("/held")
            try await server.nextRequest(.get("/never"))
            _ = try await server.nextPending()
            server.close()
            let expected = transport.differs(.closedServerIsGone, inProcess: "URLError -999", socket: Loader.noAnswer)
            #expect(await never == expected)
            #expect(await held == expected)
        }
        #expect(server.story.sorted() == ["GET /held → URLError -999", "GET /never → URLError -999"])
    }

    @Test(arguments: Transport.allCases)
    func `a request to a closed server`(_ transport: Transport) async throws {
        let server = MockServer(origin) { Stub(.any, returning: .text("x")) }
        try await transport.with(server) { client in
            #expect(await client.outcome("/a") == "200 x")
            server.close()
            await server.stopListening()
            let error = await client.error(.get("/b"))
            let code = transport.differs(
                .closedServerIsGone, inProcess: URLError.Code.cancelled, socket: .cannotConnectToHost)
            #expect(error?.code == code)
        }
        #expect(server.requests.count == 1)
        let late = transport.differs(.closedServerIsGone, inProcess: [false, true], socket: [false])
        #expect(server.exchanges.map(\.isLate) == late)
    }

    @Test(arguments: Transport.allCases)
    func `a client that leaves is noticed by the writer of a stream`(_ transport: Transport) async throws {
        let ended = Box(false)
        let server = MockServer(origin) {
            Stub(.any) { _ in
                .stream { body in
                    defer { ended.change { $0 = true } }
                    while true { try await body.write("x") }
                }
            }
        }
        let recorder = Recorder()
        try await transport.with(server, recorder: recorder) { client in
            let task = client.start(.get("/a"))
            await recorder.bytes(1)
            task.cancel()
            await recorder.completion()
            await eventually { ended.value && server.exchanges.allSatisfy { $0.completion != nil } }
        }
        #expect(ended.value)
        #expect(server.story == ["GET /a → cancelled"])
    }
}
