import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct RecordedTestTests {
    private static func made(
        _ file: String, _ path: String..., arguments: [(String, String)] = []
    ) -> RecordedTest {
        RecordedTest(
            filePath: "/app/Tests/\(file).swift", path: path,
            arguments: arguments.map { RecordedTest.Argument(text: $0.0, identity: $0.1) })
    }

    @Test(
        arguments: [
            (made("ProfileTests", "ProfileTests", "shows()"), "ProfileTests.shows"),
            (made("ProfileTests", "ProfileTests", "Inner", "shows()"), "ProfileTests.Inner.shows"),
            (made("Other", "ProfileTests", "shows()"), "Other-ProfileTests.shows"),
            (made("Other", "shows()"), "Other-shows"),
            (made("T", "T", "`shows a user's page`()"), "T.shows-a-user-s-page-dc75b64f"),
            (made("T", "T", "`shows a user-s page`()"), "T.shows-a-user-s-page-31451de9"),
            (made("T", "T", "注文()"), "T.注文-a43759b5"),
            (made("T", "T", "shows(_:)", arguments: [("7", "Int 7 0")]), "T.shows-7-56ca4e7b"),
            (made("T", "T", "shows(_:)", arguments: [("\"../a b\"", "String")]), "T.shows-a-b-e7e17737"),
            (made("T", "T", "shows(_:_:)", arguments: [("1", "Int 1"), ("x", "x")]), "T.shows-1-x-c9e2bd24"),
        ])
    func `a recording is called after suites, test and arguments`(_ test: RecordedTest, _ name: String) {
        #expect(test.name == name)
    }

    @Test func `whatever differs has another name`() {
        let tests = [
            Self.made("A", "A", "x()"), Self.made("A", "x()"), Self.made("B", "A", "x()"),
            Self.made("A", "A", "B", "x()"),
            Self.made("A", "A", "x(_:)", arguments: [("same", "P same 0")]),
            Self.made("A", "A", "x(_:)", arguments: [("same", "P same 1")]),
            Self.made("A", "A", "x(_:)", arguments: [("same", "Q same 0")]),
            Self.made("A", "A", "`x y`()"), Self.made("A", "A", "`x-y`()"), Self.made("A", "A", "`x.y`()"),
            Self.made("A", "A", "x_y()"),
        ]
        #expect(Set(tests.map(\.name)).count == tests.count)
        let long = (0..<2).map { Self.made("A", String(repeating: "Long", count: 100), "x\($0)()").name }
        #expect(long[0] != long[1])
        #expect(long.allSatisfy { $0.count == 89 })
    }

    @Test(
        arguments: [
            (made("T", "ProfileTests", "shows()"), "ProfileTests", "ProfileTests/shows"),
            (made("T", "Outer", "Inner", "shows(_:)"), "Outer/Inner", "Outer/Inner/shows"),
            (made("T", "shows()"), "shows", "shows"),
            (made("T", "T", "`a user's (first) page`()"), "T", "T/.a.user.s..first..page."),
        ])
    func `commands name the suite whose recordings are missing, and the test whose recording is old`(
        _ test: RecordedTest, _ suite: String, _ filter: String
    ) {
        #expect(test.command(.missing) == "WINDTUNNEL_RECORD=missing swift test --filter \(suite)")
        #expect(test.command(.all) == "WINDTUNNEL_RECORD=all swift test --filter \(filter)")
    }

    @Test func `outside of a test nothing is filtered`() {
        #expect(Self.made("T").command(.all) == "WINDTUNNEL_RECORD=all swift test")
    }
}
