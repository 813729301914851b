import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct RecorderTests {
    private let network = LoopbackEcho { request in
        let path = request.split(separator: " ").dropFirst().first ?? ""
        switch path {
        case "/moved": return LoopbackEcho.response(302, "", ["Location: /real", "Set-Cookie: sid=s3cret-cookie"])
        case "/empty": return LoopbackEcho.response(204, "")
        case "/locked": return LoopbackEcho.response(401, "who?", ["WWW-Authenticate: Basic realm=\"x\""])
        case "/token":
            return LoopbackEcho.response(
                200, #"{"access_token":"s3cret-t0ken-value"}"#, ["Content-Type: application/json"])
        default: return LoopbackEcho.response(200, "real \(request.components(separatedBy: "\r\n\r\n").last ?? "")")
        }
    }

    private func get(_ path: String, _ server: MockServer) async throws -> Answer {
        try await server.session.answer(URLRequest(url: network.url(path)))
    }

    @Test func `what the network answers reaches the client, is recorded and replayed`() async throws {
        let recording = try Recording()
        var server = try MockServer(recordingTo: recording.url)
        #expect(try await get("/a", server).text == "real ")
        var post = URLRequest(url: network.url("/post"))
        post.httpMethod = "POST"
        post.httpBodyStream = InputStream(data: Data("streamed".utf8))
        #expect(try await server.session.answer(post).text == "real streamed")
        post.httpBodyStream = nil
        let upload = try await server.session.upload(for: post, from: Data("uploaded".utf8)).0
        #expect(String(decoding: upload, as: UTF8.self) == "real uploaded")
        #expect(try await get("/empty", server).status == 204)
        #expect(try await get("/moved", server).text == "real ")
        #expect(try await get("/locked", server).status == 401)
        #expect(server.exchanges.first?.stubDescription == "the network, recorded to shop.har")
        try server.finishRecording()
        server.close()

        let entries = try recording.entries
        #expect(
            entries.map { "\($0.request.method) \(URL(string: $0.request.url)?.path ?? "") \($0.response.status)" } == [
                "GET /a 200", "POST /post 200", "POST /post 200", "GET /empty 204", "GET /moved 302", "GET /real 200",
                "GET /locked 401",
            ])
        #expect(entries.compactMap(\.request.postData?.text) == ["streamed", "uploaded"])
        #expect(entries[4].response.redirectURL == "/real")
        let seen = network.requests.count

        server = try MockServer(replaying: recording.url)
        #expect(try await get("/a", server).text == "real ")
        #expect(try await server.session.upload(for: post, from: Data("uploaded".utf8)).0 == Data("real uploaded".utf8))
        #expect(try await get("/moved", server).text == "real ")
        #expect(try await get("/locked", server).text == "who?")
        #expect(network.requests.count == seen)
        try server.verifyNothingUnexpected()
    }

    @Test func `secrets do not reach the disk, and a token that was handed out still matches`() async throws {
        let recording = try Recording()
        var server = try MockServer(recordingTo: recording.url)
        func use(_ server: MockServer) async throws -> String {
            let tokens = try JSONDecoder().decode([String: String].self, from: try await get("/token", server).data)
            let token = try #require(tokens["access_token"])
            var request = URLRequest(url: network.url("/me?access_token=\(token)"))
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            let answer = try await server.session.answer(request)
            return answer.text
        }
        #expect(try await use(server) == "real ")
        _ = try await get("/moved", server)
        server.close()
        let text = try recording.text
        #expect(!text.contains("s3cret-t0ken-value") && !text.contains("s3cret-cookie"))
        #expect(text.contains("<redacted:"))
        server = try MockServer(replaying: recording.url)
        // What was handed out is a placeholder now, and so is what comes back.
        #expect(try await get("/token", server).text == #"{"access_token":"<redacted:access_token:1>"}"#)
        #expect(try await use(server) == "real ")
        // Who has a secret of his own is answered as well.
        var request = URLRequest(url: network.url("/me?access_token=another"))
        request.setValue("Bearer another", forHTTPHeaderField: "Authorization")
        #expect(try await server.session.answer(request).text == "real ")
        let supplied = try MockServer(
            replaying: recording.url, supplying: ["<redacted:access_token:1>": "s3cret-t0ken-value"])
        #expect(try await use(supplied) == "real ")
        #expect(try await get("/token", supplied).text == #"{"access_token":"s3cret-t0ken-value"}"#)
    }

    @Test(arguments: [MockResponse.ContentCoding.gzip, .deflate])
    func `a compressed body is recorded as it is read, without its secrets`(
        _ coding: MockResponse.ContentCoding
    ) async throws {
        let recording = try Recording()
        let upstream = RecordingUpstream.custom { _ in .json(["access_token": "s3cret-t0ken-value"]).compressed(coding)
        }
        let server = try MockServer(recordingTo: recording.url, upstream: upstream)
        #expect(try await server.get("/a").text == #"{"access_token":"s3cret-t0ken-value"}"#)
        server.close()
        let response = try #require(try recording.entries.first?.response)
        #expect(response.content.text == #"{"access_token":"<redacted:access_token:1>"}"#)
        #expect(response.headers.map(\.name) == ["Content-Type"])
        let replay = try MockServer(replaying: recording.url)
        #expect(try await replay.get("/a").text == #"{"access_token":"<redacted:access_token:1>"}"#)
    }

    @Test func `a compressed body that is sent is recorded as it is read, without its secrets`() async throws {
        let recording = try Recording()
        let zlib = try #require(Zlib.shared)
        func login(_ text: String, _ coding: MockResponse.ContentCoding) throws -> URLRequest {
            var request = URLRequest(url: URL(string: "\(origin)/login")!)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.setValue(coding.name, forHTTPHeaderField: "Content-Encoding")
            let deflater = try #require(Deflater(zlib, coding.wrapping))
            request.httpBody = deflater.write(Data(text.utf8), .finish)
            return request
        }
        let sent = Locked<[Int]>([])
        let upstream = RecordingUpstream.custom { request in
            sent.withLock { $0.append(request.body.count) }
            return .text("welcome")
        }
        let server = try MockServer(recordingTo: recording.url, upstream: upstream)
        let request = try login(#"{"user":"ann","password":"s3cret-pw"}"#, .gzip)
        #expect(try await server.session.answer(request).text == "welcome")
        server.close()
        // The network gets what the client has sent.
        #expect(sent.withLock { $0 } == [request.httpBody?.count])
        let recorded = try #require(try recording.entries.first?.request)
        #expect(recorded.postData?.text == #"{"user":"ann","password":"<redacted:password:1>"}"#)
        #expect(recorded.headers.map(\.name) == ["Content-Type"])
        #expect(recorded.bodySize == request.httpBody?.count)

        // A body is what it says, however it was compressed, and whatever the password is.
        let replay = try MockServer(replaying: recording.url)
        for coding in [MockResponse.ContentCoding.gzip, .deflate] {
            let again = try login(#"{"password":"another-pw","user":"ann"}"#, coding)
            #expect(try await replay.session.answer(again).text == "welcome")
        }
        let other = try login(#"{"user":"bo","password":"s3cret-pw"}"#, .gzip)
        await #expect(throws: URLError.self) { try await replay.session.data(for: other) }
    }

    @Test func `a secret has one placeholder in all that is added to a file`() async throws {
        let recording = try Recording()
        let upstream = RecordingUpstream.custom { _ in .text("yes") }
        for (path, key) in [("/a", "s3cret-key-1"), ("/b", "s3cret-key-2"), ("/c", "s3cret-key-1")] {
            let server = try MockServer(recordingTo: recording.url, mode: .new, upstream: upstream)
            var request = URLRequest(url: URL(string: origin + path)!)
            request.setValue(key, forHTTPHeaderField: "X-API-Key")
            _ = try await server.session.answer(request)
            server.close()
        }
        let keys = try recording.entries.flatMap { $0.request.headers.all("X-API-Key") }
        #expect(keys == ["<redacted:x-api-key:1>", "<redacted:x-api-key:2>", "<redacted:x-api-key:1>"])
    }

    @Test func `servers share an upstream, and one that goes takes no answer from another`() async throws {
        let held = DispatchSemaphore(value: 0)
        let network = LoopbackEcho { request in
            if request.hasPrefix("GET /held ") { held.wait() }
            return LoopbackEcho.response(200, String(request.prefix(9)))
        }
        let upstream = RecordingUpstream.network
        let recordings = [try Recording(), try Recording()]
        let server = try MockServer(recordingTo: recordings[0].url, upstream: upstream)
        let first = Task { try await server.session.answer(URLRequest(url: network.url("/held"))).text }
        await eventually { network.requests.count == 1 }
        do {
            let other = try MockServer(recordingTo: recordings[1].url, upstream: upstream)
            #expect(try await other.session.answer(URLRequest(url: network.url("/b"))).text == "GET /b HT")
            other.close()
        }
        upstream.end()
        #expect(try await server.session.answer(URLRequest(url: network.url("/c"))).text == "GET /c HT")
        held.signal()
        #expect(try await first.value == "GET /held")
        server.close()
        #expect(try recordings.map { try $0.entries.count } == [2, 1])
    }

    @Test func `secrets in bodies match whatever they are, in recordings with and without them`() async throws {
        for redaction in [HAR.Redaction.standard, .none] {
            let recording = try Recording()
            func login(_ server: MockServer, _ user: String, _ password: String) async -> String? {
                let request = URLRequest(
                    "/login", method: "POST", headers: ["Content-Type": "application/json"],
                    body: Data(#"{"user":"\#(user)","password":"\#(password)"}"#.utf8))
                return try? await server.session.answer(request).text
            }
            let upstream = RecordingUpstream.custom {
                .text("hello \($0.text?.contains("ann") == true ? "ann" : "bo")")
            }
            let server = try MockServer(recordingTo: recording.url, redacting: redaction, upstream: upstream)
            _ = await login(server, "ann", "an0ther-s3cret")
            _ = await login(server, "bo", "b0-s3cret")
            server.close()
            #expect(try recording.text.contains("b0-s3cret") == (redaction == .none))
            let replay = try MockServer(replaying: recording.url)
            #expect(await login(replay, "bo", "b0-s3cret") == "hello bo")
            #expect(await login(replay, "ann", "changed-since") == "hello ann")
            #expect(await login(replay, "eve", "b0-s3cret") == nil)
        }
    }

    @Test func `modes say what becomes of a recording`() async throws {
        let recording = try Recording([.made("GET", network.url("/a").absoluteString, answer: "recorded")])
        func text(_ path: String, _ mode: RecordingMode) async throws -> String? {
            let server = try MockServer(replaying: recording.url, mode: mode)
            defer { server.close() }
            return try? await get(path, server).text
        }
        #expect(try await text("/a", .never) == "recorded")
        #expect(try await text("/b", .never) == nil)
        #expect(try await text("/b", .missing) == nil)
        #expect(try await text("/a", .new) == "recorded")
        #expect(try await text("/b", .new) == "real ")
        #expect(try recording.entries.count == 2)
        #expect(try await text("/b", .never) == "real ")
        #expect(try await text("/a", .all) == "real ")
        #expect(try recording.entries.count == 1)
        try FileManager.default.removeItem(at: recording.url)
        #expect(try await text("/c", .missing) == "real ")
        #expect(try recording.entries.count == 1)
    }

    @Test(
        arguments: [
            ("never", .never), ("Missing", .missing), ("new", .new), ("ALL", .all), ("verify", .verify),
            ("", .never), ("nonsense", .never), (nil, .never),
        ] as [(String?, RecordingMode)])
    func `the environment says the mode`(_ value: String?, _ mode: RecordingMode) {
        // In a CI as elsewhere: nothing is recorded that was not asked for.
        for ci in ["CI": "true", "HOME": "/"].map({ [$0.key: $0.value] }) {
            let environment = value.map { ci.merging(["WINDTUNNEL_RECORD": $0]) { $1 } } ?? ci
            #expect(RecordingMode.of(environment) == mode)
        }
        let environment = value.map { ["WINDTUNNEL_RECORD": $0] } ?? [:]
        #expect(
            RecordingMode.fault(environment)
                == (value == "nonsense"
                    ? #"WINDTUNNEL_RECORD is "nonsense", which is no mode; it takes never, missing, new, all, verify"#
                    : nil))
    }

    @Test func `a failure of the network is recorded and fails again`() async throws {
        let recording = try Recording()
        let url = URL(string: "http://127.0.0.1:1/")!
        let server = try MockServer(recordingTo: recording.url)
        let first = await server.error(of: URLRequest(url: url))
        server.close()
        #expect(try recording.entries.map(\.response.status) == [0])
        let replayed = try MockServer(replaying: recording.url)
        let again = await replayed.error(of: URLRequest(url: url))
        #expect(first != nil && first?.code == again?.code)
        #expect(again?.failingURL == url)
    }

    @Test func `a transfer that breaks off is a failure, and one that the client leaves is nothing`() async throws {
        let recording = try Recording()
        let upstream = RecordingUpstream.custom { request in
            request.path == "/cut"
                ? .data(Data(count: 1_000)).cut(after: 10, error: .networkConnectionLost) : .never
        }
        let server = try MockServer(recordingTo: recording.url, upstream: upstream)
        #expect(await server.error(of: "/cut")?.code == .networkConnectionLost)
        let left = Task { try await server.get("/left") }
        try await server.nextRequest(.get("\(origin)/left"))
        left.cancel()
        _ = await left.result
        server.close()
        #expect(try recording.entries.map(\.response.status) == [0])
    }

    @Test func `a body reaches the client while it comes`() async throws {
        let recording = try Recording()
        let gate = Gate()
        let upstream = RecordingUpstream.custom { _ in
            .stream { body in
                try await body.write("first")
                await gate.wait()
                try await body.write("second")
            }
        }
        let server = try MockServer(recordingTo: recording.url, upstream: upstream)
        let delegate = PieceDelegate { if $0 == "first" { gate.open() } }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: api("/a")).resume()
        await delegate.end.wait()
        session.finishTasksAndInvalidate()
        server.close()
        #expect(delegate.pieces.value == ["first", "second"])
        #expect(try recording.entries.first?.response.content.body == Data("firstsecond".utf8))
    }

    @Test func `a recorder lets its session go`() async throws {
        weak var network: UpstreamNetwork?
        do {
            let made = UpstreamNetwork()
            network = made
            let recording = try Recording()
            let upstream = RecordingUpstream(send: { try await made.send($0) }, end: made.end)
            let server = try MockServer(recordingTo: recording.url, upstream: upstream)
            #expect(try await get("/a", server).text == "real ")
            server.close()
        }
        await eventually { network == nil }
    }

    @Test func `two servers do not record to one file`() async throws {
        let recording = try Recording()
        let server = try MockServer(recordingTo: recording.url)
        let error = #expect(throws: RecordingError.self) { try MockServer(recordingTo: recording.url) }
        #expect(
            error?.description
                == "the recording \(recording.url.path) is being made by another server or process; give each one a file of its own"
        )
        server.close()
        try MockServer(recordingTo: recording.url).finishRecording()
    }

    @Test func `a file that cannot be written is told at once, and what was there stays`() throws {
        let recording = try Recording([.made("GET", "/a", answer: "old")])
        let below = recording.url.appendingPathComponent("below.har")
        let error = #expect(throws: RecordingError.self) { try MockServer(recordingTo: below) }
        #expect(error?.description.hasPrefix("the recording \(below.path) cannot be written: ") == true)
        #expect(try recording.entries.count == 1)
    }

    private final class PieceDelegate: NSObject, URLSessionDataDelegate, Sendable {
        let pieces = Box<[String]>([])
        let end = Gate()
        private let note: @Sendable (String) -> Void

        init(_ note: @escaping @Sendable (String) -> Void) { self.note = note }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let text = String(decoding: data, as: UTF8.self)
            pieces.change { $0.append(text) }
            note(text)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            end.open()
        }
    }

    /// Waited for once.
    private final class Gate: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream() }

        func open() { continuation.finish() }
        func wait() async { for await _ in stream {} }
    }
}
