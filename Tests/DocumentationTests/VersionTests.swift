import Foundation
import Testing

@testable import WindTunnel

/// What the repository says of its version in several places.
@Suite(.timeLimit(.minutes(3)))
struct VersionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
    }

    @Test func `the changelog begins with what is not released, and then with this version`() throws {
        let titles = try Self.text("CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(titles.first == "## [Unreleased]")
        #expect(titles.dropFirst().first?.hasPrefix("## [\(Version.current)] - 20") == true)
    }

    private static let catalog = "Sources/WindTunnel/WindTunnel.docc"

    @Test(arguments: [
        "README.md", "\(catalog)/GettingStarted.md", "\(catalog)/Resources/first-2-0.txt",
        "\(catalog)/Resources/record-1-4.txt",
    ])
    func `who installs it gets this version`(_ name: String) throws {
        #expect(try Self.text(name).contains("WindTunnel.git\", from: \"\(Version.current)\""))
    }

    @Test func `a version is a number of three parts`() {
        #expect(Version.current.split(separator: ".").compactMap { UInt($0) }.count == 3)
    }
}
