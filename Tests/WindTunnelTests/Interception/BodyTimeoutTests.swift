import Foundation
import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct BodyTimeoutTests {
    private static let timedOut = ["POST \(origin)/a → URLError \(URLError.Code.timedOut.rawValue)"]

    @Test func `a body that does not end times out, counted from its last byte`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) { Stub(.post("/a"), returning: .status(200)) }
        let error = await upload(to: server) { gate in
            await gate.waitForRead()
            await clock.advance(by: .seconds(59))
            #expect(server.requests.isEmpty)
            gate.release()
            // The next read begins when the last one was noted.
            await gate.waitForRead()
            await clock.advance(by: .seconds(59))
            #expect(server.requests.isEmpty)
            await clock.advance(by: .seconds(1))
            #expect(server.exchanges.map(\.description) == Self.timedOut)
        }
        #expect(error?.code == .timedOut)
        #expect(error?.failingURL == api("/a"))
    }

    @Test func `a body that ends in time is answered, and its watch is over`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.post("/a")) { request in .text("\(request.body.count)").delayed(by: .seconds(59)) }
        }
        let error = await upload(to: server) { gate in
            await gate.waitForRead()
            await clock.advance(by: .seconds(59))
            gate.end()
            _ = try? await server.nextRequest()
            await clock.advance(by: .seconds(59))
        }
        #expect(error == nil)
        #expect(server.exchanges.map(\.description) == ["POST \(origin)/a → 200"])
    }

    @Test func `a delegate that never gives the body loses patience too`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) { Stub(.post("/a"), returning: .status(200)) }
        let delegate = SilentDelegate()
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        session.uploadTask(withStreamedRequest: URLRequest("POST", "/a")).resume()
        await onThread { delegate.asked.wait() }
        await clock.advance(by: .seconds(60))
        #expect(server.exchanges.map(\.description) == Self.timedOut)
    }

    @Test func `bodies without an end do not keep others waiting for ever`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.post("/a")) { request in .text("\(request.body.count)") }
        }
        let gates = (0..<64).map { _ in Gate() }
        defer { for gate in gates { gate.end() } }
        async let errors = withTaskGroup(of: URLError?.self) { group in
            for gate in gates { group.addTask { await server.error(of: streamed(GatedStream(gate))) } }
            return await group.reduce(into: []) { $0.append($1?.code) }
        }
        for gate in gates { await gate.waitForRead() }
        await clock.advance(by: .seconds(60))
        let answer = try await server.session.answer(streamed(InputStream(data: Data("four".utf8))))
        #expect(answer.text == "4")
        #expect(await errors == Array(repeating: .timedOut, count: 64))
    }

    /// What the upload failed with, while a script opens its stream.
    private func upload(
        to server: MockServer, script: @escaping @Sendable (Gate) async -> Void
    ) async -> URLError? {
        let gate = Gate()
        defer { gate.end() }
        async let error = server.error(of: streamed(GatedStream(gate)))
        await script(gate)
        return await error
    }

    private final class SilentDelegate: NSObject, URLSessionTaskDelegate, Sendable {
        let asked = DispatchSemaphore(value: 0)

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            asked.signal()
        }
    }
}

private func streamed(_ stream: InputStream) -> URLRequest {
    var request = URLRequest("POST", "/a")
    request.httpBodyStream = stream
    return request
}

/// Opens a stream byte by byte.
private final class Gate: Sendable {
    private let begun = DispatchSemaphore(value: 0)
    private let permission = DispatchSemaphore(value: 0)
    private let isOver = DispatchSemaphore(value: 0)

    func waitForRead() async { await onThread { self.begun.wait() } }
    func release() { permission.signal() }

    func end() {
        isOver.signal()
        permission.signal()
    }

    /// Whether there is a byte.
    func pass() -> Bool {
        begun.signal()
        permission.wait()
        return isOver.wait(timeout: .now()) == .timedOut
    }
}

/// Gives one byte for each permission.
private final class GatedStream: InputStream {
    private let gate: Gate

    init(_ gate: Gate) {
        self.gate = gate
        super.init(data: Data())
    }

    override func open() {}
    override func close() {}
    override var hasBytesAvailable: Bool { true }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard gate.pass() else { return 0 }
        buffer.initialize(to: 7)
        return 1
    }
}
