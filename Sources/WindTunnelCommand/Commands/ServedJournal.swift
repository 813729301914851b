import Foundation
import HTTPArchive

/// What `serve --json` wrote.
enum ServedJournal {
    /// The entries of a file that answered, from 0.
    static func entries(of name: String, in journal: String) throws -> [Int] {
        let data: Data
        do {
            data =
                try journal == "-" ? Descriptors.readAll(STDIN_FILENO) : Data(contentsOf: URL(fileURLWithPath: journal))
        } catch {
            throw Failure("\(journal) cannot be read; give what 'windtunnel serve --json' wrote")
        }
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        let objects = lines.compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        guard objects.contains(where: { $0.address != nil || $0.method != nil }) else {
            throw Failure("\(journal) is no journal; give what 'windtunnel serve --json' wrote")
        }
        let sought = URL(fileURLWithPath: name).lastPathComponent
        // The run may have been in another folder.
        return objects.filter { $0.file.map { URL(fileURLWithPath: $0).lastPathComponent } == sought || name == "-" }
            .compactMap { $0.entry.map { $0 - 1 } }
    }

    private struct Line: Decodable {
        let address: String?
        let method: String?
        let file: String?
        let entry: Int?
    }
}
