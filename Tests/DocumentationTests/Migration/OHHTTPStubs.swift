import Foundation
import WindTunnelXCTest
import XCTest

/// The superclass of suites that were written with OHHTTPStubs.
class HTTPStubsTestCase: XCTestCase {
    override func setUp() {
        super.setUp()
        // Stubs of `setUp` are seldom all used by one test, so unused ones are no failure.
        HTTPStubs.server = mockServer(checks: [.unexpectedRequests, .faults, .handlerErrors])
    }
}

enum HTTPStubs {
    /// The server of the running test: XCTest runs one at a time in a process.
    nonisolated(unsafe) static var server = MockServer()

    @discardableResult
    static func stubRequests(
        passingTest test: @escaping @Sendable (URLRequest) -> Bool,
        withStubResponse response: @escaping HTTPStubsResponseBlock
    ) -> HTTPStubsDescriptor {
        stub(condition: test, response: response)
    }
    static func removeAllStubs() { server.removeAllStubs() }
    static func removeStub(_ stub: HTTPStubsDescriptor) { stub.remove() }
    static func setEnabled(_ isEnabled: Bool, for configuration: URLSessionConfiguration) {
        if isEnabled { server.intercept(configuration) }
    }
}

typealias HTTPStubsDescriptor = StubHandle
typealias HTTPStubsTestBlock = RequestMatcher
typealias HTTPStubsResponseBlock = @Sendable (URLRequest) -> HTTPStubsResponse

@discardableResult
func stub(
    condition: HTTPStubsTestBlock, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, response: @escaping HTTPStubsResponseBlock
) -> HTTPStubsDescriptor {
    HTTPStubs.server.stub(condition, fileID: fileID, filePath: filePath, line: line, column: column) { request in
        response(request.withBody).mock
    }
}

@discardableResult
func stub(
    condition: @escaping @Sendable (URLRequest) -> Bool, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    response: @escaping HTTPStubsResponseBlock
) -> HTTPStubsDescriptor {
    stub(
        condition: .custom("condition") { condition($0.withBody) }, fileID: fileID, filePath: filePath, line: line,
        column: column, response: response)
}

func isMethodGET() -> HTTPStubsTestBlock { .method("GET") }
func isMethodHEAD() -> HTTPStubsTestBlock { .method("HEAD") }
func isMethodPOST() -> HTTPStubsTestBlock { .method("POST") }
func isMethodPUT() -> HTTPStubsTestBlock { .method("PUT") }
func isMethodPATCH() -> HTTPStubsTestBlock { .method("PATCH") }
func isMethodDELETE() -> HTTPStubsTestBlock { .method("DELETE") }

func isAbsoluteURLString(_ url: String) -> HTTPStubsTestBlock {
    .custom("the URL is \(url)") { $0.url.absoluteString == url }
}
func isScheme(_ scheme: String) -> HTTPStubsTestBlock { .custom("the scheme is \(scheme)") { $0.url.scheme == scheme } }
func isHost(_ host: String) -> HTTPStubsTestBlock { .custom("the host is \(host)") { $0.url.host == host } }
func isPath(_ path: String) -> HTTPStubsTestBlock { .custom("the path is \(path)") { $0.url.path == path } }
func isExtension(_ name: String) -> HTTPStubsTestBlock {
    .custom("the extension is \(name)") { $0.url.pathExtension == name }
}
func pathStartsWith(_ text: String) -> HTTPStubsTestBlock {
    .custom("the path starts with \(text)") { $0.url.path.hasPrefix(text) }
}
func pathEndsWith(_ text: String) -> HTTPStubsTestBlock {
    .custom("the path ends with \(text)") { $0.url.path.hasSuffix(text) }
}
func pathMatches(_ pattern: String) -> HTTPStubsTestBlock {
    .custom("the path matches \(pattern)") { $0.url.path.range(of: pattern, options: .regularExpression) != nil }
}
func containsQueryParams(_ parameters: [String: String?]) -> HTTPStubsTestBlock {
    parameters.sorted { $0.key < $1.key }.map { .query($0.key, $0.value ?? "") }.reduce(.any) { $0 && $1 }
}
func hasHeaderNamed(_ name: String) -> HTTPStubsTestBlock { .header(name) }
func hasHeaderNamed(_ name: String, value: String) -> HTTPStubsTestBlock { .header(name, value) }
func hasBody(_ body: Data) -> HTTPStubsTestBlock { .body(body) }
func hasJsonBody(_ object: [String: Any]) -> HTTPStubsTestBlock {
    .json(text: String(decoding: (try? JSONSerialization.data(withJSONObject: object)) ?? Data(), as: UTF8.self))
}
func hasFormBody(_ items: URLQueryItem...) -> HTTPStubsTestBlock {
    .exactForm(Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, last in last })
}

struct HTTPStubsResponse: Sendable {
    var mock: MockResponse
    var bodySize = 0

    init(data: Data, statusCode: Int32, headers: [AnyHashable: Any]?) {
        mock = .data(data, status: Int(statusCode)).removingHeader("Content-Type").headers(headers)
        bodySize = data.count
    }

    init(fileAtPath path: String, statusCode: Int32, headers: [AnyHashable: Any]?) {
        self.init(fileURL: URL(fileURLWithPath: path), statusCode: statusCode, headers: headers)
    }

    init(fileURL: URL, statusCode: Int32, headers: [AnyHashable: Any]?) {
        mock = MockResponse.file(fileURL, status: Int(statusCode)).removingHeader("Content-Type").headers(headers)
        bodySize = (try? fileURL.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
    }

    init(jsonObject: Any, statusCode: Int32, headers: [AnyHashable: Any]?) {
        let data = (try? JSONSerialization.data(withJSONObject: jsonObject)) ?? Data()
        mock = MockResponse.data(data, contentType: "application/json", status: Int(statusCode)).headers(headers)
        bodySize = data.count
    }

    init(error: any Error) { mock = .failure(error) }

    func requestTime(_ wait: TimeInterval, responseTime: TimeInterval) -> HTTPStubsResponse {
        var copy = self.responseTime(responseTime)
        copy.mock = copy.mock.delayed(by: .seconds(wait))
        return copy
    }

    /// Below zero it is a speed in kilobytes a second, as there.
    func responseTime(_ time: TimeInterval) -> HTTPStubsResponse {
        var copy = self
        let speed = time < 0 ? -time * 1_000 : Double(bodySize) / time
        if time != 0, bodySize > 0 {
            copy.mock = mock.throttled(bytesPerSecond: max(1, Int(speed)))
        } else if time > 0 {
            copy.mock = mock.delayed(by: .seconds(time))
        }
        return copy
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
func OHPathForFile(_ name: String, _ type: AnyClass) -> String? {
    Bundle(for: type).path(forResource: name, ofType: nil)
}

func fixture(filePath: String, status: Int32 = 200, headers: [AnyHashable: Any]?) -> HTTPStubsResponse {
    HTTPStubsResponse(fileAtPath: filePath, statusCode: status, headers: headers)
}

extension URLRequest {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var ohhttpStubs_httpBody: Data? { httpBody }
}

extension MockRequest {
    /// On Apple platforms Foundation hands the body on as a stream, which has been read by now.
    fileprivate var withBody: URLRequest {
        var request = urlRequest
        request.httpBody = body
        return request
    }
}

extension MockResponse {
    fileprivate func headers(_ fields: [AnyHashable: Any]?) -> MockResponse {
        (fields ?? [:]).reduce(self) { $0.header("\($1.key)", "\($1.value)") }
    }
}
