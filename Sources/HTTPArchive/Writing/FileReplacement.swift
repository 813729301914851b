package import Foundation

/// Puts a file in the place of another one, whole or not at all.
package enum FileReplacement {
    /// Links are followed: the file that is meant is replaced, not the link. A device or a pipe is written to.
    package static func write(_ data: Data, to url: URL) throws {
        let target = target(of: url)
        if isSpecial(target.path) { return try write(data, path: target.path, O_WRONLY | O_CLOEXEC) }
        let folder = target.deletingLastPathComponent()
        let temporary = folder.appendingPathComponent(beginning(target) + UUID().uuidString + ending)
        do {
            try write(data, path: temporary.path, mode: mode(of: target.path))
            guard rename(temporary.path, target.path) == 0 else { throw failure(target) }
        } catch {
            unlink(temporary.path)
            throw error
        }
        synchronize(folder)
    }

    /// The file that is meant by a path, also by a link to one that is not there yet, which Foundation does not follow.
    package static func target(of url: URL) -> URL {
        var target = url
        // As many as the kernel follows.
        for _ in 0..<40 {
            guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: target.path) else { break }
            target = URL(fileURLWithPath: link, relativeTo: target.deletingLastPathComponent()).absoluteURL
        }
        return target.resolvingSymlinksInPath()
    }

    private static func beginning(_ target: URL) -> String { ".\(target.lastPathComponent)." }
    private static let ending = ".tmp"

    /// Removes files that were never brought to their place. Nobody must be writing.
    package static func removeLeftovers(of url: URL) {
        let target = target(of: url)
        let folder = target.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(beginning(target)) && name.hasSuffix(ending) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// The rights of the file that is replaced: who may not read it may not read the new one either.
    private static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
    }

    /// Neither a file nor a folder.
    private static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func write(
        _ data: Data, path: String, _ flags: Int32 = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: mode_t = 0o644
    ) throws {
        let file = open(path, flags, mode)
        guard file >= 0 else { throw failure(URL(fileURLWithPath: path)) }
        defer { close(file) }
        // What is no file has no disk to be brought to.
        guard Descriptors.write(data, file) == 0, fsync(file) == 0 || errno == EINVAL || errno == EROFS else {
            throw failure(URL(fileURLWithPath: path))
        }
    }

    /// The new name is on the disk when its folder is; a file system that cannot do this has the file still.
    private static func synchronize(_ folder: URL) {
        let file = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }

    private static func failure(_ url: URL) -> CocoaError {
        let reason = errno
        let code: CocoaError.Code =
            switch reason {
            case ENOENT: .fileNoSuchFile
            case EACCES, EPERM: .fileWriteNoPermission
            case ENOSPC: .fileWriteOutOfSpace
            case EROFS: .fileWriteVolumeReadOnly
            default: .fileWriteUnknown
            }
        return CocoaError(
            code,
            userInfo: [
                NSFilePathErrorKey: url.path, NSLocalizedDescriptionKey: String(cString: strerror(reason)),
            ])
    }
}
