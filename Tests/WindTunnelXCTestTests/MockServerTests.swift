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
