import Testing

@testable import WindTunnel

/// One row of a table: a matcher, a request, and why the matcher does not hold; nil when it does.
struct MatchingCase: Sendable, CustomTestStringConvertible {
    let matcher: RequestMatcher
    let request: MockRequest
    let reason: String?
    var origin: String? = "https://api.example.com"

    var testDescription: String { "\(matcher) for \(request)" }

    func check(_ location: SourceLocation = #_sourceLocation) {
        #expect(matcher.mismatch(in: request, origin: origin)?.description == reason, sourceLocation: location)
    }
}

func holds(_ matcher: RequestMatcher, _ request: MockRequest) -> MatchingCase {
    MatchingCase(matcher: matcher, request: request, reason: nil)
}

func differs(_ matcher: RequestMatcher, _ request: MockRequest, _ reason: String) -> MatchingCase {
    MatchingCase(matcher: matcher, request: request, reason: reason)
}

/// A request to a whole URL, or to a path of `https://api.example.com`.
func request(
    _ url: String, _ method: String = "GET", headers: [String: String] = [:], body: Data? = nil
) -> MockRequest {
    let whole = url.hasPrefix("/") || url.isEmpty ? "https://api.example.com" + url : url
    var request = URLRequest(url: URL(string: whole)!)
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return MockRequest(request, body: body)
}

/// A `POST` with a text as its body.
func post(_ text: String, type: String? = nil, to url: String = "/") -> MockRequest {
    request(url, "POST", headers: type.map { ["Content-Type": $0] } ?? [:], body: Data(text.utf8))
}

/// Sends a request through a session of the server.
///
/// - Returns: The body as text; an error as its description.
func answer(_ server: MockServer, _ request: MockRequest) async -> String {
    do {
        let (data, _) = try await server.session.data(for: request.urlRequest)
        return String(decoding: data, as: UTF8.self)
    } catch {
        return "\(error.localizedDescription)"
    }
}
