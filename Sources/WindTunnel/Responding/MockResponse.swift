/// What a stub answers: a value, made by static functions and changed by modifiers that return copies.
///
/// ```swift
/// let response: MockResponse = .json(["id": 1], status: 201).header("ETag", "\"1\"").delayed(by: .seconds(2))
/// ```
///
/// What cannot be, such as a status outside 100...999 or a missing file, is a fault: the request that gets the response
/// fails with an error that says so and names the stub.
public struct MockResponse: Sendable {
    enum Kind: Sendable {
        /// A status with headers and a body; a 3xx with a `Location` is followed as `URLSession` does.
        case content(Body)
        case failure(any Error)
        case never
        case held
        case passthrough
        case broken(Breakage)
        case webSocket(WebSocketAnswer)
    }

    enum Body: Sendable {
        case data(Data)
        /// Delivered one by one.
        case chunks([Data])
        case stream(StreamWriter)
    }

    typealias StreamWriter = @Sendable (BodyWriter) async throws -> Void

    struct Cut: Sendable {
        let bytes: Int
        /// Nil when nothing comes any more, not even an end.
        let error: (any Error)?
    }

    var kind: Kind
    /// The status code, 100...999 (RFC 9110, section 15).
    public internal(set) var statusCode: Int
    /// Headers as written: order, case and repeated ones are kept.
    var headerLines: [MockRequest.Headers.Element] = []
    var delay: Duration = .zero
    var bytesPerSecond: Int?
    var cut: Cut?
    /// How long status and headers take.
    var headTime: Duration = .zero
    /// Whether `Content-Length` is left out although the length is known.
    var hidesLength = false
    /// Whether it is what a client saw, and not what a server sent: decoded, and of whatever length.
    var isAsSeen = false
    /// What is wrong with the headers, the body and the modifiers.
    var ownFaults: [String] = []

    init(_ kind: Kind, status: Int = 200, headers: [MockRequest.Headers.Element] = []) {
        self.kind = kind
        statusCode = status
        headerLines = headers
    }

    /// The headers that will be sent.
    public var headers: MockRequest.Headers { MockRequest.Headers(lines: headerLines) }

    /// Why it cannot be sent.
    package var faults: [String] {
        (100...999).contains(statusCode) ? ownFaults : ownFaults + ["the status \(statusCode) is not in 100...999"]
    }

    /// Without time: what can be delivered at once.
    var isInstant: Bool {
        guard delay <= .zero, bytesPerSecond == nil, headTime == .zero, isReceivedAsSent else { return false }
        if let cut, cut.error == nil { return false }
        switch kind {
        case .content(.data), .content(.chunks), .failure: return true
        case .content(.stream), .never, .held, .passthrough, .broken, .webSocket: return false
        }
    }
}

// MARK: Plain answers

extension MockResponse {
    /// A status without a body.
    public static func status(_ status: Int) -> MockResponse { MockResponse(.content(.data(Data())), status: status) }

    /// Bytes.
    public static func data(
        _ data: Data, contentType: String = "application/octet-stream", status: Int = 200
    ) -> MockResponse {
        MockResponse(.content(.data(data.fromZero)), status: status, headers: [("Content-Type", contentType)])
    }

    /// Text in UTF-8.
    public static func text(
        _ text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200
    ) -> MockResponse {
        data(Data(text.utf8), contentType: contentType, status: status)
    }

    /// A redirect (RFC 9110, section 15.4); the client follows it as it would a real one.
    ///
    /// - Parameters:
    ///   - location: The target, absolute or relative to the request's URL.
    ///   - status: 301, 302, 303, 307 or 308.
    public static func redirect(to location: String, status: Int = 302) -> MockResponse {
        var response = MockResponse.status(status).header("Location", location)
        if !Redirect.statuses.contains(status) {
            response.ownFaults.append("\(status) is no redirect; use 301, 302, 303, 307 or 308")
        }
        if URL(string: location) == nil {
            response.ownFaults.append("the redirect's target \(SourceText.quoted(location)) is no URL")
        }
        return response
    }

