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

    /// The bytes of a target are no control characters and no spaces, but perhaps no URL either: a `%` that escapes nothing is
    /// the one thing that Foundation does not mend.
    static func url(_ text: String) -> URL {
        if let url = URL(string: text) { return url }
        var mended = ""
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            mended += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            let isEscape = rest.prefix(2).count == 2 && rest.prefix(2).allSatisfy { $0.isASCII && $0.isHexDigit }
            mended += isEscape ? "%" : "%25"
        }
        return URL(string: mended + rest) ?? MockRequest.noURL
    }
}

extension MockRequest {
    init(_ wire: WireRequest, method: String, url: String, body: Data) {
        storage = Storage(wire, method: method, url: url, body: body)
    }
}
