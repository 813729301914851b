import Foundation
import WindTunnelXCTest
import XCTest

/// A suite as it was, but for its superclass and its session.
final class OHHTTPStubsShimTests: HTTPStubsTestCase {
    private let api = "https://api.example.com"

    func testLoadsTheUser() async throws {
        stub(condition: isHost("api.example.com") && isPath("/users/42") && isMethodGET()) { _ in
            HTTPStubsResponse(jsonObject: ["id": 42, "name": "Ann"], statusCode: 200, headers: nil)
        }
        let user = try await APIClient(session: HTTPStubs.server.session).user(42)
        XCTAssertEqual(user.name, "Ann")
    }

    func testCompletionHandlersAndExpectations() {
        stub(condition: isPath("/users/42")) { _ in
            HTTPStubsResponse(data: Data("hi".utf8), statusCode: 200, headers: ["Content-Type": "text/plain"])
        }
        let done = expectation(description: "loaded")
        let url = URL(string: "https://api.example.com/users/42")!
        let task = HTTPStubs.server.session.dataTask(with: url) { data, response, error in
            XCTAssertEqual(data, Data("hi".utf8))
            XCTAssertEqual((response as? HTTPURLResponse)?.mimeType, "text/plain")
            XCTAssertNil(error)
            done.fulfill()
        }
        task.resume()
        wait(for: [done], timeout: 10)
    }

    func testMatchers() async throws {
        let matchers: [(HTTPStubsTestBlock, Sent)] = [
            (isAbsoluteURLString("https://api.example.com/a?x=1"), Sent("GET", "/a?x=1")),
            (isScheme("https") && isExtension("png"), Sent("GET", "/a.png")),
            (isPath("/slash"), Sent("GET", "/slash/")),
            (pathStartsWith("/v1") && pathEndsWith(".json"), Sent("GET", "/v1/a.json")),
            (pathMatches("^/items/[0-9]+$"), Sent("GET", "/items/7")),
            (containsQueryParams(["q": "a b", "flag": nil]), Sent("GET", "/search?flag&q=a%20b&page=2")),
            (hasHeaderNamed("X-A") && hasHeaderNamed("x-b", value: "2"), Sent("GET", "/h", ["X-A": "1", "X-B": "2"])),
            (hasBody(Data("raw".utf8)), Sent("PUT", "/raw", [:], "raw")),
            (hasJsonBody(["b": [1, 2], "a": "x"]), Sent("POST", "/json", [:], #"{"a":"x","b":[1,2]}"#)),
            (
                hasFormBody(URLQueryItem(name: "b", value: "2"), URLQueryItem(name: "a", value: "1")),
                Sent("POST", "/form", ["Content-Type": "application/x-www-form-urlencoded"], "a=1&b=2")
            ),
            (!isMethodGET() && (isPath("/x") || isPath("/y")), Sent("DELETE", "/y")),
            (
                isMethodHEAD() || isMethodPATCH() || isMethodPUT() || isMethodPOST() || isMethodDELETE(),
                Sent("PUT", "/z")
            ),
        ]
        for (matcher, sent) in matchers {
            HTTPStubs.removeAllStubs()
            stub(condition: matcher) { _ in HTTPStubsResponse(data: Data(), statusCode: 204, headers: ["X-Hit": "1"]) }
            let reply = try await HTTPStubs.server.session.send(sent)
            XCTAssertEqual(reply.status, 204, "\(matcher)")
            XCTAssertEqual(reply.header("X-Hit"), "1")
        }
        let last = stub(condition: { $0.ohhttpStubs_httpBody == Data("x".utf8) }) { request in
            HTTPStubsResponse(data: request.ohhttpStubs_httpBody ?? Data(), statusCode: 200, headers: nil)
        }
        let reply = try await HTTPStubs.server.session.send(Sent("POST", "/echo", [:], "x"))
        XCTAssertEqual(reply.text, "x")
        HTTPStubs.removeStub(last)
    }

    func testTheLastStubWins() async throws {
        stub(condition: { _ in true }) { _ in HTTPStubsResponse(error: URLError(.notConnectedToInternet)) }
        stub(condition: isPath("/file")) { _ in fixture(filePath: #filePath, headers: ["Content-Type": "text/x-swift"])
        }
        HTTPStubs.stubRequests(passingTest: { $0.url?.path == "/old" }) { _ in
            HTTPStubsResponse(data: Data(), statusCode: 410, headers: nil)
        }
        XCTAssertNil(OHPathForFile("not-there.json", type(of: self)))
        let configuration = URLSessionConfiguration.default
        HTTPStubs.setEnabled(true, for: configuration)
        let session = URLSession(configuration: configuration)
        let reply = try await session.get("/file")
        XCTAssertTrue(reply.text.hasPrefix("import Foundation"))
        XCTAssertEqual(reply.header("Content-Type"), "text/x-swift")
        let old = try await session.get("/old")
        XCTAssertEqual(old.status, 410)
        let error = try await session.failure("/other")
        XCTAssertEqual(error.code, .notConnectedToInternet)
    }

    func testTimes() async throws {
        let clock = ManualClock()
        HTTPStubs.server = mockServer(clock: clock)
        let page = Data(repeating: 0x61, count: 8_000)
        stub(condition: isPath("/speed")) { _ in
            HTTPStubsResponse(data: page, statusCode: 200, headers: nil).requestTime(1, responseTime: -4)
        }
        stub(condition: isPath("/spread")) { _ in
            HTTPStubsResponse(data: page, statusCode: 200, headers: nil).responseTime(5)
        }
        for (path, duration) in [("/speed", 3), ("/spread", 5)] {
            let session = HTTPStubs.server.session
            async let reply = session.get(path)
            try await HTTPStubs.server.nextRequest(.any(path))
            await clock.advance(by: .seconds(duration))
            let count = try await reply.body.count
            XCTAssertEqual(count, page.count)
        }
    }
}
