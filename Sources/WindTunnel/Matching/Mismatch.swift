extension RequestMatcher {
    /// Why a matcher does not hold for a request.
    public struct Mismatch: Sendable, Equatable, CustomStringConvertible {
        /// The part of a request that a matcher looks at.
        public enum Part: Sendable, CaseIterable {
            /// The request's method.
            case method
            /// Scheme, host and port.
            case host
            /// The URL's path.
            case path
            /// The URL's query.
            case query
            /// A header.
            case header
            /// The body.
            case body
            /// What a custom matcher looks at, or several parts.
            case other
        }

        /// The part that differs.
        public let part: Part
        /// What was received and what was expected, in one line: `$.name is "Bo", expected "Ann"`.
        public let description: String

        init(_ part: Part, _ description: String) {
            self.part = part
            self.description = description
        }
    }
}

typealias Mismatch = RequestMatcher.Mismatch

/// What matchers need of one request, parsed when the first of them asks: most stubs are decided by the index alone.
///
/// Used by one thread at a time; it never leaves the decision that made it.
final class MatchContext {
    let request: MockRequest
    let origin: Origin?
    private lazy var parsed = ParsedRequest(request)

    init(_ request: MockRequest, origin: Origin?) {
        self.request = request
        self.origin = origin
    }

    var segments: [[UInt8]] { parsed.segments }
    var query: [QueryItem] { parsed.query }
    var host: String { parsed.host }
    var scheme: String { parsed.scheme }
    var json: Result<JSONValue, JSONSyntaxError> { parsed.json }
    var form: Result<[QueryItem], BodyFailure> { parsed.form }
    var multipart: Result<[MockRequest.Part], any Error> { parsed.multipart }
}

/// Each part is parsed at most once.
private final class ParsedRequest {
    private let request: MockRequest
    lazy var segments = request.parts.rawSegments.map { PercentEncoding.decode($0.utf8) }
    lazy var query = QueryItem.parse(request.parts.rawQuery)
    lazy var host = request.parts.host
    lazy var scheme = request.parts.scheme
    lazy var json = Result { () throws(JSONSyntaxError) in try JSONParser.parse(request.body) }
    lazy var form = FormData.items(of: request)
    lazy var multipart = Result { try request.multipart() }

    init(_ request: MockRequest) { self.request = request }
}

/// One condition of a stub. A new kind of matcher is a value with this conformance and a static function on
/// ``RequestMatcher``.
protocol RequestCheck: Sendable {
    /// The Swift source that makes the matcher, without its type.
    var source: String { get }
    /// Nil when the condition holds.
    func mismatch(_ context: MatchContext) -> Mismatch?
    /// Whether it may run while the stubs are locked: neither user code nor work that grows with the body.
    var isQuick: Bool { get }
    /// Whether code of the user runs in it, which may wait and must not do so in the loader's place.
    var runsUserCode: Bool { get }
    /// What makes the condition impossible to check; it then holds for nothing.
    var faults: [String] { get }
    /// Every request that can match goes through one of these places of the index; nil when it cannot be told.
    func indexKeys(origin: Origin?) -> [StubIndex.Key]?
    /// Values captured from the path.
    func captures(_ context: MatchContext) -> [(String, String)]

    // For reports alone:

    /// All that differs, part by part; empty when the condition holds.
    func differences(_ context: MatchContext) -> [PartDifference]
    /// What fits, given what does not; nil for nothing.
    func matchedText(_ context: MatchContext, differences: [PartDifference]) -> String?
    /// How far apart they are at a glance, without a text.
    func roughDistance(_ context: MatchContext) -> Double
}

extension RequestCheck {
    var isQuick: Bool { true }
    var runsUserCode: Bool { false }
    var faults: [String] { [] }
    func indexKeys(origin: Origin?) -> [StubIndex.Key]? { nil }
    func captures(_ context: MatchContext) -> [(String, String)] { [] }

    func differences(_ context: MatchContext) -> [PartDifference] {
        mismatch(context).map { [PartDifference($0)] } ?? []
    }

    func matchedText(_ context: MatchContext, differences: [PartDifference]) -> String? {
        differences.isEmpty ? source : nil
    }

    func roughDistance(_ context: MatchContext) -> Double { 0 }
}
