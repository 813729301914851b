import Foundation
import HTTPArchive
import WindTunnel

/// Archives by the names that a command line has for them; `-` is standard input or output.
enum ArchiveFiles {
    static func open(_ name: String) throws -> HAR.File {
        do {
            if isMappable(name) { return try HAR.File(contentsOf: URL(fileURLWithPath: name)) }
            return try HAR.File(data: bytes(name))
        } catch {
            throw failure(error, name)
        }
    }

    /// All of an archive, for who writes it again or says that nothing is in it: what cannot be read would be lost.
    static func whole(_ name: String) throws -> HAR { try whole(open(name), name) }

    static func whole(_ file: HAR.File, _ name: String) throws -> HAR {
        let archive = file.read().archive
        guard archive.log.entries.count < file.count else { return archive }
        let lost = (0..<file.count).first { file.read(at: $0).entry == nil } ?? 0
        throw Failure(
            "\(shown(name)): entry \(lost + 1) cannot be read, and would be lost; 'windtunnel validate' says why")
    }

    /// The bytes behind a name. A pipe, as a shell makes of `<(…)`, is read; it cannot be mapped.
    static func bytes(_ name: String) throws -> Data {
        if name == "-" { return try Descriptors.readAll(STDIN_FILENO) }
        guard isPipe(name) else { return try Data(contentsOf: URL(fileURLWithPath: name)) }
        let file = Foundation.open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("it cannot be read: \(String(cString: strerror(errno)))") }
        defer { close(file) }
        return try Descriptors.readAll(file)
    }

    private static func isMappable(_ name: String) -> Bool { name != "-" && !isPipe(name) }

    static func isPipe(_ name: String) -> Bool {
        var status = stat()
        return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Several; standard input can be read once.
    static func open(_ names: [String]) throws -> [HAR.File] {
        try checkInput(names)
        return try names.map { try open($0) }
    }

    static func checkInput(_ names: [String]) throws {
        guard names.count(where: { $0 == "-" }) < 2 else {
            throw UsageError("'-' stands twice, and standard input can be read once")
        }
    }

    /// Why a file cannot be read.
    static func failure(
        _ error: any Error, _ name: String, needed: String = "an HTTP archive (HAR 1.2) is needed"
    ) -> Failure {
        Failure("\(shown(name)): \(reason(error, name, needed))")
    }

    /// What a file is called in sentences.
    static func shown(_ name: String) -> String { name == "-" ? "standard input" : name }

    static func isFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func isRegularFile(_ name: String) -> Bool {
        var status = stat()
        return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    static func write(_ archive: HAR, to name: String, _ console: Console) throws {
        if name == "-" { return try console.print(archive.encoded()) }
        let url = URL(fileURLWithPath: name)
        do {
            // A recording that is under way writes what it knows over the file when it ends.
            let lock = isRegularFile(name) ? try RecordingLock(url) : nil
            defer { lock?.release() }
            try archive.write(to: url)
        } catch let error as RecordingError {
            throw Failure(error.description)
        } catch {
            throw Failure("\(name) cannot be written: \(reason(error, name))")
        }
    }

    /// Before hours of work are for nothing: whether a file can be written at the end.
    static func prepare(_ name: String) throws {
        let url = URL(fileURLWithPath: name)
        if isFolder(name) {
            throw Failure("\(name) cannot be written: it is a folder; name a file in it")
        }
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure("\(name) cannot be written: \(reason(error, name))")
        }
        guard access(folder.path, W_OK) == 0 else {
            throw Failure("\(name) cannot be written: \(String(cString: strerror(errno))); give another folder")
        }
    }

    private static func reason(_ error: any Error, _ name: String, _ needed: String = "") -> String {
        if let refusal = error as? HAR.ReadingError { return "\(refusal); \(needed)" }
        guard let error = error as? CocoaError else { return "\(error)" }
        if isFolder(name) { return "it is a folder; name a file in it" }
        switch error.code {
        case .fileReadNoSuchFile: return "there is no such file; check the path"
        case .fileNoSuchFile: return "there is no such folder; make it before"
        case .fileWriteFileExists: return "a part of its path is a file; give another path"
        case .fileReadNoPermission: return "it may not be read; change its rights"
        case .fileWriteNoPermission: return "it may not be written; change the rights of its folder"
        case .fileWriteOutOfSpace: return "the disk is full; free some space"
        default: return error.localizedDescription
        }
    }
}
