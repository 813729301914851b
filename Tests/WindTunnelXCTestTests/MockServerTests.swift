import Foundation
import TestSupport
import WindTunnelXCTest
import XCTest

final class MockServerTests: XCTestCase {
    private func answer(_ session: URLSession, _ path: String) -> String? {
        let body = Box<String?>(nil)
        let done = expectation(description: "answered")
        session.dataTask(with: api(path)) { data, _, _ in
            body.change { $0 = data.map { String(decoding: $0, as: UTF8.self) } }
            done.fulfill()
        }.resume()
        wait(for: [done], timeout: 60)
        return body.value
    }

    func testASyncTestIsServed() {
        let server = mockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("a")) }
        XCTAssertEqual(answer(server.session, "/a"), "a")
    }

    func testTheSharedSessionIsServedByTheLastServer() {
        let outer = mockServer("https://api.example.com", sharedSession: true) {
            Stub(.get("/a"), returning: .text("outer")).optional()
        }
        XCTAssertEqual(answer(.shared, "/a"), "outer")
        let inner = mockServer("https://api.example.com", sharedSession: true) {
            Stub(.get("/a"), returning: .text("inner"))
        }
        XCTAssertEqual(answer(.shared, "/a"), "inner")
        XCTAssertEqual([outer.requests.count, inner.requests.count], [1, 1])
    }

    func testAScopeOfATaskComesBeforeTheTests() async throws {
        let server = mockServer("https://api.example.com", sharedSession: true) {
            Stub(.get("/a"), returning: .text("test"))
        }
        let scoped = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("scope")) }
        let inScope = try await scoped.interceptingSharedSession { try await URLSession.shared.text("/a") }
        XCTAssertEqual(inScope, "scope")
        let detached = try await Task.detached { try await URLSession.shared.text("/a") }.value
        XCTAssertEqual(detached, "test")
        XCTAssertEqual(server.requests.count, 1)
    }

    func testAnAsyncTestIsServed() async throws {
        let clock = ManualClock()
        let server = mockServer("https://api.example.com", clock: clock) {
            Stub(.get("/slow"), returning: .text("slow").delayed(by: .seconds(30)))
        }
        async let body = server.session.text("/slow")
        try await server.nextRequest(.get("/slow"))
        await clock.advance(by: .seconds(30))
        let text = try await body
        XCTAssertEqual(text, "slow")
    }
}

final class ReplayingTests: XCTestCase {
    func testIsNamedAfterItsTest() async throws {
        let server = try mockServer(replaying: nil, mode: .never)
        let body = try await server.session.text("/a")
        XCTAssertEqual(body, "named")
    }

    func testStubsWin() async throws {
        let server = try mockServer(replaying: "named", mode: .never, origin: "https://api.example.com") {
            Stub(.get("/a"), returning: .text("stub")).times(1)
        }
        for expected in ["stub", "named"] {
            let body = try await server.session.text("/a")
            XCTAssertEqual(body, expected)
        }
    }

    func testWhatIsMissingIsThrown() throws {
        XCTAssertThrowsError(try mockServer(replaying: "none", mode: .never)) { error in
            let command = "WINDTUNNEL_RECORD=missing swift test --filter ReplayingTests\n"
            XCTAssert("\(error)".hasPrefix("There is no recording none.har. To make it, run:\n\n    \(command)"))
        }
    }

    func testWhatIsRecordedIsWrittenInTheTearDown() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let file = folder.appendingPathComponent("a.har")
        // Blocks run in reverse: this one behind the server's own.
        addTeardownBlock {
            let entries = try HAR(contentsOf: file).log.entries
            XCTAssertEqual(entries.map(\.request.url), ["https://api.example.com/a"])
            try FileManager.default.removeItem(at: folder)
        }
        let server = try mockServer(
            replaying: "a", mode: .all, upstream: .custom { _ in .text("x") }, in: .folder(folder))
        let body = try await server.session.text("/a")
        XCTAssertEqual(body, "x")
        XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    }

    func testARecordingIsVerifiedInTheTearDown() async throws {
        let sent = Box<[String]>([])
        // Blocks run in reverse: this one behind the server's own.
        addTeardownBlock { XCTAssertEqual(sent.value, ["/a"]) }
        let upstream = RecordingUpstream.custom { request in
            sent.change { $0.append("\(request.path)") }
            return .text("another")
        }
        let server = try mockServer(replaying: "named", mode: .verify, upstream: upstream)
        let body = try await server.session.text("/a")
        XCTAssertEqual(body, "named")
        XCTAssertEqual(sent.value, [])
    }
}

final class TearDownTests: XCTestCase {
    func testALateRequestIsRefusedAndNamedWithItsTest() {
        let session = Box<URLSession?>(nil)
        let place = "\(name) at MockServerTests.swift:\(#line + 9)"
        // Blocks run in reverse: this one behind the server's own.
        addTeardownBlock {
            let error = await failure(session.value)
            XCTAssertEqual(
                error,
                "GET https://api.example.com/late was refused: it came after the MockServer of \(place) was closed. "
                    + "A task outlived its test; wait for it, or cancel it.")
        }
        let server = mockServer("https://api.example.com")
        session.change { $0 = server.session }
    }

    func testOnlyWhatWasAskedForIsChecked() async {
        let server = mockServer("https://api.example.com", checks: []) {
            Stub(.get("/unused"), returning: .status(200))
        }
        let error = await failure(server.session)
        XCTAssertEqual(error?.hasPrefix("Unexpected request: GET https://api.example.com/late"), true)
    }

    func testAVerificationIsNotToldTwice() async {
        let server = mockServer("https://api.example.com") { Stub(.get("/unused"), returning: .status(200)) }
        _ = await failure(server.session)
        XCTAssertThrowsError(try server.verifyNothingUnexpected())
        XCTAssertThrowsError(try server.verifyAllStubsUsed())
    }
}

/// What the error says with which a request fails.
private func failure(_ session: URLSession?) async -> String? {
    do {
        _ = try await session?.text("/late")
        return nil
    } catch {
        return error.localizedDescription
    }
}
