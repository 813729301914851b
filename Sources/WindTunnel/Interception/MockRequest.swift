/// A request as it reached a ``MockServer``: read once, immutable, the same value for matchers, handlers and journal.
///
/// ```swift
/// Stub(.get("/users/{id}")) { request in
///     .text("user \(request.path["id"] ?? "")")
/// }
/// ```
public struct MockRequest: Sendable, CustomStringConvertible {
    /// Shared by all copies; what differs between copies stands in the struct.
    final class Storage: Sendable {
        let source: Source
        let method: String
        let parts: URLParts
        let body: Data

        init(_ urlRequest: URLRequest, body: Data?) {
            let url = urlRequest.url ?? MockRequest.noURL
            source = .foundation(urlRequest, url)
            method = urlRequest.httpMethod ?? "GET"
            parts = URLParts(url.absoluteString)
            self.body = body?.fromZero ?? Data()
        }

        init(_ wire: WireRequest, method: String, url: String, body: Data) {
            source = .wire(wire)
            self.method = method
            parts = URLParts(url)
            self.body = body
        }
    }

    /// Where a request came from.
    enum Source: Sendable {
        case foundation(URLRequest, URL)
        case wire(WireRequest)
    }

    let storage: Storage
    var captures: [(String, String)] = []

    /// How often the stub that answers has been asked, from 1; 1 in the journal of unexpected requests.
    public internal(set) var attempt = 1

    /// A request that was sent without a URL.
    static let noURL = URL(fileURLWithPath: "/")

    init(_ urlRequest: URLRequest, body: Data? = nil) {
        storage = Storage(urlRequest, body: body ?? urlRequest.httpBody)
    }

    var parts: URLParts { storage.parts }

    /// The method as sent, `GET` when none was set.
    public var method: String { storage.method }

    /// The whole URL as sent.
    ///
    /// Over a socket it has the origin that the stubs know; see ``receivedURL``.
    public var url: URL {
        switch storage.source {
        case .foundation(_, let url): url
        case .wire: URL.mended(parts.text)
        }
    }

    /// The URL under which the request came: that of ``MockServer/listen(port:host:unexpectedStatus:)`` for one over a
    /// socket, else the same as ``url``.
    public var receivedURL: URL {
        switch storage.source {
        case .foundation(_, let url): url
        case .wire(let wire): URL.mended(wire.receivedURL)
        }
    }

    /// The body's bytes, wherever the client put them: `httpBody`, a stream, or the data or file of an upload.
    ///
    /// Empty when there was none: `URLSession` itself does not tell an empty body from none.
    public var body: Data { storage.body }

    /// The request as Foundation has it, with the headers of the session's configuration; made from its bytes for one
    /// that came over a socket.
    public var urlRequest: URLRequest {
        switch storage.source {
        case .foundation(let urlRequest, _): urlRequest
        case .wire(let wire): wire.urlRequest(method: method, url: url, body: body)
        }
    }

    /// The headers, names without case.
    public var headers: Headers {
        switch storage.source {
        case .foundation(let urlRequest, _): Headers(urlRequest.allHTTPHeaderFields ?? [:])
        case .wire(let wire): wire.headers
        }
    }

    /// The items of the query, decoded.
    public var query: Query { Query(items: QueryItem.parse(parts.rawQuery)) }

    /// The path, and the values that the stub's pattern captured.
    public var path: Path { Path(raw: String(parts.rawPath), captures: captures) }

    /// `POST https://api.example.com/users`, without secrets: failed expectations print it.
    public var description: String { "\(method) \(RequestText.wholeURL(self))" }
}

// MARK: Path and query

extension MockRequest {
    /// A URL's path with the values captured from it.
    public struct Path: Sendable, CustomStringConvertible, ExpressibleByStringLiteral, Equatable {
        let raw: String
        let captures: [(String, String)]

        init(raw: String, captures: [(String, String)]) {
            self.raw = raw.isEmpty ? "/" : raw
            self.captures = captures
        }

        /// A path to compare with.
        public init(stringLiteral value: String) { self.init(raw: value, captures: []) }

        /// The path as sent; `/` when the URL has none.
        public var description: String { raw }

        /// Whether both paths as sent are equal.
        public static func == (left: Path, right: Path) -> Bool { left.raw == right.raw }

        /// Whether a text is the path as sent.
        public static func == (left: Path, right: String) -> Bool { left.raw == right }

        /// The decoded text that `{name}` stood for; nil when the pattern has no such name.
        public subscript(name: String) -> String? { captures.first { $0.0 == name }?.1 }

        /// The text that `{name}` stood for, as a value of a type.
        ///
        /// - Throws: An error that names the capture and its text when there is none or it is no such value.
        public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value {
            get throws {
                guard let text = self[name] else {
                    throw BodyFailure("the path \(raw) has no {\(name)}; the pattern of the stub does not name it")
                }
                guard let value = Value(text) else {
                    throw BodyFailure("{\(name)} is \(SourceText.quoted(text)), which is no \(type)")
                }
                return value
            }
        }
    }

    /// The decoded items of a query, in order.
    public struct Query: Sendable, Hashable, CustomStringConvertible, Sequence {
        let items: [QueryItem]

        /// The first value of a name; empty for an item without one, nil when there is no such item.
        public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

        /// All values of a name, in order.
        public func all(_ name: String) -> [String] { items.values(name) }

        /// The items, in order.
        public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
            items.map { (name: $0.name, value: $0.value) }.makeIterator()
        }

        /// The names, in order, each once.
        public var names: [String] {
            var seen: Set<String> = []
            return items.map(\.name).filter { seen.insert($0).inserted }
        }

        /// `a=1&b=2`, decoded.
        public var description: String { items.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }
    }
}
