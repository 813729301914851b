import Foundation
import WindTunnelXCTest
import XCTest

/// The superclass of suites that were written with Mockingjay.
class MockingjayTestCase: XCTestCase {
    private(set) var server = MockServer()

    override func setUp() {
        super.setUp()
        server = mockServer(checks: [.unexpectedRequests, .faults, .handlerErrors])
    }

    @discardableResult
    func stub(
        _ matcher: RequestMatcher, delay: TimeInterval = 0, _ response: MockResponse, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> StubHandle {
        server.stub(
            matcher, returning: response.delayed(by: .seconds(delay)), fileID: fileID, filePath: filePath, line: line,
            column: column)
    }

    func removeStub(_ stub: StubHandle) { stub.remove() }
    func removeAllStubs() { server.removeAllStubs() }

    // A type of its own for each: free functions of these names would be too much for a whole test target.

    enum HTTPMethod: String { case get, head, post, put, patch, delete, options }
    enum Download { case content(Data), streamContent(data: Data, inChunksOf: Int), noContent }

    var everything: RequestMatcher { .any }
    func uri(_ template: String) -> RequestMatcher { .any(template) }
    func http(_ method: HTTPMethod, uri template: String) -> RequestMatcher {
        .request(method.rawValue.uppercased(), template)
    }

    func http(_ status: Int = 200, headers: [String: String]? = nil, download: Download = .noContent) -> MockResponse {
        switch download {
        case .noContent: MockResponse.status(status).setting(headers)
        case .content(let data), .streamContent(let data, _):
            MockResponse.data(data, status: status).removingHeader("Content-Type").setting(headers)
        }
    }

    func json(_ body: Any, status: Int = 200, headers: [String: String]? = nil) -> MockResponse {
        guard let data = try? JSONSerialization.data(withJSONObject: body) else { return failure() }
        return jsonData(data, status: status, headers: headers)
    }

    func jsonData(_ data: Data, status: Int = 200, headers: [String: String]? = nil) -> MockResponse {
        MockResponse.data(data, contentType: "application/json; charset=utf-8", status: status).setting(headers)
    }

    func failure(_ error: (any Error)? = nil) -> MockResponse { .failure(error ?? URLError(.unknown)) }
}

extension MockResponse {
    fileprivate func setting(_ fields: [String: String]?) -> MockResponse {
        (fields ?? [:]).reduce(self) { $0.header($1.key, $1.value) }
    }
}
