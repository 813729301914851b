/// Something that a test library tells at the end of a test, as a value.
package struct ScopeIssue: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        case fault
        case unexpectedRequest
        case lateRequest
        case handlerError
        case unusedStub
        case recording
    }

    package let kind: Kind
    /// Ready to be read.
    package let message: String
    /// Where it belongs; nil for the place of the test.
    package let location: Stub.Location?
    /// How the stub begins in its source: `Stub(.get("/users")`.
    package var stubSource: String?
    /// Whether it is told without failing the test.
    package var isWarning = false
    package var failsTest: Bool { !isWarning }

    package var description: String { message }

    init(_ kind: Kind, _ message: String, _ location: Stub.Location? = nil) {
        self.kind = kind
        self.message = message
        self.location = location
    }

    package init(_ error: RecordingError) { self.init(.recording, error.description) }

    init(_ fault: StubFault) { self.init(.fault, fault.message, fault.location) }

    /// More of a kind tell nobody anything.
    private static let limit = 20

    /// Requests that failed alike are told once: a client that tries again a hundred times is one mistake.
    static func merged(_ issues: [ScopeIssue]) -> [ScopeIssue] {
        var counts: [String: Int] = [:]
        for issue in issues { counts[issue.message, default: 0] += 1 }
        var seen: Set<String> = []
        let different = issues.filter { seen.insert($0.message).inserted }
        let told = different.prefix(limit).map { issue in
            let count = counts[issue.message] ?? 1
            let times = count > 1 ? "\nIt came \(RequestCount.exactly(count)).\n" : ""
            return ScopeIssue(issue.kind, issue.message + times, issue.location)
        }
        guard let last = told.last, different.count > limit else { return told }
        return told + [ScopeIssue(last.kind, "… and \(different.count - limit) more like these.", last.location)]
    }
}
