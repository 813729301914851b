import LoopbackHTTP

/// What came over a socket; what Foundation would have of it is made when somebody asks.
struct WireRequest: Sendable {
    let receivedURL: String
    let fields: Fields

    /// In name order like all requests' headers, lines of one name in the order in which they came.
    var headers: MockRequest.Headers {
        let lines = fields.lines.enumerated().sorted {
            $0.element.name == $1.element.name ? $0.offset < $1.offset : $0.element.name < $1.element.name
        }
        return MockRequest.Headers(lines: lines.map { (name: $0.element.name, value: $0.element.value) })
    }

    func urlRequest(method: String, url: URL, body: Data) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        for line in fields.lines { request.addValue(line.value, forHTTPHeaderField: line.name) }
        request.httpBody = body.isEmpty ? nil : body
        return request
    }
}

extension MockRequest {
    init(_ wire: WireRequest, method: String, url: String, body: Data) {
        storage = Storage(wire, method: method, url: url, body: body)
    }
}
