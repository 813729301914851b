import TestSupport
import Testing
import WindTunnel

private enum Context { @TaskLocal static var name = "nowhere" }

@MainActor private final class Model {
    var answers = 0
    func next() -> Int {
        answers += 1
        return answers
    }
}

@Suite(.timeLimit(.minutes(3)))
struct HandlerTests {
    @Test func `handlers may be plain, wait and throw`() async throws {
        struct NotFound: Error, CustomStringConvertible { let description = "nobody of that name" }
        let line = #line + 2
        let server = MockServer(origin) {
            Stub(.get("/plain/{id}")) { request in try .text("\(request.path["id", as: Int.self] + 1)") }
            Stub(.get("/throws")) { _ in throw NotFound() }
            Stub(.get("/url-error")) { _ in throw URLError(.dnsLookupFailed) }
            Stub(.get("/waits")) { _ in
                await Task.yield()
                return .text("waited")
            }
        }
        #expect(try await server.get("/plain/41").text == "42")
        #expect(try await server.get("/waits").text == "waited")
        let error = try #require(await server.error(of: "/throws"))
        #expect(error.code == .badServerResponse)
        #expect(
            error.localizedDescription == "the stub of HandlerTests.swift:\(line + 1) failed: nobody of that name")
        let coded = try #require(await server.error(of: "/url-error"))
        #expect(coded.code == .dnsLookupFailed)
        #expect(
            coded.localizedDescription
                == "the stub of HandlerTests.swift:\(line + 2) failed: \(URLError(.dnsLookupFailed).localizedDescription)"
        )
        let bad = try #require(await server.error(of: "/plain/x"))
        #expect(
            bad.localizedDescription
                == #"the stub of HandlerTests.swift:\#(line) failed: {id} is "x", which is no Int"#)
        #expect(
            server.exchanges.map(\.outcomeName) == [
                "response 200", "response 200", "failure -1011", "failure -1006", "failure -1011",
            ])
    }

    @Test func `attempts are counted for each stub`() async throws {
        let server = MockServer(origin) {
            Stub(.get("/a")) { request in .text("\(request.attempt)") }
            Stub(.get("/b")) { request in request.attempt < 3 ? .status(503) : .status(200) }
        }
        var seen: [String] = []
        for _ in 0..<3 {
            seen.append(try await server.get("/a").text)
            seen.append("\(try await server.get("/b").status)")
        }
        #expect(seen == ["1", "503", "2", "503", "3", "200"])
    }

    @MainActor @Test func `a handler of the main actor reads its model`() async throws {
        let model = Model()
        let server = MockServer(origin) {
            Stub(.get("/a")) { _ in .text("\(model.next())") }
            Stub(.get("/b"), returning: .stream { body in try await body.write("\(model.next())") })
        }
        #expect(try await server.get("/a").text == "1")
        #expect(try await server.get("/b").text == "2")
        #expect(model.answers == 2)
    }

    @Test func `handlers and streams see the task-local values of the place that made the server`() async throws {
        let server = Context.$name.withValue("here") {
            MockServer(origin) {
                Stub(.get("/a")) { _ in .text(Context.name) }
                Stub(.get("/b"), returning: .stream { body in try await body.write(Context.name) })
                Stub(.get("/c")) { _ in .events { emit in try await emit(.init(Context.name)) } }
            }
        }
        let texts = try await Context.$name.withValue("elsewhere") {
            [try await server.get("/a").text, try await server.get("/b").text, try await server.get("/c").text]
        }
        #expect(texts == ["here", "here", "data: here\n\n"])
    }

    @Test func `an expectation in a handler reaches its test`() async throws {
        try await withKnownIssue {
            let server = MockServer(origin) {
                Stub(.any) { request in
                    #expect(request.method == "POST")
                    return .status(200)
                }
            }
            _ = try await server.get("/a")
        } matching: {
            "\($0)".contains("Expectation failed")
        }
    }

    @Test func `a handler is cancelled when its client leaves`() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let server = MockServer(origin) {
            Stub(.any) { _ in
                for await _ in AsyncStream<Never>.makeStream().stream {}
                end.yield(Task.isCancelled)
                return .status(200)
            }
        }
        let task = Task { try await server.get("/a") }
        try await server.nextRequest()
        task.cancel()
        for await isCancelled in ended {
            #expect(isCancelled)
            break
        }
        _ = await task.result
        #expect(server.exchanges.first?.outcomeName == "cancelled")
    }
}