    /// A load that fails with a `URLError`.
    public static func failure(_ code: URLError.Code) -> MockResponse { MockResponse(.failure(URLError(code))) }

    /// A load that fails with an error.
    ///
    /// `URLSession` on Apple platforms hands errors other than `URLError` and `NSError` to the client in a wrapping.
    public static func failure(_ error: any Error) -> MockResponse { MockResponse(.failure(error)) }

    /// No answer until the client cancels or times out, or the server is closed.
    public static var never: MockResponse { MockResponse(.never) }

    /// No answer until the test gives it, through `MockServer.nextPending`.
    public static var held: MockResponse { MockResponse(.held) }

    /// The answer of the real network, to which the request goes.
    public static var passthrough: MockResponse { MockResponse(.passthrough) }
}

// MARK: JSON

extension MockResponse {
    /// JSON written as a literal: `.json(["id": 1, "tags": ["a", nil]])`.
    public static func json(_ literal: JSONLiteral, status: Int = 200) -> MockResponse {
        var fault = literal.fault
        if case .string(let text) = literal.value { fault = fault ?? text.containerFault }
        return json(bytes: Data(literal.value.compactText.utf8), status: status, fault: fault)
    }

    /// An `Encodable`, encoded at once, keys sorted.
    ///
    /// - Parameters:
    ///   - value: What to encode; an error is a fault of the stub.
    ///   - status: The status code.
    ///   - encoder: An encoder whose exact bytes are wanted; by default the bytes are those of the same literal.
    @_disfavoredOverload  // A dictionary literal with a key that is written twice would trap; a JSONLiteral reports it.
    public static func json(
        _ value: some Encodable, status: Int = 200, encoder: JSONEncoder? = nil
    ) -> MockResponse {
        if let fault = (value as? String)?.containerFault { return json(bytes: Data(), status: status, fault: fault) }
        guard let encoder else { return json(JSONLiteral.value(value), status: status) }
        do {
            return json(bytes: try encoder.encode(value), status: status, fault: nil)
        } catch {
            return json(bytes: Data(), status: status, fault: "\(type(of: value)) does not encode to JSON: \(error)")
        }
    }

    /// A JSON text, sent as written after it was checked.
    public static func json(text: String, status: Int = 200) -> MockResponse {
        do {
            _ = try JSONParser.parse(text)
            return json(bytes: Data(text.utf8), status: status, fault: nil)
        } catch {
            return json(bytes: Data(text.utf8), status: status, fault: "the text is no JSON: \(error)")
        }
    }

    /// A GraphQL answer with data (GraphQL, section 7.1).
    public static func graphQL(data: JSONLiteral) -> MockResponse {
        json(JSONLiteral(.object(["data": data.value]), fault: data.fault))
    }

    /// A GraphQL answer with errors (GraphQL, section 7.1.2): each message becomes an entry.
    public static func graphQL(errors messages: String...) -> MockResponse { graphQL(errors: messages) }

    /// A GraphQL answer with the errors of an array.
    public static func graphQL(errors messages: [String]) -> MockResponse {
        json(JSONLiteral(.object(["errors": .array(messages.map { .object(["message": .string($0)]) })])))
    }

    private static func json(bytes: Data, status: Int, fault: String?) -> MockResponse {
        var response = data(bytes, contentType: "application/json", status: status)
        if let fault { response.ownFaults.append(fault) }
        return response
    }
}

extension String {
    /// A text that is an object or an array already was hardly meant to become a JSON string.
    fileprivate var containerFault: String? {
        let start = drop(while: \.isWhitespace).first
        guard start == "{" || start == "[", (try? JSONParser.parse(self))?.isContainer == true else { return nil }
        return "a String that is JSON itself; did you mean .json(text:)?"
    }
}
