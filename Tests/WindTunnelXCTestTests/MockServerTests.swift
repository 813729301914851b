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
