import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct BodyTests {
    enum Way: CaseIterable { case httpBody, stream, uploadData, uploadFile, delegateStream }

    @Test(arguments: Way.allCases, [1, 1_024, 16_384, 20_000, 1_048_576])
    func `matchers, handler and journal all see the whole body`(_ way: Way, _ size: Int) async throws {
        let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let server = MockServer("https://api.example.com") {
            Stub(.post("/a"), .custom("first reader") { $0.body.count == -1 }, returning: .status(500))
            Stub(.post("/a"), .body(body), .custom("second reader") { $0.body == body }) { request in
                .text("\(request.body.count)")
            }
        }
        #expect(try await send(body, way, to: server) == "\(size)")
        #expect(server.requests.first?.body == body)
    }

    private func send(_ body: Data, _ way: Way, to server: MockServer) async throws -> String {
        var request = URLRequest("POST", "/a")
        let answer: Data
        switch way {
        case .httpBody:
            request.httpBody = body
            answer = try await server.session.data(for: request).0
        case .stream:
            request.httpBodyStream = InputStream(data: body)
            answer = try await server.session.data(for: request).0
        case .uploadData: answer = try await server.session.upload(for: request, from: body).0
        case .uploadFile:
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
            try body.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            answer = try await server.session.upload(for: request, fromFile: file).0
        case .delegateStream:
            let delegate = StreamingDelegate(body)
            let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
            session.uploadTask(withStreamedRequest: request).resume()
            answer = try await delegate.collected.finished()
        }
        return String(decoding: answer, as: UTF8.self)
    }

    @Test func `a slow writer holds up nobody, and is not left blocked`() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.post("/slow")) { request in .text("\(request.body.count)") }
            Stub(.get("/fast"), returning: .text("fast"))
        }
        nonisolated(unsafe) let slow = SlowStream(pieces: 16, of: 65_536)
        var request = URLRequest("POST", "/slow")
        request.httpBodyStream = slow
        async let answer = server.session.data(for: request).0
        slow.waitUntilRead()
        // The stream's first read is blocked now, and others are answered all the same.
        for _ in 0..<20 { #expect(try await server.session.text("/fast") == "fast") }
        slow.release()
        #expect(try await answer == Data("1048576".utf8))
    }

    @Test func `a hundred streamed bodies at once all arrive`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.post("/a")) { request in .data(request.body) } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let body = Data(repeating: UInt8(number), count: 1_000 + number)
                    var request = URLRequest("POST", "/a")
                    request.httpBodyStream = InputStream(data: body)
                    let answer = try await server.session.data(for: request).0
                    #expect(answer == body)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `an empty body and none are the same`() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.post("/a"), .body(Data()), returning: .text("empty"))
        }
        for body in [Data(), nil] {
            let (data, _) = try await server.session.data(for: URLRequest("POST", "/a", body: body))
            #expect(data == Data("empty".utf8))
        }
    }

    @Test func `a file that is not there fails the upload with its path`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.post("/a"), returning: .status(200)) }
        let missing = URL(fileURLWithPath: "/nowhere/at/all")
        let error = await #expect(throws: URLError.self) {
            try await server.session.upload(for: URLRequest("POST", "/a"), fromFile: missing)
        }
        #expect(error?.localizedDescription == "the file to upload cannot be read: /nowhere/at/all")
    }

    @Test func `headers of the configuration are seen, and the request's own win`() async throws {
        let server = MockServer("https://api.example.com") { Stub(.any, returning: .status(200)) }
        let configuration = server.configuration()
        configuration.httpAdditionalHeaders = ["X-Both": "configuration", "X-Only": "configuration"]
        var request = URLRequest("GET", "/a")
        request.setValue("request", forHTTPHeaderField: "x-both")
        _ = try await URLSession(configuration: configuration).data(for: request)
        #expect(server.requests.first?.headers["X-Both"] == "request")
        #expect(server.requests.first?.headers["X-Only"] == "configuration")
    }

    private final class StreamingDelegate: NSObject, URLSessionDataDelegate, Sendable {
        let body: Data
        let collected = CollectingDelegate()

        init(_ body: Data) { self.body = body }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            completionHandler(InputStream(data: body))
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            collected.urlSession(session, dataTask: dataTask, didReceive: data)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            collected.urlSession(session, task: task, didCompleteWithError: error)
        }
    }

    /// A stream whose first read blocks until it is released.
    private final class SlowStream: InputStream {
        private let begun = DispatchSemaphore(value: 0)
        private let gate = DispatchSemaphore(value: 0)
        private var left: Int
        private let size: Int
        private var isFirst = true

        init(pieces: Int, of size: Int) {
            left = pieces
            self.size = size
            super.init(data: Data())
        }

        func waitUntilRead() { begun.wait() }
        func release() { gate.signal() }

        override func open() {}
        override func close() {}
        override var hasBytesAvailable: Bool { left > 0 }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            if isFirst {
                isFirst = false
                begun.signal()
                gate.wait()
            }
            guard left > 0 else { return 0 }
            left -= 1
            let count = min(size, maxLength)
            buffer.initialize(repeating: 7, count: count)
            return count
        }
    }
}
