import Foundation
import HTTPArchive
import WindTunnel

/// What the FILEs of a command line are.
enum ServedFile {
    case archive(HAR.File)
    case mappings(MappingSource)

    /// - Throws: ``Failure`` for what is neither.
    static func open(_ name: String) throws -> ServedFile {
        if ArchiveFiles.isFolder(name) { return .mappings(try MappingSource(folder: name)) }
        do {
            // Not mapped: a file that is written anew while it is served would be cut short under the server's feet.
            let data = try ArchiveFiles.bytes(name)
            let folder = name == "-" ? nil : URL(fileURLWithPath: name).deletingLastPathComponent()
            do {
                return .archive(try HAR.File(data: data, folder: folder))
            } catch {
                let bodies = folder.map { BodyFolder(near: $0.standardizedFileURL) } ?? .none
                guard let source = MappingSource(data, name: ArchiveFiles.shown(name), bodies) else { throw error }
                return .mappings(source)
            }
        } catch {
            throw ArchiveFiles.failure(error, name, needed: "an HTTP archive (HAR 1.2) or stub mappings are needed")
        }
    }
}

/// All that a server answers from.
struct ServedFiles: Sendable {
    private(set) var archives: [(name: String, file: HAR.File)] = []
    /// What is preferred comes first.
    private(set) var mappings: [StubMapping] = []
    private(set) var problems: [MappingProblem] = []

    init(_ names: [String]) throws {
        try ArchiveFiles.checkInput(names)
        for name in names {
            switch try ServedFile.open(name) {
            case .archive(let file): archives.append((name, file))
            case .mappings(let source):
                mappings += source.mappings
                problems += source.problems
            }
        }
        let ordered = mappings.enumerated().sorted {
            ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset)
        }
        mappings = ordered.map(\.element)
    }

    /// The files whose change changes an answer.
    static func watched(_ name: String) -> [String] {
        guard name != "-", !ArchiveFiles.isPipe(name) else { return [] }
        let url = URL(fileURLWithPath: name).standardizedFileURL
        let isFolder = ArchiveFiles.isFolder(name)
        let bodies = BodyFolder(near: isFolder ? url : url.deletingLastPathComponent()).url
        let folders = (isFolder ? [url] : []) + (bodies.map { [$0] } ?? [])
        return [name]
            + folders.flatMap { folder in
                ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []).map {
                    folder.path + "/" + $0
                }
            }
    }
}
