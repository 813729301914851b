import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct EventTests {
    @Test func `events are written as the standard has them`() async throws {
        let response: MockResponse = .events(
            "one", .init("two", event: "end", id: "7", retry: .seconds(1)), .init("a\nb\r\nc\rd"), .init(""),
            .init("x", retry: .milliseconds(1500)), "\(1 + 1) interpolated")
        let server = MockServer(origin) { Stub(.any, returning: response) }
        let answer = try await server.get("/a")
        #expect(
            answer.text == """
                data: one

                event: end
                id: 7
                retry: 1000
                data: two

                data: a
                data: b
                data: c
                data: d

                data:\(" ")

                retry: 1500
                data: x

                data: 2 interpolated


                """)
        #expect(answer.header("Content-Type") == "text/event-stream")
        #expect(answer.header("Cache-Control") == "no-cache")
    }

    @Test func `each event reaches a delegate on its own`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .events(["one", "two", "three"])) }
        #expect(await record(server, URLRequest("/a")).texts == ["data: one\n\n", "data: two\n\n", "data: three\n\n"])
    }

    @Test func `events may be emitted over time`() async throws {
        let server = MockServer(origin, clock: .immediate) {
            Stub(.any) { _ in
                .events { emit in
                    try await emit("one")
                    try await emit.sleep(for: .seconds(3))
                    try await emit(.init("two", id: "2"))
                }
            }
        }
        #expect(try await server.get("/a").text == "data: one\n\nid: 2\ndata: two\n\n")
    }

    @Test(arguments: [
        (MockResponse.Event("x", event: "a\nb"), "the event field \"a\\nb\" has a line break or a zero in it"),
        (MockResponse.Event("x", id: "a\rb"), "the event field \"a\\rb\" has a line break or a zero in it"),
        (MockResponse.Event("x", retry: .seconds(-1)), "the event's retry is negative: -1.0 seconds"),
    ])
    func `a field that would end early is a fault`(_ event: MockResponse.Event, _ text: String) async throws {
        let server = MockServer(origin) {
            Stub(.get("/ready"), returning: .events(event))
            Stub(.get("/emitted"), returning: .events { emit in try await emit(event) })
        }
        #expect(server.faults.map(\.message) == [text])
        for path in ["/ready", "/emitted"] {
            let error = try #require(await server.error(of: path))
            #expect(error.localizedDescription.hasSuffix("failed: \(text)"))
        }
    }
}
