/// One recorder for a file, in this process and in others.
///
/// The lock stands beside the recording: processes have temporary folders of their own, and one file may have several
/// paths.
package final class RecordingLock: Sendable {
    private let path: String
    /// -1 once it is let go.
    private let file: Locked<Int32>

    /// - Throws: ``RecordingError`` when somebody else records to the file, or its folder cannot be written to.
    package init(_ url: URL) throws {
        let target = FileReplacement.target(of: url)
        let folder = target.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw RecordingError("the recording \(url.path) cannot be written: \(error.localizedDescription)")
        }
        path = folder.appendingPathComponent(".\(target.lastPathComponent).lock").path
        file = Locked(try Self.take(path, url))
    }

    private static func take(_ path: String, _ url: URL) throws -> Int32 {
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard file >= 0 else {
                let reason = String(cString: strerror(errno))
                throw RecordingError("the recording \(url.path) cannot be written: \(path): \(reason)")
            }
            // It is let go with the process, however that ends.
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                close(file)
                throw RecordingError(
                    "the recording \(url.path) is being made by another server or process; give each one a file of its own"
                )
            }
            if isStillThere(path, file) { return file }
            close(file)
        }
    }

    /// Who had it before removes it; a lock without a name locks nobody out.
    private static func isStillThere(_ path: String, _ file: Int32) -> Bool {
        var (named, held) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(file, &held) == 0 && named.st_ino == held.st_ino
            && named.st_dev == held.st_dev
    }

    package func release() {
        file.withLock { file in
            guard file >= 0 else { return }
            unlink(path)
            close(file)
            file = -1
        }
    }

    deinit { release() }
}
