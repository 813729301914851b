import Testing

/// Finds stubs in the attributes of a test.
///
/// A macro's arguments have the place of the declaration behind them, in which all stubs of a trait look alike. The
/// source tells more, where it can be read: it is asked for a stub of which there is something to say, and for no
/// other.
enum AttributeSource {
    /// Nil unless exactly one line between `@Test` and the declaration has the stub.
    static func location(of issue: ScopeIssue, in test: Test) -> SourceLocation? {
        guard let place = issue.location, let source = issue.stubSource,
            test.traits.contains(where: { ($0 as? MockServerTrait)?.place == place }),
            let text = try? String(contentsOfFile: place.filePath, encoding: .utf8)
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let first = test.sourceLocation.line
        guard first <= place.line, place.line <= lines.count else { return nil }
        let found = (first...place.line).filter { lines[$0 - 1].contains(source) }
        guard found.count == 1, let range = lines[found[0] - 1].range(of: source) else { return nil }
        let column = lines[found[0] - 1].utf8.distance(from: lines[found[0] - 1].startIndex, to: range.lowerBound) + 1
        return SourceLocation(fileID: place.fileID, filePath: place.filePath, line: found[0], column: column)
    }
}
