import Foundation
import WindTunnelXCTest
import XCTest

/// The superclass of suites that were written with Mocker.
class MockerTestCase: XCTestCase {
    override func setUp() {
        super.setUp()
        Mocker.server = mockServer(checks: [.unexpectedRequests, .faults, .handlerErrors])
    }

    func expectationForRequestingMock(_ mock: inout Mock) -> XCTestExpectation {
        let expectation = expectation(description: "the mock is requested")
        mock.onRequestExpectation = expectation
        return expectation
    }
}

enum Mocker {
    /// The server of the running test: XCTest runs one at a time in a process.
    nonisolated(unsafe) static var server = MockServer()

    static func register(_ mock: Mock) { mock.register() }
    static func removeAll() { server.removeAllStubs() }
    static func ignore(_ url: URL) { server.stub(.any(url.absoluteString), returning: .passthrough) }
}

struct Mock {
    enum HTTPMethod: String { case get, head, post, put, patch, delete, options, trace, connect }

    struct DataType: Sendable {
        var name: String
        var headerValue: String

        static let json = DataType(name: "json", headerValue: "application/json; charset=utf-8")
        static let html = DataType(name: "html", headerValue: "text/html; charset=utf-8")
        static let imagePNG = DataType(name: "imagePNG", headerValue: "image/png")
        static let pdf = DataType(name: "pdf", headerValue: "application/pdf")
        static let mp4 = DataType(name: "mp4", headerValue: "video/mp4")
        static let zip = DataType(name: "zip", headerValue: "application/zip")
    }

    var delay: DispatchTimeInterval?
    var onRequestHandler: OnRequestHandler?
    fileprivate(set) var request: URLRequest
    fileprivate var onRequestExpectation: XCTestExpectation?
    private let stubs: [(RequestMatcher, MockResponse)]

    init(
        url: URL, ignoreQuery: Bool = false, contentType: DataType? = nil, statusCode: Int, data: [HTTPMethod: Data],
        additionalHeaders: [String: String] = [:], requestError: (any Error)? = nil
    ) {
        let headers = Self.headers(additionalHeaders, contentType)
        request = URLRequest(url: url)
        request.httpMethod = data.keys.first?.rawValue.uppercased()
        stubs = data.map { method, body in
            (Self.matcher(url, ignoreQuery, method), Self.response(statusCode, body, headers, requestError))
        }
    }

    init(
        request: URLRequest, ignoreQuery: Bool = false, contentType: DataType? = nil, statusCode: Int,
        data: Data = Data(), additionalHeaders: [String: String] = [:], requestError: (any Error)? = nil
    ) {
        let method = HTTPMethod(rawValue: (request.httpMethod ?? "get").lowercased()) ?? .get
        self.init(
            url: request.url ?? URL(fileURLWithPath: "/"), ignoreQuery: ignoreQuery, contentType: contentType,
            statusCode: statusCode, data: [method: data], additionalHeaders: additionalHeaders,
            requestError: requestError)
    }

    init(
        fileExtensions: String..., contentType: DataType? = nil, statusCode: Int, data: [HTTPMethod: Data],
        additionalHeaders: [String: String] = [:]
    ) {
        let headers = Self.headers(additionalHeaders, contentType)
        request = URLRequest(url: URL(fileURLWithPath: "/"))
        stubs = data.flatMap { method, body in
            fileExtensions.map { name in
                (
                    .request(method.rawValue.uppercased(), "/**/*.\(name)"),
                    Self.response(statusCode, body, headers, nil)
                )
            }
        }
    }

    func register(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        let (handler, expectation) = (onRequestHandler, onRequestExpectation)
        for (matcher, response) in stubs {
            let answer = delay?.duration.map(response.delayed) ?? response
            Mocker.server.stub(matcher, fileID: fileID, filePath: filePath, line: line, column: column) { request in
                handler?.call(request)
                expectation?.fulfill()
                return answer
            }
        }
    }

    private static func matcher(_ url: URL, _ ignoreQuery: Bool, _ method: HTTPMethod) -> RequestMatcher {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let items = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        parts?.query = nil
        let target = RequestMatcher.request(method.rawValue.uppercased(), parts?.string ?? url.absoluteString)
        return ignoreQuery ? target : target && .exactQuery(Dictionary(items) { _, last in last })
    }

    private static func headers(_ fields: [String: String], _ type: DataType?) -> [String: String] {
        type.map { fields.merging(["Content-Type": $0.headerValue]) { $1 } } ?? fields
    }

    private static func response(
        _ status: Int, _ body: Data, _ headers: [String: String], _ error: (any Error)?
    ) -> MockResponse {
        if let error { return .failure(error) }
        let plain = MockResponse.data(body, status: status).removingHeader("Content-Type")
        return headers.reduce(plain) { $0.header($1.key, $1.value) }
    }
}

struct OnRequestHandler: Sendable {
    fileprivate let call: @Sendable (MockRequest) -> Void

    init<HTTPBody: Decodable & Sendable>(
        httpBodyType: HTTPBody.Type?, callback: @escaping @Sendable (URLRequest, HTTPBody?) -> Void
    ) {
        call = { callback($0.withBody, try? $0.json(HTTPBody.self)) }
    }

    init(requestCallback: @escaping @Sendable (URLRequest) -> Void) { call = { requestCallback($0.withBody) } }
    init(callback: @escaping @Sendable () -> Void) { call = { _ in callback() } }
}

extension MockRequest {
    /// On Apple platforms Foundation hands the body on as a stream, which has been read by now.
    fileprivate var withBody: URLRequest {
        var request = urlRequest
        request.httpBody = body
        return request
    }
}

extension DispatchTimeInterval {
    fileprivate var duration: Duration? {
        switch self {
        case .seconds(let count): .seconds(count)
        case .milliseconds(let count): .milliseconds(count)
        case .microseconds(let count): .microseconds(count)
        case .nanoseconds(let count): .nanoseconds(count)
        default: nil
        }
    }
}
