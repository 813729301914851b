import Foundation
import WindTunnelXCTest
import XCTest

/// A suite as it was, but for its superclass and its session.
final class MockingjayShimTests: MockingjayTestCase {
    func testLoadsTheUser() async throws {
        stub(uri("/users/{id}"), json(["id": 42, "name": "Ann"]))
        let user = try await APIClient(session: server.session).user(42)
        XCTAssertEqual(user.name, "Ann")
    }

    func testBuildersAndMatchers() async throws {
        stub(everything, failure(URLError(.notConnectedToInternet)))
        stub(http(.put, uri: "/kept/{name}"), http(201, headers: ["A": "1"], download: .content(Data("x".utf8))))
        stub(uri("https://api.example.com/data"), delay: 0.001, jsonData(Data("[]".utf8)))
        let kept = try await server.session.send(Sent("PUT", "/kept/a"))
        XCTAssertEqual(kept.status, 201)
        XCTAssertEqual(kept.text, "x")
        XCTAssertEqual(kept.header("A"), "1")
        let data = try await server.session.get("/data?page=1")
        XCTAssertEqual(data.header("Content-Type"), "application/json; charset=utf-8")
        let error = try await server.session.failure("/kept/a")
        XCTAssertEqual(error.code, .notConnectedToInternet)
    }

    func testStubsCanBeRemoved() async throws {
        stub(everything, http(204))
        let second = stub(everything, http(404))
        removeStub(second)
        let reply = try await server.session.get("/a")
        XCTAssertEqual(reply.status, 204)
        removeAllStubs()
        stub(everything, http(202))
        let other = try await server.session.get("/a")
        XCTAssertEqual(other.status, 202)
    }
}
