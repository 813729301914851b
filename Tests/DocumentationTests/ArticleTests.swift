import Foundation
import Testing
import WindTunnelTesting

/// What an article shows as the words of the library are the words of the library.
///
/// In the articles of the catalogs a fence without a language is such a text. The line above it, `<!-- said: name -->`,
/// says which; how it comes about stands in ``Said``.
@Suite("articles", .timeLimit(.minutes(3)))
struct ArticleTests {
    @Test(arguments: ShownText.all)
    func `a text in an article is what the library says`(_ shown: ShownText) async throws {
        let say = try #require(Said.texts[shown.name], "nothing says \(shown.name)")
        #expect(try await say().withoutPlaces == shown.text.withoutPlaces)
    }

    @Test func `everything that is said here is shown in an article`() {
        #expect(Set(ShownText.all.map(\.name)) == Set(Said.texts.keys))
    }

    @Test func `no article has a link to a file of the repository, which is not there once it is built`() throws {
        for article in ShownText.articles {
            let text = try String(contentsOf: article, encoding: .utf8)
            #expect(
                !text.contains("](../"), "\(article.lastPathComponent) has a link that leads nowhere once it is built")
        }
    }
}

/// A fence without a language.
struct ShownText: Sendable, CustomTestStringConvertible {
    let article: String
    let name: String
    let text: String
    var testDescription: String { "\(article): \(name)" }

    static let all: [ShownText] = articles.flatMap(texts)

    /// The articles themselves; the guides and tutorials below them have no such texts.
    static let articles: [URL] = {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        return ["WindTunnel", "WindTunnelTesting", "WindTunnelXCTest", "HTTPArchive"].flatMap { module in
            let catalog = sources.appendingPathComponent("\(module)/\(module).docc")
            let files = try? FileManager.default.contentsOfDirectory(at: catalog, includingPropertiesForKeys: nil)
            return (files ?? []).filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
        }
    }()

    private static func texts(_ article: URL) -> [ShownText] {
        guard let text = try? String(contentsOf: article, encoding: .utf8) else { return [] }
        var shown: [ShownText] = []
        var name = "a text without a name"
        var fence: (isText: Bool, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let open = fence {
                fence = line == "```" ? nil : (open.isText, open.lines + [line])
                guard line == "```", open.isText else { continue }
                shown.append(
                    ShownText(
                        article: article.lastPathComponent, name: name, text: open.lines.joined(separator: "\n")))
                name = "a text without a name"
            } else if line.hasPrefix("```") {
                fence = (line == "```", [])
            } else if line.hasPrefix("<!-- said: ") {
                name = String(line.dropFirst("<!-- said: ".count).dropLast(" -->".count))
            }
        }
        return shown
    }
}

extension String {
    /// Whatever file and line; a reader has his own.
    fileprivate var withoutPlaces: String {
        let text = replacing(#/[\w+]+\.swift:\d+/#, with: "File.swift:1")
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
}
