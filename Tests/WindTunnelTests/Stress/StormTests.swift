import TestSupport
import Testing

@testable import WindTunnel

/// Everything at once: kinds of answers and of tasks, cancels, closes and deallocations at random moments.
@Suite(.timeLimit(.minutes(3)))
struct StormTests {
    private static func server(_ number: Int) -> MockServer {
        MockServer(origin) {
            Stub(.get("/plain"), returning: .text("\(number)"))
            Stub(.get("/slow"), returning: .text("\(number)").delayed(by: .milliseconds(2)))
            Stub(.get("/chunks"), returning: .events("\(number)", "b", "c").throttled(bytesPerSecond: 100_000))
            Stub(.get("/go"), returning: .redirect(to: "/slow"))
            Stub(.get("/held"), returning: .held)
            Stub(.get("/never"), returning: .never)
            Stub(.any("/body"), .body(.contains("a"))) { request in .text("\(number) \(request.body.count)") }
            Stub(
                .get("/stream"),
                returning: .stream { body in
                    for _ in 0..<40 { try await body.write("\(number) ") }
                    try await body.sleep(for: .milliseconds(1))
                })
        }
    }

    private static let paths = ["/plain", "/slow", "/chunks", "/go", "/held", "/never", "/body", "/stream", "/none"]

    @Test
    func `Nothing is lost, crossed or left over in a storm`() async throws {
        let wrong = Box<[String]>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<24 { group.addTask { await Self.storm(number, wrong) } }
        }
        #expect(wrong.value == [])
    }

    private static func storm(_ number: Int, _ wrong: Box<[String]>) async {
        var server: MockServer? = server(number)
        guard let core = server?.core, let session = server?.session else { return }
        await withTaskGroup(of: Void.self) { group in
            for turn in 0..<100 {
                group.addTask { await ask(session, number, turn, wrong) }
                if turn % 7 == 0 { server?.stub(.get("/extra/\(turn)"), returning: .text("x")).remove() }
                if turn % 20 == 19 { await Task.yield() }
            }
            if number % 3 == 0 { server?.close() }
            if number % 3 == 1 { server = nil }
        }
        await eventually { core.loadCount == 0 }
        withExtendedLifetime(server) {}
    }

    private static func ask(_ session: URLSession, _ number: Int, _ turn: Int, _ wrong: Box<[String]>) async {
        let path = paths.randomElement() ?? ""
        var request = URLRequest(path, method: path == "/body" ? "POST" : "GET")
        request.timeoutInterval = 0.3
        if path == "/body" { request.httpBodyStream = InputStream(data: Data(repeating: 97, count: turn * 100 + 1)) }
        let (stream, ends) = AsyncStream.makeStream(of: String?.self)
        let task =
            turn % 4 == 0
            ? session.downloadTask(with: request) { file, _, _ in
                let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                file.map { try? FileManager.default.removeItem(at: $0) }
                ends.yield(text)
            }
            : session.dataTask(with: request) { data, _, _ in
                ends.yield(data.map { String(decoding: $0, as: UTF8.self) })
            }
        task.resume()
        if turn % 5 == 0 {
            for _ in 0..<Int.random(in: 0..<1_000) { _ = task.taskIdentifier }
            task.cancel()
        }
        if turn % 6 == 0 {
            let call = Task { try await session.text("/slow") }
            if turn % 12 == 0 { call.cancel() }
            if let text = try? await call.value, text != "\(number)" { wrong.change { $0.append(text) } }
        }
        let end = await stream.first { _ in true } ?? nil
        if let end, !end.contains("\(number)") { wrong.change { $0.append("\(path): \(end)") } }
    }

    @Test
    func `Scopes of the shared session begin and end under load`() async throws {
        let wrong = Box<[String]>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let server = Self.server(number)
                    await server.interceptingSharedSession {
                        await withTaskGroup(of: Void.self) { requests in
                            for turn in 0..<10 { requests.addTask { await Self.ask(.shared, number, turn, wrong) } }
                        }
                        // It outlives the scope, or does not.
                        Task { _ = try? await URLSession.shared.text("/slow") }
                    }
                }
            }
        }
        #expect(wrong.value == [])
    }
}
