import Foundation
import HTTPArchive

/// What `serve --json` wrote.
enum ServedJournal {
    /// Which of the entries of a file answered, from 0.
    static func entries(_ entries: [HAR.Entry], of name: String, in journal: String) throws -> [Int] {
        let data: Data
        do {
            data =
                try journal == "-" ? Descriptors.readAll(STDIN_FILENO) : Data(contentsOf: URL(fileURLWithPath: journal))
        } catch {
            throw Failure("\(journal) cannot be read; give what 'windtunnel serve --json' wrote")
        }
        let objects = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
            try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        guard objects.contains(where: { $0.address != nil || $0.method != nil }) else {
            throw Failure("\(journal) is no journal; give what 'windtunnel serve --json' wrote")
        }
        let sought = URL(fileURLWithPath: name).lastPathComponent
        // The run may have been in another folder.
        let lines = objects.filter {
            $0.file.map { URL(fileURLWithPath: $0).lastPathComponent } == sought || name == "-"
        }
        for line in lines where !line.fits(entries) {
            throw Failure(
                """
                \(journal) tells of another \(ArchiveFiles.shown(name)): entry \(line.entry ?? 0) was \(line.method ?? "") \(line.url ?? "") \
                there; give the file that was served, as it was
                """)
        }
        return lines.compactMap { $0.entry.map { $0 - 1 } }
    }

    private struct Line: Decodable {
        let address: String?
        let method: String?
        let url: String?
        let file: String?
        let entry: Int?

        /// Numbers alone would choose other entries in a file that was trimmed since.
        func fits(_ entries: [HAR.Entry]) -> Bool {
            guard let entry else { return true }
            guard entries.indices.contains(entry - 1) else { return false }
            let request = entries[entry - 1].request
            guard let method, let url else { return true }
            let (told, recorded) = (Self.path(url), Self.path(request.url))
            return method == request.method && (told == recorded || Self.isMasked(told) || Self.isMasked(recorded))
        }

        private static func path(_ url: String) -> String {
            let path = EntryPlace(url).path
            return path.removingPercentEncoding ?? path
        }

        /// Of a secret, or of what is too long, the journal does not tell all.
        private static func isMasked(_ path: String) -> Bool {
            ["•", "…", "<redacted:"].contains { path.contains($0) }
        }
    }
}
