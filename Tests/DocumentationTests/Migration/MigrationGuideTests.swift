import Foundation
import Testing

// What a guide shows below `<!-- part of FILE -->` cannot stand in a function, so it is compiled and tested in that file.

@Suite("migration guides", .timeLimit(.minutes(3)))
struct MigrationGuideTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL
    private static let guides = root.appendingPathComponent("Sources/WindTunnel/WindTunnel.docc/Migration")

    struct Part: Sendable, CustomTestStringConvertible {
        var guide: String
        var file: String
        var lines: [String]

        var testDescription: String { "\(guide): \(lines.first ?? "")" }
    }

    static let parts: [Part] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: guides.path)) ?? []
        return names.sorted().flatMap { name in
            parts(of: (try? String(contentsOf: guides.appendingPathComponent(name), encoding: .utf8)) ?? "", name)
        }
    }()

    private static func parts(of text: String, _ guide: String) -> [Part] {
        let lines = text.components(separatedBy: "\n")
        return lines.indices.compactMap { index in
            guard lines[index].hasPrefix("<!-- part of "), lines[index].hasSuffix(" -->") else { return nil }
            let file = String(lines[index].dropFirst("<!-- part of ".count).dropLast(" -->".count))
            let fence = lines[(index + 1)...].drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
            return Part(guide: guide, file: file, lines: fence.map(trimmed))
        }
    }

    private static func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }

    @Test("every guide that has such code is found") func count() {
        #expect(Set(Self.parts.map(\.guide)).count == 6)
    }

    @Test("the code that a guide shows is the code that is tested", arguments: parts)
    func sameText(_ part: Part) throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent(part.file), encoding: .utf8)
        let lines = text.components(separatedBy: "\n").map(Self.trimmed)
        let starts = lines.indices.filter { lines[$0...].starts(with: part.lines) }
        #expect(!part.lines.isEmpty)
        #expect(!starts.isEmpty, "\(part.file) has no such lines")
    }
}
