import Foundation
import WindTunnelXCTest
import XCTest

/// A suite as it was, but for its superclass and its session.
final class MockerShimTests: MockerTestCase {
    private let users = URL(string: "https://api.example.com/users/42")!
    private let ann = Data(#"{"id":42,"name":"Ann"}"#.utf8)

    func testLoadsTheUser() async throws {
        var mock = Mock(url: users, contentType: .json, statusCode: 200, data: [.get: ann])
        let requested = expectationForRequestingMock(&mock)
        mock.register()
        let user = try await APIClient(session: Mocker.server.session).user(42)
        XCTAssertEqual(user.name, "Ann")
        await fulfillment(of: [requested], timeout: 2)
    }

    func testEveryMethodHasItsBody() async throws {
        Mock(url: users, statusCode: 201, data: [.get: ann, .post: Data("made".utf8)], additionalHeaders: ["A": "1"])
            .register()
        let read = try await Mocker.server.session.send(Sent("GET", "/users/42"))
        let made = try await Mocker.server.session.send(Sent("POST", "/users/42"))
        XCTAssertEqual([read.text, made.text], [String(decoding: ann, as: UTF8.self), "made"])
        XCTAssertEqual(made.header("A"), "1")
        XCTAssertNil(made.header("Content-Type"))
    }

    func testQueries() async throws {
        let url = URL(string: "https://api.example.com/search?q=a&page=2")!
        Mock(url: url, contentType: .html, statusCode: 200, data: [.get: ann]).register()
        let turned = try await Mocker.server.session.get("/search?page=2&q=a")
        XCTAssertEqual(turned.header("Content-Type"), "text/html; charset=utf-8")
        Mocker.removeAll()
        Mock(url: url, ignoreQuery: true, statusCode: 202, data: [.get: Data()]).register()
        let other = try await Mocker.server.session.get("/search?page=3")
        XCTAssertEqual(other.status, 202)
    }

    func testTheLastMockOfAURLWins() async throws {
        Mock(url: users, statusCode: 200, data: [.get: Data()]).register()
        Mocker.register(Mock(request: URLRequest(url: users), statusCode: 404))
        let reply = try await Mocker.server.session.get("/users/42")
        XCTAssertEqual(reply.status, 404)
    }

    func testExtensionsErrorsAndDelays() async throws {
        Mock(fileExtensions: "png", "jpg", contentType: .imagePNG, statusCode: 200, data: [.get: ann]).register()
        var lost = Mock(url: users, statusCode: 500, data: [.get: Data()], requestError: URLError(.timedOut))
        lost.delay = .milliseconds(1)
        lost.register()
        let image = try await Mocker.server.session.get("https://cdn.example.com/a/b.jpg")
        XCTAssertEqual(image.header("Content-Type"), "image/png")
        let error = try await Mocker.server.session.failure("/users/42")
        XCTAssertEqual(error.code, .timedOut)
    }

    func testHandlersSeeTheBody() async throws {
        let seen = expectation(description: "the handler ran")
        var mock = Mock(url: users, statusCode: 204, data: [.put: Data()])
        mock.onRequestHandler = OnRequestHandler(httpBodyType: User.self) { request, user in
            XCTAssertEqual(request.httpMethod, "PUT")
            XCTAssertEqual(user, User(id: 42, name: "Bo"))
            seen.fulfill()
        }
        mock.register()
        _ = try await Mocker.server.session.send(Sent("PUT", "/users/42", [:], #"{"id":42,"name":"Bo"}"#))
        await fulfillment(of: [seen], timeout: 2)

        let uploaded = expectation(description: "the body of an upload is there too")
        mock.onRequestHandler = OnRequestHandler(requestCallback: { request in
            XCTAssertEqual(request.httpBody, Data("upload".utf8))
            uploaded.fulfill()
        })
        mock.register()
        _ = try await Mocker.server.session.upload(
            for: Sent("PUT", "/users/42").request(origin: "https://api.example.com"), from: Data("upload".utf8))
        await fulfillment(of: [uploaded], timeout: 2)
    }
}
