/// What to answer to which requests: a value that may be added to many servers.
///
/// ```swift
/// let stub = Stub(.get("/users/{id}"), .query("expand", "true"), returning: .json(["id": 1]))
/// ```
public struct Stub: Sendable, CustomStringConvertible {
    /// The handler's type: it gets the request, may wait, and may throw.
    public typealias Handler = @Sendable @isolated(any) (MockRequest) async throws -> MockResponse

    enum Answer: Sendable {
        /// One after the other; the last one repeats.
        case responses([ReadyResponse])
        case handler(Handler)
    }

    /// A place in a source file.
    public struct Location: Sendable, Equatable, CustomStringConvertible {
        package let staticFileID: StaticString
        package let staticFilePath: StaticString
        /// The line, from 1.
        public let line: Int
        /// The column, from 1.
        public let column: Int

        package init(_ fileID: StaticString, _ filePath: StaticString, _ line: Int, _ column: Int) {
            // The bytes are the compiler's: text of its own would be most of a stub's memory.
            staticFileID = fileID
            staticFilePath = filePath
            self.line = line
            self.column = column
        }

        /// `Module/File.swift`
        public var fileID: String { "\(staticFileID)" }

        /// The whole path.
        public var filePath: String { "\(staticFilePath)" }

        /// Whether both are the same place in the same file.
        public static func == (left: Location, right: Location) -> Bool {
            (left.fileID, left.filePath, left.line, left.column) == (
                right.fileID, right.filePath, right.line, right.column
            )
        }

        /// `File.swift:14`
        public var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
    }

    struct Condition: Sendable {
        let scenario: String
        let state: String
    }

    /// What modifiers say; most stubs have none.
    struct Options: Sendable {
        var name: String?
        /// Where it was read, when that is no Swift source.
        var place: String?
        var limit: Int?
        var isOptional = false
        var conditions: [Condition] = []
        var transitions: [Condition] = []
        var credentials: Credentials?
        /// Faults of the modifiers.
        var faults: [String] = []
    }

    let matchers: [RequestMatcher]
    let answer: Answer
    private var boxedOptions: [Options] = []
    /// Where the stub was made.
    public let location: Location

    init(_ matchers: [RequestMatcher], _ answer: Answer, _ location: Location) {
        self.matchers = matchers
        self.answer = answer
        self.location = location
    }

    /// A stub that always gives the same response.
    public init(
        _ matchers: RequestMatcher..., returning response: MockResponse, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(matchers, .responses([ReadyResponse(response)]), Location(fileID, filePath, line, column))
    }

    /// A stub that gives responses one after the other; the last one repeats.
    public init(
        _ matchers: RequestMatcher..., inTurn first: MockResponse, _ others: MockResponse...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            matchers, .responses(([first] + others).map(ReadyResponse.init)), Location(fileID, filePath, line, column))
    }

    /// A stub that gives the responses of an array, one after the other; the last one repeats.
    ///
    /// An empty array is a fault of the stub.
    public init(
        _ matchers: RequestMatcher..., inTurn responses: [MockResponse], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(matchers, .responses(responses.map(ReadyResponse.init)), Location(fileID, filePath, line, column))
    }

    /// A stub whose response is made from the request.
    ///
    /// The handler runs where it was written: on the main actor in a `@MainActor` test, with the task-local values of
    /// the place that made the server. An error fails the request and stands in the journal.
    public init(
        _ matchers: RequestMatcher..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column,
        @_inheritActorContext handler: @escaping @Sendable @isolated(any) (MockRequest) async throws -> MockResponse
    ) {
        self.init(matchers, .handler(handler), Location(fileID, filePath, line, column))
    }

    /// Does not compile: a stub needs an answer.
    @available(*, unavailable, message: "a stub needs an answer: add returning:, inTurn: or a closure")
    public init(_ matchers: RequestMatcher...) { self.init(matchers, .responses([]), Location("", "", 0, 0)) }

    /// The matchers as source, with the name if there is one: `Stub(.get("/users"))`.
    public var description: String { Self.source(matchers, name: options?.name) }

    static func source(_ matchers: [RequestMatcher], name: String?) -> String {
        "Stub(\(matchers.map(\.description).joined(separator: ", ")))"
            + (name.map { ".named(\(SourceText.literal($0)))" } ?? "")
    }

    /// Where it stands, for sentences.
    var place: String { options?.place ?? location.description }

    /// What modifiers said; nil when there were none.
    var options: Options? { boxedOptions.first }

    /// Changes what modifiers say. An array is the box: one word in the stubs that have none.
    mutating func setOptions(_ change: (inout Options) -> Void) {
        if boxedOptions.isEmpty { boxedOptions.append(Options()) }
        change(&boxedOptions[0])
    }

    /// What makes the stub match nothing.
    var matchingFaults: [String] {
        var faults = matchers.flatMap(\.check.faults) + (options?.faults ?? [])
        if case .responses(let responses) = answer, responses.isEmpty { faults.append("inTurn: has no response") }
        return faults
    }

    /// What makes its responses fail.
    var answerFaults: [String] {
        guard case .responses(let responses) = answer else { return [] }
        return responses.flatMap { $0.response.faults + $0.response.codingFaults() }
    }

    /// Whether user code answers, which wants the task-local values of the place that made the server.
    var runsUserCode: Bool {
        switch answer {
        case .handler: true
        case .responses(let responses):
            responses.contains { ready in
                switch ready.response.kind {
                // What a held request is answered with is not known yet.
                case .content(.stream), .held, .webSocket: true
                default: false
                }
            }
        }
    }
}
