import WindTunnelXCTest
import XCTest

final class LegacyTests: XCTestCase {
    struct Mishap: Error {}

    private func visit(_ session: URLSession, _ path: String) {
        let done = expectation(description: path)
        session.dataTask(with: URL(string: "https://api.example.com\(path)")!) { _, _, _ in done.fulfill() }.resume()
        wait(for: [done], timeout: 60)
    }

    func testSwallows() {
        let server = mockServer("https://api.example.com")  // -> unexpected
        visit(server.session, "/swallowed")
    }

    func testSwallowsAsync() async {
        let server = mockServer("https://api.example.com")  // -> unexpected
        _ = try? await server.session.data(from: URL(string: "https://api.example.com/async")!)
    }

    func testLeavesAStub() {
        _ = mockServer {
            Stub(.get("/own"), returning: .text("x"))  // -> unused
        }
    }

    func testThrowsAfterwards() throws {
        let server = mockServer("https://api.example.com") {  // -> unexpected
            Stub(.get("/never"), returning: .text("x"))
        }
        visit(server.session, "/thrown")
        throw Mishap()
    }

    func testHasAFault() {
        _ = mockServer {
            Stub(.get("users"), returning: .text("x"))  // -> fault
        }
    }

    func testHasABadHandler() {
        let server = mockServer("https://api.example.com") {
            Stub(.get("/handler")) { _ in throw Mishap() }  // -> handler
        }
        visit(server.session, "/handler")
    }

    func testDrops() {
        let server = MockServer("https://api.example.com")  // -> unexpected
        visit(server.session, "/dropped")
    }

    func testRecordingIsTooOld() throws {
        let server = try mockServer(replaying: "old", expires: .after(days: 30, .fails))  // -> expired
        visit(server.session, "/ok")
    }

    func testRecordingIsOld() throws {
        let server = try mockServer(replaying: "old", expires: .after(days: 30))
        visit(server.session, "/ok")
    }

    func testIsQuiet() {
        let server = mockServer("https://api.example.com") { Stub(.get("/ok"), returning: .text("ok")) }
        visit(server.session, "/ok")
    }
}
