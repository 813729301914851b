import Foundation

/// The folder `__files`, in which bodies stand.
struct BodyFolder: Sendable {
    static let name = "__files"

    /// Nil when there is none.
    let url: URL?

    /// The nearest one to a folder of mappings: in it, or in the folder above `mappings`, or in the one above.
    init(near folder: URL) {
        var candidates = [folder]
        let isInMappings = folder.pathComponents.contains("mappings")
        repeat {
            candidates.append(candidates[candidates.count - 1].deletingLastPathComponent())
        } while isInMappings && candidates[candidates.count - 2].lastPathComponent != "mappings"
        url = candidates.map { $0.appendingPathComponent(Self.name) }.first { ArchiveFiles.isFolder($0.path) }
    }

    /// For what is read from standard input.
    static let none = BodyFolder(url: nil)

    private init(url: URL?) { self.url = url }

    /// The bytes, read and not mapped: editors write over a file, and a mapped one would end the program then.
    func read(_ node: MappingNode) throws -> Data {
        let name = try node.text()
        guard let url else { throw node.fault("there is no folder __files beside it; make it and put the file there") }
        let root = url.resolvingSymlinksInPath().standardizedFileURL.path
        let file = url.appendingPathComponent(name).standardizedFileURL.resolvingSymlinksInPath()
        // Behind links too: mappings may come from somebody else.
        guard file.path.hasPrefix(root + "/") else {
            throw node.fault("\(name.quoted) leads out of __files; put the file into that folder")
        }
        guard FileManager.default.fileExists(atPath: file.path), !ArchiveFiles.isFolder(file.path) else {
            throw node.fault("there is no file \(name.quoted) in __files; check the name")
        }
        guard let data = try? Data(contentsOf: file) else {
            throw node.fault("\(name.quoted) in __files may not be read; change its rights")
        }
        return data
    }
}
